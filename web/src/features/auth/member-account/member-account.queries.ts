import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Account } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';

export const accountKey = ['account'];

/** The member's account; a person who only administers has none. */
export function useAccount({ enabled = true }: { enabled?: boolean } = {}): UseQueryResult<Account> {
  return useQuery({ queryKey: accountKey, queryFn: async () => (await call(accountApi.getAccount)).account, enabled });
}

/** Stores the account a change returned and shows its message; `tone` is 'error' when it failed, 'info' when it is undecided. */
export function useChanged(): (
  answer: { account: Account; message: string },
  tone?: 'success' | 'error' | 'info',
) => void {
  const client = useQueryClient();
  return ({ account, message }, tone = 'success') => {
    client.setQueryData(accountKey, account);
    toast(tone, message);
  };
}

/** Shows why something was refused, unless that has been shown already. */
export function toastError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (!error.handled) toast('error', Object.values(error.errors)[0]?.[0] ?? error.message);
}
