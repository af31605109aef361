import { sql } from 'kysely';
import type * as menus from '@kaike/shared/contracts/office/menus';
import { assert, AppError } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { sidebarRows, revisionOf } from '../menu-tree.read.ts';
import { type MenuRow, loadAllMenus } from '../load-menus.ts';
import { lockMenus, renumber } from '../sync-menus.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { checkIsLocal } from '../change-menus.ts';

type Position = { id: number; parent_id: number | null };

function readPositions(raw: unknown): Position[] {
  const isPosition = (one: unknown): one is Position => {
    if (typeof one !== 'object' || one === null || !('id' in one) || !('parent_id' in one)) return false;
    return Number.isSafeInteger(one.id) && (one.parent_id === null || Number.isSafeInteger(one.parent_id));
  };
  assert(Array.isArray(raw) && raw.every(isPosition), 'menu.bad_tree');
  return raw;
}

/** Every entry exactly once, headings at the top, entries below a heading. */
function checkTree(rows: readonly MenuRow[], positions: readonly Position[], rootIds: ReadonlySet<number>): void {
  const rowIds = new Set(rows.map((row) => row.id));
  const ids = new Set(positions.map(({ id }) => id));
  const isComplete =
    positions.length === rows.length && ids.size === rows.length && positions.every(({ id }) => rowIds.has(id));
  const isPlaced = positions.every(({ id, parent_id }) =>
    rootIds.has(id) ? parent_id === null : parent_id !== null && rootIds.has(parent_id),
  );
  assert(isComplete && isPlaced, 'menu.bad_tree');
}

/** Saves the whole order in one transaction. */
export async function updateMenuPositions(
  call: AdminCallOf<typeof menus.updateMenuPositions>,
): Promise<{ moved: number; revision: string }> {
  const body = call.body;
  checkIsLocal(call);
  const positions = readPositions(body.positions);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const rows = sidebarRows(await loadAllMenus(trx));
    if (body.revision !== revisionOf(rows)) throw new AppError('record.stale', { current: {} });
    const roots = rows.filter((row) => row.level === 3);
    checkTree(rows, positions, new Set(roots.map((row) => row.id)));
    const top = roots[0]?.parent_id ?? null;
    await sql`update menus m set parent_id = coalesce(n.parent_id, ${top}::bigint), sort = n.place, updated_at = ${call.ctx.clock()}
      from unnest(${positions.map(({ id }) => id)}::bigint[], ${positions.map(({ parent_id }) => parent_id)}::bigint[], ${positions.map((_, index) => index + 1)}::int[]) as n(id, parent_id, place)
      where m.id = n.id`.execute(trx);
    assert(await renumber(trx), 'menu.bad_tree');
    const after = sidebarRows(await loadAllMenus(trx));
    const before = new Map(rows.map((row, index) => [row.id, `${row.parent_id ?? ''}/${index}`]));
    const moved = after.filter((row, index) => before.get(row.id) !== `${row.parent_id ?? ''}/${index}`).length;
    if (moved > 0) await writeLog(trx, call, { resource: 'menus', action: 'positions', after: { moved } });
    // What stands below a closed heading is closed.
    await call.ctx.bus.publish(trx, 'menus');
    return { moved, revision: revisionOf(after) };
  });
}
