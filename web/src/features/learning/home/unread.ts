import { useQuery } from '@tanstack/react-query';
import * as account from '@kaike/shared/contracts/auth/account';
import { call } from '../../../api/client.ts';
import { unreadKey } from './bell.tsx';

/** How many notices are unread; undefined until it is known. */
export function useUnread(): number | undefined {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await call(account.listNotices, { signal, quiet: true })).unread,
  });
  return data;
}
