import type { ReactNode } from 'react';
import type { Account } from '@kaike/shared/contracts/auth/account';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { Skeleton } from '../../../../ui/parts.tsx';
import { AccountHeader } from './account-header.tsx';
import css from '../member-account.module.css';
import { useAccount } from '../member-account.queries.ts';

/** A page about the account: its title, and its content once the account is loaded. */
export function LoadedAccount({ title, children }: { title: string; children: (account: Account) => ReactNode }) {
  const { data, isError, error, refetch } = useAccount();
  useTitle(title);
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  return (
    <div className={css['stack']}>
      <AccountHeader title={title} />
      {data ? children(data) : <Skeleton height={240} />}
    </div>
  );
}
