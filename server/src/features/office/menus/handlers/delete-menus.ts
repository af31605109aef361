import type * as menus from '@kaike/shared/contracts/office/menus';
import { assert } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadAllMenus } from '../load-menus.ts';
import { lockMenus, renumber } from '../sync-menus.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { checkIsLocal } from '../change-menus.ts';

/** Deletes custom entries with the links below them; the product's entries are hidden instead. */
export async function deleteMenus(call: AdminCallOf<typeof menus.deleteMenus>): Promise<{ deleted: number }> {
  const { ids } = call.body;
  checkIsLocal(call);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const rows = (await loadAllMenus(trx)).filter((row) => ids.includes(row.id));
    assert(rows.length === ids.length, 'record.not_found');
    assert(
      rows.every((row) => row.is_custom),
      'menu.protected',
    );
    const child = await trx
      .selectFrom('menus')
      .select('id')
      .where('parent_id', 'in', ids)
      .where('id', 'not in', ids)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    assert(!child, 'record.in_use');
    await trx.updateTable('menus').set({ deleted_at: call.ctx.clock() }).where('id', 'in', ids).execute();
    await trx.deleteFrom('menu_role').where('menu_id', 'in', ids).execute();
    assert(await renumber(trx), 'menu.bad_tree');
    for (const row of rows)
      await writeLog(trx, call, {
        resource: 'menus',
        action: 'delete',
        record_id: row.id,
        record_title: row.key,
        before: { names: row.names, url: row.url },
      });
    await call.ctx.bus.publish(trx, 'roles:*');
    return { deleted: rows.length };
  });
}
