import { agencyStatus } from '@kaike/shared/domain/people/people';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { AppError, assert } from '../../../core/app-error.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult } from '../../../kit/behaviour.ts';
import { rebuildTree } from '../../../kit/write/rebuild-tree.ts';
import { lockAgencies } from './quota/lock-agencies.ts';

/** Moves an agency with its descendants to another parent. It keeps its quota, cards and members; who can see them follows the tree. */
export async function moveAgency(action: ActionRun<typeof agencies, 'move'>): Promise<ActionResult> {
  const { trx, call, rows, input } = action;
  const [row] = rows;
  assert(rows.length === 1 && row, 'record.not_found');
  const parentId = input.parent_id ?? null;
  if (parentId === row.parent_id) return { changed: 0, failed: [] };
  if (parentId !== null) {
    const existing = await trx
      .selectFrom('agencies')
      .select('id')
      .where('id', '=', parentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!existing) throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
    const locked = await lockAgencies(trx, [row.id, parentId]);
    const [agency, parent] = [locked.get(row.id), locked.get(parentId)];
    assert(agency && parent && !(agency.lft <= parent.lft && parent.rgt <= agency.rgt), 'agency.loop', {
      field: 'parent_id',
    });
    assert(parent.status !== agencyStatus.ended, 'agency.parent_ended', { field: 'parent_id' });
  }
  await setColumns({ trx, call }, 'agencies', { ids: [row.id], values: { parent_id: parentId } });
  await rebuildTree(trx, agencies);
  await call.ctx.bus.publish(trx, 'roles');
  return { changed: 1, failed: [] };
}
