import { sql } from 'kysely';
import {
  cardActions,
  cardRefusal,
  cardState,
  reversalDays,
  reversalStudiedPercent,
  type CardAction,
  type CardFacts,
  type CardRefusal,
  type CardState,
} from '@kaike/shared/domain/cards/card-state';
import type { Locale } from '@kaike/shared/locales/languages';
import type { ErrorCode } from '@kaike/shared/errors';
import { formatDay } from '@kaike/shared/kit/format';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf, Values } from '../../../kit/behaviour.ts';

type Seller = 'administrator' | 'agency';

/** Cards already locked and in scope, and on whose behalf they change: a user's request or an approved one. */
export type CardUpdate = {
  trx: Db;
  ctx: Context;
  rows: readonly RowOf<typeof cards>[];
  reason: string;
  operator_id: number;
  actor: Seller;
  reader: { locale: Locale; time_zone: string };
};

export type SortedCards = { allowed: RowOf<typeof cards>[]; failed: FailedRow[] };

const byReason: Record<CardRefusal, ErrorCode> = {
  actor: 'access.denied',
  state: 'record.state',
  frozen: 'card.frozen',
  not_frozen: 'record.state',
  expired: 'card.expired',
  not_received: 'card.not_received',
  policy: 'card.not_reversible',
};
const byState: Partial<Record<CardState, ErrorCode>> = {
  [cardState.activated]: 'card.already_used',
  [cardState.voided]: 'card.void',
  [cardState.replaced]: 'card.replaced',
  [cardState.reversed]: 'card.reversed',
};

/** The work of a list action. */
export function workOf({
  trx,
  call,
  rows,
  reason,
}: Pick<ActionRun<typeof cards>, 'trx' | 'call' | 'rows' | 'reason'>): CardUpdate {
  const { ctx, actor, locale, time_zone } = call;
  return {
    trx,
    ctx,
    rows,
    reason,
    operator_id: actor.user_id,
    actor: actor.admin.agency ? 'agency' : 'administrator',
    reader: { locale, time_zone },
  };
}

function presentRefusal({ reader }: CardUpdate, row: RowOf<typeof cards>, reason: CardRefusal): FailedRow {
  const code = reason === 'state' ? (byState[row.state] ?? byReason.state) : byReason[reason];
  const date = reason === 'expired' ? row.redeem_end_at : row.activated_at;
  const day = formatDay(date, { locale: reader.locale, timeZone: reader.time_zone });
  return { id: row.id, code, params: { date: day, days: reversalDays, percent: reversalStudiedPercent } };
}

/** Splits the cards by whether the state table allows the action; `facts` adds what the row does not contain. */
export function sortCards(
  work: CardUpdate,
  action: CardAction,
  facts: (row: RowOf<typeof cards>) => Partial<CardFacts> = () => ({}),
): SortedCards {
  const now = work.ctx.clock();
  const sorted: SortedCards = { allowed: [], failed: [] };
  for (const row of work.rows) {
    const reason = cardRefusal(action, { ...row, ...facts(row) }, { actor: work.actor, now });
    if (reason) sorted.failed.push(presentRefusal(work, row, reason));
    else sorted.allowed.push(row);
  }
  return sorted;
}

export async function updateCards(
  { trx, ctx }: Pick<CardUpdate, 'trx' | 'ctx'>,
  rows: readonly RowOf<typeof cards>[],
  values: Values,
): Promise<void> {
  if (rows.length === 0) return;
  const sets = Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  await sql`update cards set ${sql.join(sets)}, version = version + 1, updated_at = ${ctx.clock()}
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(trx);
}

/** The rows are locked, so their states cannot change between check and update. */
export async function changeCards(
  work: CardUpdate,
  action: CardAction,
  values: Values,
): Promise<SortedCards & { result: ActionResult }> {
  const sorted = sortCards(work, action);
  const { to } = cardActions[action];
  await updateCards(work, sorted.allowed, { ...(to ? { state: to } : {}), ...values });
  return { ...sorted, result: { changed: sorted.allowed.length, failed: sorted.failed } };
}
