import { myCards, previewCard, useCard } from '@kaike/shared/contracts/cards';
import { memberStatus } from '@kaike/shared/domain/member-status';
import type { Feature } from '../feature.ts';
import { assert } from '../../http/app-error.ts';
import { route, type MemberCall } from '../../http/route.ts';
import { activateCard } from './activate-card.ts';
import { claimCard } from './claim-card.ts';
import { listMyCards } from './my-cards.read.ts';
import { preview } from './preview-card.ts';

const checkMember = ({ actor }: Pick<MemberCall, 'actor'>): void => assert(actor.member.status !== memberStatus.stopped, 'auth.account_stopped');

/** What learners do with cards; open to those who have not activated anything yet. */
export const cardsFeature: Feature = {
  routes: [
    route.learner(previewCard, {
      handler: async (call) => {
        checkMember(call);
        return preview(call as MemberCall, call.body);
      },
    }),
    route.learner(useCard, {
      handler: async (call) => {
        checkMember(call);
        return call.body.mode === 'claim' ? claimCard(call as MemberCall, call.body) : activateCard(call as MemberCall, call.body);
      },
    }),
    route.learner(myCards, { handler: (call) => listMyCards(call as MemberCall) }),
  ],
};
