import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { assert } from '../../../../core/app-error.ts';
import { setColumns } from '../../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, RowOf } from '../../../../kit/behaviour.ts';
import { recordLowQuota } from '../quota/quota.ts';

function rowOf({ rows, call }: ActionRun<typeof agencies>): RowOf<typeof agencies> {
  assert(rows.length === 1 && rows[0], 'record.not_found');
  assert(rows[0].id !== call.actor.admin.agency?.id, 'access.denied');
  return rows[0];
}

/** Removes or sets the limit of an agency; a daily cap applies in either case. */
export async function changeUnlimited(action: ActionRun<typeof agencies, 'unlimited'>): Promise<ActionResult> {
  const { unlimited, daily_cap: cap } = action.input;
  const { id } = rowOf(action);
  await setColumns(action, 'agencies', { ids: [id], values: { unlimited, daily_cap: cap ?? null } });
  await recordLowQuota(action.trx, id, action.call.ctx.clock());
  return { changed: 1, failed: [] };
}
