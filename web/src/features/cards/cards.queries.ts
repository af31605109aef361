import { useQuery } from '@tanstack/react-query';
import { myCards, type previewCard, type useCard } from '@kaike/shared/contracts/cards';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../api/client.ts';

export type Preview = ResponseOf<typeof previewCard>;
export type UseCardResult = ResponseOf<typeof useCard>;
export type WalletCard = ResponseOf<typeof myCards>['data'][number];

export const walletKey = ['cards', 'mine'] as const;

/** The member's wallet, and whether more can be bought. */
export function useWallet() {
  return useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => call(myCards, { signal, quiet: true }),
  });
}
