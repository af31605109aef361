import { batchActions, batchState } from '@kaike/shared/domain/cards/batch-state';
import { allows } from '@kaike/shared/domain/status';
import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { addJob, jobPriority } from '../../../core/job.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf, Write } from '../../../kit/behaviour.ts';
import { checkMaySell, returnVoided } from '../../agencies/agencies/public.ts';
import type { CardsMove } from './move-cards.ts';

type ManualAction = Exclude<keyof typeof batchActions, 'finish'>;

/** Writes the state; where cards change with it, a job changes them: there may be 100,000. */
async function changeState(
  action: ActionRun<typeof cardBatches>,
  name: ManualAction,
  move?: CardsMove,
): Promise<{ rows: RowOf<typeof cardBatches>[]; result: ActionResult }> {
  const { to } = batchActions[name];
  const isAllowed = (row: RowOf<typeof cardBatches>): boolean => allows(batchActions, name, row.state);
  const failed = action.rows
    .filter((row) => !isAllowed(row))
    .map(({ id }): FailedRow => ({ id, code: 'card.batch_state' }));
  const rows = action.rows.filter(isAllowed);
  await setColumns(action, 'card_batches', {
    ids: rows.map((row) => row.id),
    values: { state: to, ...(move ? { moving: move } : {}) },
  });
  if (move)
    for (const { id } of rows)
      await addJob(
        action.trx,
        'move-cards',
        { batch_id: id, move },
        { key: `move-cards:${id}`, priority: jobPriority.first },
      );
  return { rows, result: { changed: rows.length, failed } };
}

/** The order in which agencies are locked. */
const inAgencyOrder = (rows: readonly RowOf<typeof cardBatches>[]): RowOf<typeof cardBatches>[] =>
  rows.toSorted((a, b) => Number(a.agency_id) - Number(b.agency_id));

/** Issues the cards in stock. An agency that may no longer sell cannot release its batches either. */
export async function releaseBatches(action: ActionRun<typeof cardBatches>): Promise<ActionResult> {
  const now = action.call.ctx.clock();
  for (const row of inAgencyOrder(action.rows)) {
    if (row.agency_id !== null)
      await checkMaySell(action.trx, {
        agency_id: Number(row.agency_id),
        product_id: Number(row.product_id),
        now,
      });
  }
  return (await changeState(action, 'release', 'issue')).result;
}

/** Quota for cards that will never be made is returned at once; for existing cards it is returned as they are voided. */
async function returnUnmade({ trx, call }: Write, row: RowOf<typeof cardBatches>): Promise<void> {
  const unmade = Number(row.quantity) - Number(row.made_count);
  if (row.state !== batchState.making || unmade === 0 || row.agency_id === null) return;
  await returnVoided(trx, {
    agency_id: Number(row.agency_id),
    batch_id: row.id,
    count: unmade,
    first: 'unmade',
    operator_id: call.actor.user_id,
    now: call.ctx.clock(),
    secrets: call.ctx.secrets,
  });
}

export async function voidBatches(action: ActionRun<typeof cardBatches>): Promise<ActionResult> {
  const { rows, result } = await changeState(action, 'void', 'void');
  for (const row of inAgencyOrder(rows)) await returnUnmade(action, row);
  return result;
}

/** Closed: nothing more is issued; issued cards stay valid. */
export const closeBatches = async (action: ActionRun<typeof cardBatches>): Promise<ActionResult> =>
  (await changeState(action, 'close')).result;
export const reopenBatches = async (action: ActionRun<typeof cardBatches>): Promise<ActionResult> =>
  (await changeState(action, 'reopen')).result;
