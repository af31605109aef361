import { sql } from 'kysely';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { ActionRun, ActionResult, FailedRow, RowOf } from '../../../kit/behaviour.ts';
import { checkMaySell, returnVoided } from '../../agencies/agencies/public.ts';
import { changeCards, updateCards, workOf, type CardUpdate } from './card-batch-update.ts';

/** Distinct pairs, so that each agency and product is checked once. */
function sellers(rows: readonly RowOf<typeof cards>[]): { agency_id: number; product_id: number }[] {
  const pairs = new Map(
    rows
      .filter((row) => row.agency_id !== null)
      .map((row) => [
        `${String(row.agency_id)}:${String(row.product_id)}`,
        { agency_id: Number(row.agency_id), product_id: Number(row.product_id) },
      ]),
  );
  return [...pairs.values()].sort((a, b) => a.agency_id - b.agency_id);
}

/** Cards of closed or voided batches. */
async function findClosed(action: ActionRun<typeof cards>): Promise<FailedRow[]> {
  const { rows } = await sql<{ id: number }>`select c.id from cards c join card_batches b on b.id = c.batch_id
    where c.id = any(${action.rows.map((row) => row.id)}::bigint[]) and b.state in (${batchState.closed}, ${batchState.voided})`.execute(
    action.trx,
  );
  return rows.map(({ id }) => ({ id, code: 'card.batch_state' }));
}

export async function issueCards(action: ActionRun<typeof cards>): Promise<ActionResult> {
  const now = action.call.ctx.clock();
  const closed = await findClosed(action);
  const refused = new Set(closed.map((row) => row.id));
  const { allowed, result } = await changeCards(
    { ...workOf(action), rows: action.rows.filter((row) => !refused.has(row.id)) },
    'issue',
    { issued_at: now },
  );
  for (const pair of sellers(allowed)) await checkMaySell(action.trx, { ...pair, now });
  return { changed: result.changed, failed: [...closed, ...result.failed] };
}

export async function freezeCards(action: ActionRun<typeof cards>): Promise<ActionResult> {
  return (
    await changeCards(workOf(action), 'freeze', {
      frozen_at: action.call.ctx.clock(),
      frozen_reason: action.reason,
      frozen_by_owner: false,
    })
  ).result;
}

export async function unfreezeCards(action: ActionRun<typeof cards>): Promise<ActionResult> {
  return (await changeCards(workOf(action), 'unfreeze', { frozen_at: null, frozen_reason: '', frozen_by_owner: false }))
    .result;
}

type PaidCards = { batch_id: number; agency_id: number; count: number; first: number };

/** Voids cards and returns the quota to the agencies that paid; ledger rows in ascending agency order. */
export async function voidCards(work: CardUpdate): Promise<ActionResult> {
  const { allowed, result } = await changeCards(work, 'void', {});
  const paid = await sql<PaidCards>`
    select batch_id, agency_id, count(*)::int as count, min(id) as first from cards
    where id = any(${allowed.map((row) => row.id)}::bigint[]) and agency_id is not null group by batch_id, agency_id order by agency_id, batch_id`.execute(
    work.trx,
  );
  for (const row of paid.rows) {
    await returnVoided(work.trx, {
      ...row,
      operator_id: work.operator_id,
      now: work.ctx.clock(),
      secrets: work.ctx.secrets,
      remark: work.reason,
    });
  }
  return result;
}

export async function remarkCards(action: ActionRun<typeof cards, 'remark'>): Promise<ActionResult> {
  await updateCards({ trx: action.trx, ctx: action.call.ctx }, action.rows, { remark: action.input.remark ?? '' });
  return { changed: action.rows.length, failed: [] };
}
