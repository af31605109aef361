import { sql } from 'kysely';
import { batchEdits } from '@kaike/shared/domain/cards/batch-state';
import { cardActions, type CardState } from '@kaike/shared/domain/cards/card-state';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { AppError, assert } from '../../../core/app-error.ts';
import { findEndFailure } from '../../../kit/fields/check-span.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, RowOf } from '../../../kit/behaviour.ts';
import { checkMaySell, lockAgencies, moveQuota } from '../../agencies/agencies/public.ts';

/** States before activation: exactly those that may still be voided. */
const unused: readonly CardState[] = cardActions.void.from.administrator ?? [];

/** The single batch to edit, in a state that allows it and with no job changing its cards. */
function editedBatch(
  action: Pick<ActionRun<typeof cardBatches>, 'rows'>,
  edit: keyof typeof batchEdits,
): RowOf<typeof cardBatches> {
  const [row] = action.rows;
  if (!row || action.rows.length > 1)
    throw new AppError('request.invalid', { failures: { ids: [{ rule: 'array_length', params: ['1', '1'] }] } });
  assert(batchEdits[edit].from.includes(row.state) && row.moving === '', 'card.batch_state');
  return row;
}

/** Sets the redemption deadline of the cards that are not activated; empty removes it. Returns how many cards changed. */
export async function redateBatch(
  action: Omit<ActionRun<typeof cardBatches>, 'input'> & { input: { redeem_end_at?: Date | string | null } },
): Promise<ActionResult> {
  const { trx, call, input } = action;
  const row = editedBatch(action, 'redate');
  const now = call.ctx.clock();
  const end = input.redeem_end_at ?? null;
  const failure = findEndFailure(end, { start: row.redeem_start_at, now });
  if (failure) throw new AppError('request.invalid', { failures: { redeem_end_at: [failure] } });
  await setColumns(action, 'card_batches', { ids: [row.id], values: { redeem_end_at: end } });
  const done =
    await sql`update cards set redeem_end_at = ${end}::timestamptz, version = version + 1, updated_at = ${now}
    where batch_id = ${row.id} and state in (${sql.join(unused)}) and redeem_end_at is distinct from ${end}::timestamptz`.execute(
      trx,
    );
  return { changed: 1, failed: [], extra: { cards: Number(done.numAffectedRows ?? 0) } };
}

type Payment = { agency_id: number; type: typeof quotaType.card_made | typeof quotaType.correction; delta: number };

/** Charges the new agency and refunds the former one for the moved cards. Ledger rows in ascending agency order. */
async function movePayment(
  { trx, call, reason }: ActionRun<typeof cardBatches>,
  row: RowOf<typeof cardBatches>,
  move: { to: number | null; count: number },
): Promise<void> {
  const from = row.agency_id;
  const payments: Payment[] = [
    ...(from === null ? [] : [{ agency_id: from, type: quotaType.correction, delta: move.count }]),
    ...(move.to === null ? [] : [{ agency_id: move.to, type: quotaType.card_made, delta: -move.count }]),
  ];
  for (const payment of payments.toSorted((a, b) => a.agency_id - b.agency_id)) {
    await moveQuota(trx, {
      ...payment,
      ref_type: 'card_batch',
      ref_id: row.id,
      operator_id: call.actor.user_id,
      now: call.ctx.clock(),
      secrets: call.ctx.secrets,
      remark: reason,
      // The version identifies this move: the batch row is locked and each move increments it.
      idempotency_key: `assign:${row.id}:${String(row.version)}`,
    });
  }
}

/** Locks in the common order: cartons, cards, agencies; both agencies in one call. */
async function lockForAssign(
  { trx }: ActionRun<typeof cardBatches>,
  row: RowOf<typeof cardBatches>,
  to: number | null,
): Promise<void> {
  await sql`select id from card_cartons where batch_id = ${row.id} order by id for no key update`.execute(trx);
  await sql`select id from cards where batch_id = ${row.id} and state in (${sql.join(unused)}) order by id for no key update`.execute(
    trx,
  );
  await lockAgencies(
    trx,
    [row.agency_id, to].filter((id): id is number => typeof id === 'number'),
  );
}

/** Assigns the cards that are not activated to another agency, or back to the school; quota moves with them, one per card. */
export async function assignBatch(action: ActionRun<typeof cardBatches, 'assign'>): Promise<ActionResult> {
  const { trx, call, input } = action;
  const row = editedBatch(action, 'assign');
  const now = call.ctx.clock();
  const to = input.agency_id ?? null;
  if (to === row.agency_id) return { changed: 0, failed: [], extra: { cards: 0 } };
  await lockForAssign(action, row, to);
  await sql`update card_cartons set agency_id = ${to}::bigint, version = version + 1, updated_at = ${now} where batch_id = ${row.id}`.execute(
    trx,
  );
  const moved = await sql`update cards set agency_id = ${to}::bigint, version = version + 1, updated_at = ${now}
    where batch_id = ${row.id} and state in (${sql.join(unused)})`.execute(trx);
  const count = Number(moved.numAffectedRows ?? 0);
  if (to !== null) await checkMaySell(trx, { agency_id: to, product_id: Number(row.product_id), quantity: count, now });
  if (count > 0) await movePayment(action, row, { to, count });
  await setColumns(action, 'card_batches', { ids: [row.id], values: { agency_id: to } });
  return { changed: 1, failed: [], extra: { cards: count } };
}
