import { useQuery } from '@tanstack/react-query';
import * as cards from '@kaike/shared/contracts/cards/cards';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';

export type PreviewedCard = ResponseOf<typeof cards.previewCard>;
export type UseCardResult = ResponseOf<typeof cards.redeemCard>;
export type WalletCard = ResponseOf<typeof cards.listMyCards>['data'][number];

export const walletKey = ['cards', 'mine'] as const;

/** The member's wallet, and whether more can be bought. */
export function useWallet() {
  return useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => call(cards.listMyCards, { signal, quiet: true }),
  });
}
