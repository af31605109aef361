import * as cards from '@kaike/shared/contracts/cards/cards';
import * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import type { Feature } from '../../feature.ts';
import { route } from '../../../core/route.ts';
import { listMyCards } from './list-my-cards.ts';
import { previewGift } from './wallet/preview-gift.ts';
import { cancelGift } from './wallet/cancel-gift.ts';
import { previewCard } from './redeem/preview-card.ts';
import { redeemCard } from './redeem/redeem-card.ts';
import { freezeMyCard } from './wallet/freeze-my-card.ts';
import { unfreezeMyCard } from './wallet/unfreeze-my-card.ts';
import { createGift } from './wallet/create-gift.ts';
import { acceptGift } from './wallet/accept-gift.ts';

const gifts = { max: 60, seconds: 3600, by: 'user' } as const;
const tries = { max: 60, seconds: 600, by: 'user' } as const;

/** What members can do with cards; also available before the first activation. */
export const cardsFeature: Feature = {
  routes: [
    route.member(cards.previewCard, {
      handler: previewCard,
    }),
    route.member(cards.redeemCard, {
      handler: redeemCard,
    }),
    route.member(cards.listMyCards, { handler: listMyCards }),
    route.member(cardWallet.freezeMyCard, {
      handler: freezeMyCard,
    }),
    route.member(cardWallet.unfreezeMyCard, {
      handler: unfreezeMyCard,
    }),
    route.member(cardWallet.createGift, {
      limit: gifts,
      handler: createGift,
    }),
    route.member(cardWallet.cancelGift, { handler: cancelGift }),
    route.member(cardWallet.previewGift, { limit: tries, handler: previewGift }),
    route.member(cardWallet.acceptGift, {
      limit: tries,
      handler: acceptGift,
    }),
  ],
};
