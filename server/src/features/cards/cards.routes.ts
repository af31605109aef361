import { myCards, previewCard, useCard } from '@kaike/shared/contracts/cards';
import { memberStatus } from '@kaike/shared/domain/member-status';
import type { Feature } from '../feature.ts';
import { assert } from '../../http/app-error.ts';
import { route } from '../../http/route.ts';
import { activateCard } from './redeem/activate-card.ts';
import { claimCard } from './redeem/claim-card.ts';
import type { LearnerCall } from './redeem/learner-call.ts';
import { listMyCards } from './my-cards.read.ts';
import { preview } from './redeem/preview-card.ts';

function checkMember({ actor }: LearnerCall): void {
  assert(actor.member.status !== memberStatus.stopped, 'auth.account_stopped');
}

/** What learners do with cards; open to those who have not activated anything yet. */
export const cardsFeature: Feature = {
  routes: [
    route.learner(previewCard, {
      handler: async (call) => {
        checkMember(call);
        return preview(call, call.body);
      },
    }),
    route.learner(useCard, {
      handler: async (call) => {
        checkMember(call);
        return call.body.mode === 'claim' ? claimCard(call, call.body) : activateCard(call, call.body);
      },
    }),
    route.learner(myCards, { handler: listMyCards }),
  ],
};
