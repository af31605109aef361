import { sql, type RawBuilder } from 'kysely';
import * as cardsApi from '@kaike/shared/contracts/cards/cards';
import { cardState, expiringDays, type CardState, type ShownCardStatus } from '@kaike/shared/domain/cards/card-state';
import { cards } from '@kaike/shared/resources/cards/cards';
import { route } from '../../../core/route.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { freezeCards, issueCards, remarkCards, unfreezeCards, voidCards } from './card-actions.ts';
import { loadStory } from './story/card-story.read.ts';
import { limited } from './check-approval.ts';
import { workOf } from './card-batch-update.ts';
import { findByHolder } from './story/find-holder.ts';
import { cardPreviews } from './preview-cards.ts';
import { replaceCards } from './replace-cards.ts';
import { revealCardSecret } from './secrets/reveal-card-secret.ts';
import { reverseCards } from './reverse-cards.ts';

/** Mirrors `shownStatus` of shared/src/domain/cards/card-state.ts; a test compares them. */
const shownStatusSql = sql`case
  when r.state = ${sql.lit(cardState.voided)} then 'voided' when r.state = ${sql.lit(cardState.reversed)} then 'reversed'
  when r.state = ${sql.lit(cardState.replaced)} then 'replaced' when r.state = ${sql.lit(cardState.activated)} then 'activated'
  when r.frozen_at is not null then 'frozen'
  when r.redeem_end_at < now() then 'expired'
  when r.redeem_end_at <= now() + make_interval(days => ${sql.lit(expiringDays)}) then 'expiring'
  when r.state = ${sql.lit(cardState.claimed)} then 'claimed' when r.state = ${sql.lit(cardState.issued)} then 'issued' else 'stock' end`;

const open = sql.join([cardState.stock, cardState.issued, cardState.claimed].map((state) => sql.lit(state)));
const soon = sql`now() + make_interval(days => ${sql.lit(expiringDays)})`;
const inState = (state: CardState) => sql<boolean>`r.state = ${sql.lit(state)}`;
const redeemable = (state: CardState) =>
  sql<boolean>`${inState(state)} and r.frozen_at is null and (r.redeem_end_at is null or r.redeem_end_at > ${soon})`;

/** Conditions by status in a form that can use indexes. */
const withStatus: Record<ShownCardStatus, RawBuilder<boolean>> = {
  voided: inState(cardState.voided),
  reversed: inState(cardState.reversed),
  replaced: inState(cardState.replaced),
  activated: inState(cardState.activated),
  frozen: sql`r.frozen_at is not null and r.state in (${open})`,
  expired: sql`r.redeem_end_at < now() and r.frozen_at is null and r.state in (${open})`,
  expiring: sql`r.redeem_end_at between now() and ${soon} and r.frozen_at is null and r.state in (${open})`,
  claimed: redeemable(cardState.claimed),
  issued: redeemable(cardState.issued),
  stock: redeemable(cardState.stock),
};

export const cardsBehaviour = defineBehaviour(cards, {
  computed: { shown_status: shownStatusSql },
  filters: {
    shown_status: {
      columns: ['state', 'frozen_at', 'redeem_end_at'],
      has: (value) => withStatus[value as ShownCardStatus],
    },
  },
  keywordLookup: findByHolder,
  extend: (call, row) => loadStory(call.ctx.db, row),
  actions: {
    issue: issueCards,
    freeze: freezeCards,
    unfreeze: unfreezeCards,
    remark: remarkCards,
    void: limited((action) => voidCards(workOf(action))),
    replace: limited((action) => replaceCards(workOf(action))),
    reverse: (action) => reverseCards(workOf(action)),
  },
  dryRunNotes: cardPreviews,
  routes: [route.admin(cardsApi.revealCardSecret, { permission: 'admin.cards.reveal', handler: revealCardSecret })],
});
