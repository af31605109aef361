import * as cards from '@kaike/shared/contracts/cards';
import * as cardWallet from '@kaike/shared/contracts/card-wallet';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import type { Feature } from '../feature.ts';
import { assert } from '../../core/app-error.ts';
import { route } from '../../core/route.ts';
import { activateCard } from './redeem/activate-card.ts';
import { claimCard } from './redeem/claim-card.ts';
import type { CardCall } from './redeem/card-call.ts';
import { listMyCards } from './my-cards.read.ts';
import { preview } from './redeem/preview-card.ts';
import { showGift, takeGift } from './wallet/accept-gift.ts';
import { setMyFreeze } from './wallet/freeze-my-card.ts';
import { makeGift, takeBackGift } from './wallet/give-card.ts';

function checkMember({ actor }: CardCall): void {
  assert(actor.member.status !== memberStatus.stopped, 'auth.account_stopped');
}

const gifts = { max: 60, seconds: 3600, by: 'user' } as const;
const tries = { max: 60, seconds: 600, by: 'user' } as const;

/** What members can do with cards; also available before the first activation. */
export const cardsFeature: Feature = {
  routes: [
    route.member(cards.previewCard, {
      handler: async (call) => {
        checkMember(call);
        return preview(call, call.body);
      },
    }),
    route.member(cards.redeemCard, {
      handler: async (call) => {
        checkMember(call);
        // The body has the key under its name in the specification.
        const { request_id: key, ...body } = call.body;
        return body.mode === 'claim' ? claimCard(call, body) : activateCard(call, { ...body, idempotency_key: key });
      },
    }),
    route.member(cards.listMyCards, { handler: listMyCards }),
    route.member(cardWallet.freezeMyCard, {
      handler: (call) => setMyFreeze(call, { card_id: call.params.id, action: 'freeze', reason: call.body.reason }),
    }),
    route.member(cardWallet.unfreezeMyCard, {
      handler: (call) => setMyFreeze(call, { card_id: call.params.id, action: 'unfreeze', reason: '' }),
    }),
    route.member(cardWallet.createGift, {
      limit: gifts,
      handler: async (call) => {
        checkMember(call);
        return makeGift(call);
      },
    }),
    route.member(cardWallet.cancelGift, { handler: takeBackGift }),
    route.member(cardWallet.previewGift, { limit: tries, handler: (call) => showGift(call, call.body.token) }),
    route.member(cardWallet.acceptGift, {
      limit: tries,
      handler: async (call) => {
        checkMember(call);
        return takeGift(call, call.body.token);
      },
    }),
  ],
};
