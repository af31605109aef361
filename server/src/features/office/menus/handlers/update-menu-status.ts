import type * as menus from '@kaike/shared/contracts/office/menus';
import { assert } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { isClosable } from '../closed-pages.ts';
import { sidebarRows } from '../menu-tree.read.ts';
import { loadAllMenus } from '../load-menus.ts';
import { lockMenus } from '../sync-menus.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { holdsNeeded } from '../change-menus.ts';

/** Shows or hides sidebar entries and public pages, in every environment. */
export async function updateMenuStatus(call: AdminCallOf<typeof menus.updateMenuStatus>): Promise<{ changed: number }> {
  const { ids, status } = call.body;
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const all = await loadAllMenus(trx);
    const changeable = [...sidebarRows(all), ...all.filter(isClosable)];
    const rows = [...new Set(ids)].map((id) => changeable.find((one) => one.id === id));
    const changed = rows.flatMap((row) => {
      assert(row, 'record.not_found');
      assert(status === 1 || !holdsNeeded(all, row), 'menu.protected');
      return row.status === status ? [] : [row];
    });
    if (changed.length === 0) return { changed: 0 };
    await trx
      .updateTable('menus')
      .set({ status, updated_at: call.ctx.clock() })
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute();
    for (const row of changed)
      await writeLog(trx, call, {
        resource: 'menus',
        action: status === 1 ? 'unhide' : 'hide',
        record_id: row.id,
        record_title: row.key,
        before: { status: row.status },
        after: { status },
      });
    await call.ctx.bus.publish(trx, 'menus');
    return { changed: changed.length };
  });
}
