import { sql } from 'kysely';
import { revealSecret } from '@kaike/shared/contracts/cards';
import { cardState, expiringDays } from '@kaike/shared/domain/card-state';
import { route } from '../../http/route.ts';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';
import { freezeCards, issueCards, remarkCards, unfreezeCards, voidCards } from './card-actions.ts';
import { readStory } from './card-story.read.ts';
import { limited } from './check-approval.ts';
import { workOf } from './card-work.ts';
import { findByHolder } from './find-holder.ts';
import { cardRehearsals } from './rehearse-cards.ts';
import { replaceCards } from './replace-cards.ts';
import { reveal } from './reveal-secret.ts';
import { reverseCards } from './reverse-cards.ts';

/** Mirrors `shownStatus` of shared/src/domain/card-state.ts; a test compares them. */
const shownStatusSql = sql`case
  when r.state = ${sql.lit(cardState.voided)} then 'voided' when r.state = ${sql.lit(cardState.reversed)} then 'reversed'
  when r.state = ${sql.lit(cardState.replaced)} then 'replaced' when r.state = ${sql.lit(cardState.activated)} then 'activated'
  when r.frozen_at is not null then 'frozen'
  when r.redeem_end_at < now() then 'expired'
  when r.redeem_end_at <= now() + make_interval(days => ${sql.lit(expiringDays)}) then 'expiring'
  when r.state = ${sql.lit(cardState.claimed)} then 'claimed' when r.state = ${sql.lit(cardState.issued)} then 'issued' else 'stock' end`;

export const cardsBehaviour: ResourceBehaviour = {
  computed: { shown_status: shownStatusSql },
  finds: findByHolder,
  extend: (call, row) => readStory(call.ctx.db, row),
  actions: {
    issue: issueCards, freeze: freezeCards, unfreeze: unfreezeCards, remark: remarkCards,
    void: limited((given) => voidCards(workOf(given))), replace: limited((given) => replaceCards(workOf(given))), reverse: (given) => reverseCards(workOf(given)),
  },
  rehearse: cardRehearsals,
  routes: [route.admin(revealSecret, { permission: 'admin.cards.reveal', handler: reveal })],
};
