import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Contract, ResponseOf } from '@kaike/shared/kit/contract';
import { request } from '../../../api/client.ts';
import { LoadError } from '../../../kit/load-error.tsx';

type Props<C extends Contract> = { contract: C; children: (answer: ResponseOf<C>, reload: () => void) => ReactNode };

/** Reads what a tab shows, each time it is opened: it changes while one develops. */
export function Loaded<C extends Contract>({ contract, children }: Props<C>) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['developments', contract.path],
    queryFn: async ({ signal }) => (await request('GET', contract.path, { signal, in_place: true })) as ResponseOf<C>,
    gcTime: 0,
  });
  const reload = (): void => void refetch();
  if (data !== undefined) return children(data, reload);
  return isError ? <LoadError error={error} retry={reload} /> : <p aria-busy="true">…</p>;
}
