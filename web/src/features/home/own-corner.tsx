import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getNotices } from '@kaike/shared/contracts/account';
import { call } from '../../api/client.ts';
import { Portrait } from '../../app/components/portrait.tsx';
import { useOwnName, useSession } from '../../app/session.ts';
import { Bell } from './bell.tsx';

const readUnread = async ({ signal }: { signal: AbortSignal }): Promise<number> =>
  (await call(getNotices, { signal, quiet: true })).unread;

/** At the right end of a wide bar: the notices, and the learner's face as the way to their own page. */
export function OwnCorner() {
  const name = useOwnName();
  const user = useSession((state) => state.user);
  const { data: unread = 0 } = useQuery({ queryKey: ['notices', 'unread'], queryFn: readUnread });
  if (!user) return null;
  return (
    <>
      <Bell unread={unread} />
      <Link to="/home/personage/index" aria-label={name}>
        <Portrait name={name} src={user.avatar} gender={user.member?.gender ?? 0} size={36} />
      </Link>
    </>
  );
}
