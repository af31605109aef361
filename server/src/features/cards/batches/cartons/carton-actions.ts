import { sql } from 'kysely';
import { cartonActions, cartonState } from '@kaike/shared/domain/cards/carton-state';
import { allows } from '@kaike/shared/domain/status';
import type { cards as cardsResource } from '@kaike/shared/resources/cards/cards';
import type { cardCartons } from '@kaike/shared/resources/cards/card-cartons';
import { AppError, assert } from '../../../../core/app-error.ts';
import { setColumns } from '../../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf, Values } from '../../../../kit/behaviour.ts';
import { spendCardLimit, voidCards, workOf } from '../../cards/public.ts';
import { inCarton, usable, type CartonRow } from './carton-row.ts';

type Name = keyof typeof cartonActions;

/** The rows are already locked, so their states cannot change before the commit. */
function sortRows(
  action: ActionRun<typeof cardCartons>,
  name: Name,
): { rows: RowOf<typeof cardCartons>[]; failed: FailedRow[] } {
  const isAllowed = (row: RowOf<typeof cardCartons>): boolean => allows(cartonActions, name, row.state);
  return {
    rows: action.rows.filter(isAllowed),
    failed: action.rows.filter((row) => !isAllowed(row)).map(({ id }) => ({ id, code: 'carton.state' })),
  };
}

const setState = (
  action: ActionRun<typeof cardCartons>,
  rows: readonly RowOf<typeof cardCartons>[],
  values: Values,
): Promise<void> => setColumns(action, 'card_cartons', { ids: rows.map((row) => row.id), values });

export async function shipCartons(action: ActionRun<typeof cardCartons, 'ship'>): Promise<ActionResult> {
  const { rows, failed } = sortRows(action, 'ship');
  const number = (action.input.tracking_no ?? '').trim();
  await setState(action, rows, {
    state: cartonState.shipped,
    shipped_at: action.call.ctx.clock(),
    ...(number ? { tracking_no: number } : {}),
  });
  return { changed: rows.length, failed };
}

async function placeOf({ trx }: ActionRun<typeof cardCartons>, row: RowOf<typeof cardCartons>): Promise<CartonRow> {
  const { rows } =
    await sql<CartonRow>`select batch_id, first_seq, last_seq, lost_at from card_cartons where id = ${row.id}`.execute(
      trx,
    );
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Freezes the cards of a lost carton until it is recovered. */
export async function loseCartons(action: ActionRun<typeof cardCartons>): Promise<ActionResult> {
  const { rows, failed } = sortRows(action, 'lose');
  const now = action.call.ctx.clock();
  await setState(action, rows, { state: cartonState.lost, lost_at: now });
  for (const row of rows) {
    await sql`update cards set frozen_at = ${now}, frozen_reason = ${action.reason}, frozen_by_owner = false, version = version + 1, updated_at = ${now}
      where id in (select c.id from cards c where ${inCarton(await placeOf(action, row))} and c.state in (${sql.join(usable)}) and c.frozen_at is null order by c.id for update)`.execute(
      action.trx,
    );
  }
  return { changed: rows.length, failed };
}

/** Unfreezes the cards frozen with the carton; cards frozen for other reasons stay frozen. */
export async function findCartons(action: ActionRun<typeof cardCartons>): Promise<ActionResult> {
  const { rows, failed } = sortRows(action, 'find');
  const now = action.call.ctx.clock();
  for (const row of rows) {
    const carton = await placeOf(action, row);
    await sql`update cards set frozen_at = null, frozen_reason = '', version = version + 1, updated_at = ${now}
      where id in (select c.id from cards c where ${inCarton(carton)} and c.frozen_at = ${carton.lost_at} and not c.frozen_by_owner order by c.id for update)`.execute(
      action.trx,
    );
  }
  await setState(action, rows, { state: cartonState.shipped, lost_at: null });
  return { changed: rows.length, failed };
}

/** Voids a carton with its cards and returns the quota to the agency. */
export async function voidCarton(action: ActionRun<typeof cardCartons>): Promise<ActionResult> {
  const { rows, failed } = sortRows(action, 'void');
  const [row] = rows;
  if (action.rows.length > 1)
    throw new AppError('request.invalid', { failures: { ids: [{ rule: 'array_length', params: ['1', '1'] }] } });
  if (!row) return { changed: 0, failed };
  await setState(action, rows, { state: cartonState.voided });
  const cards = await sql<
    RowOf<typeof cardsResource>
  >`select c.* from cards c where ${inCarton(await placeOf(action, row))} and c.state in (${sql.join(usable)}) order by c.id for update`.execute(
    action.trx,
  );
  await spendCardLimit(action.trx, action.call.ctx, {
    user_id: action.call.actor.user_id,
    subject: `void-carton:${row.id}`,
    count: cards.rows.length,
  });
  const result = await voidCards(workOf({ ...action, rows: cards.rows }));
  return { changed: 1, failed: [], extra: { cards: result.changed } };
}
