import { sql } from 'kysely';
import { cardActions, cardRefusal, cardState, type CardAction, type CardFacts, type CardRefusal, type CardState } from '@kaike/shared/domain/card-state';
import { batchState } from '@kaike/shared/domain/batch-state';
import { quotaType } from '@kaike/shared/domain/quota-log';
import { formatDay } from '@kaike/shared/kit/format';
import type { ErrorCode } from '@kaike/shared/errors';
import type { ActionGiven, ActionResult, FailedRow, Row, Values } from '../../kit/behaviour.ts';
import { checkMaySell, moveQuota } from '../agencies/public.ts';

type Seller = 'administrator' | 'agency';
type Sorted = { allowed: Row[]; failed: FailedRow[] };

const byReason: Record<CardRefusal, ErrorCode> = {
  actor: 'access.denied', state: 'record.state', frozen: 'card.frozen', not_frozen: 'record.state', expired: 'card.expired', policy: 'record.state',
};
const byState: Partial<Record<CardState, ErrorCode>> = {
  [cardState.activated]: 'card.already_used', [cardState.voided]: 'card.void', [cardState.replaced]: 'card.replaced', [cardState.reversed]: 'card.reversed',
};

function tellRefusal({ call }: ActionGiven, row: Row, reason: CardRefusal): FailedRow {
  const code = reason === 'state' ? (byState[row['state'] as CardState] ?? byReason.state) : byReason[reason];
  const date = (reason === 'expired' ? row['redeem_end_at'] : row['activated_at']) as Date | null;
  return { id: row.id, code, params: { date: formatDay(date, { locale: call.locale, timeZone: call.time_zone }) } };
}

function sortRows(given: ActionGiven, action: CardAction): Sorted {
  const actor: Seller = given.call.actor.admin.agency ? 'agency' : 'administrator';
  const now = given.call.ctx.clock();
  const sorted: Sorted = { allowed: [], failed: [] };
  for (const row of given.rows) {
    const reason = cardRefusal(action, row as Row & CardFacts, { actor, now });
    if (reason) sorted.failed.push(tellRefusal(given, row, reason));
    else sorted.allowed.push(row);
  }
  return sorted;
}

async function setCards({ trx, call }: ActionGiven, rows: readonly Row[], values: Values): Promise<void> {
  const sets = Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  await sql`update cards set ${sql.join(sets)}, version = version + 1, updated_at = ${call.ctx.clock()}
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(trx);
}

/** The rows are locked and their states were just looked at, so nothing comes between the question and the change. */
async function change(given: ActionGiven, action: CardAction, values: Values): Promise<Sorted & { result: ActionResult }> {
  const sorted = sortRows(given, action);
  const { to } = cardActions[action];
  if (sorted.allowed.length > 0) await setCards(given, sorted.allowed, { ...(to ? { state: to } : {}), ...values });
  return { ...sorted, result: { changed: sorted.allowed.length, failed: sorted.failed } };
}

/** Pairs that are unlike any other, so that each agency and product is asked once. */
function sellers(rows: readonly Row[]): { agency_id: number; product_id: number }[] {
  const pairs = new Map(rows.filter((row) => row['agency_id'] !== null).map((row) => [
    `${String(row['agency_id'])}:${String(row['product_id'])}`, { agency_id: Number(row['agency_id']), product_id: Number(row['product_id']) },
  ]));
  return [...pairs.values()].sort((a, b) => a.agency_id - b.agency_id);
}

/** Cards of batches from which nothing more is issued. */
async function findClosed(given: ActionGiven): Promise<FailedRow[]> {
  const { rows } = await sql<{ id: number }>`select c.id from cards c join card_batches b on b.id = c.batch_id
    where c.id = any(${given.rows.map((row) => row.id)}::bigint[]) and b.state in (${batchState.closed}, ${batchState.voided})`.execute(given.trx);
  return rows.map(({ id }) => ({ id, code: 'card.batch_state' }));
}

export async function issueCards(given: ActionGiven): Promise<ActionResult> {
  const now = given.call.ctx.clock();
  const closed = await findClosed(given);
  const refused = new Set(closed.map((row) => row.id));
  const { allowed, result } = await change({ ...given, rows: given.rows.filter((row) => !refused.has(row.id)) }, 'issue', { issued_at: now });
  for (const pair of sellers(allowed)) await checkMaySell(given.trx, { ...pair, now });
  return { changed: result.changed, failed: [...closed, ...result.failed] };
}

export async function freezeCards(given: ActionGiven): Promise<ActionResult> {
  return (await change(given, 'freeze', { frozen_at: given.call.ctx.clock(), frozen_reason: given.reason })).result;
}

export async function unfreezeCards(given: ActionGiven): Promise<ActionResult> {
  return (await change(given, 'unfreeze', { frozen_at: null, frozen_reason: '' })).result;
}

/** Voids cards and gives the quota back to the agencies that paid for them; ledger rows in ascending agency order. */
export async function voidCards(given: ActionGiven): Promise<ActionResult> {
  const { allowed, result } = await change(given, 'void', {});
  const paid = await sql<{ batch_id: number; agency_id: number; count: number; first: number }>`
    select c.batch_id, b.agency_id, count(*)::int as count, min(c.id) as first from cards c join card_batches b on b.id = c.batch_id
    where c.id = any(${allowed.map((row) => row.id)}::bigint[]) and b.agency_id is not null group by c.batch_id, b.agency_id order by b.agency_id, c.batch_id`.execute(given.trx);
  for (const row of paid.rows) {
    await moveQuota(given.trx, {
      agency_id: row.agency_id, type: quotaType.void_return, delta: row.count, ref_type: 'card_batch', ref_id: row.batch_id, operator_id: given.call.actor.user_id,
      request_id: `void:${row.batch_id}:${row.first}`, remark: given.reason,
    });
  }
  return result;
}

export async function remarkCards(given: ActionGiven): Promise<ActionResult> {
  await setCards(given, given.rows, { remark: given.input['remark'] ?? '' });
  return { changed: given.rows.length, failed: [] };
}
