import type * as menus from '@kaike/shared/contracts/office/menus';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { assert, checkAll } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { isProtected } from '../menu-tree.read.ts';
import { factsOf, textsOf, changedFacts } from '../menu-facts.ts';
import { changedLink } from '../menu-link.ts';
import { type MenuRow, loadAllMenus } from '../load-menus.ts';
import { lockMenus } from '../sync-menus.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { holdsNeeded, checkIsLocal, findSidebarRow, checkAlias } from '../change-menus.ts';

type Own = BodyOf<typeof menus.updateMenu>;

/** What is needed to undo a change is there everywhere, for whoever holds its permission. */
async function checkStays(trx: Db, row: MenuRow, { is_enabled, env, middleware }: Own): Promise<void> {
  const stays = is_enabled !== false && (env ?? []).length === 0 && (middleware ?? []).length === 0;
  assert(stays || !holdsNeeded(await loadAllMenus(trx), row), 'menu.protected');
}

async function loadEntry(trx: Db, id: number): Promise<MenuRow> {
  return trx.selectFrom('menus').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Changes names and icon of an entry, and the target of a custom link. */
export async function updateMenu(call: AdminCallOf<typeof menus.updateMenu>): Promise<{ id: number }> {
  const id = call.params.id;
  const body = call.body;
  checkIsLocal(call);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const row = await findSidebarRow(trx, id);
    const all = await loadAllMenus(trx);
    await checkAll(
      () => checkAlias(trx, body.alias, id),
      () => changedLink(row, body, all),
      () => factsOf(body),
    );
    await checkStays(trx, row, body);
    const { use, middleware, params, responses } = body;
    const changesFacts = [use, middleware, params, responses].some((fact) => fact !== undefined);
    assert(row.is_custom || !changesFacts || !isProtected(row), 'menu.protected');
    const names = textsOf(body, 'name');
    const link = changedLink(row, body, all);
    // The icon of the definition is not stored as own, so that it keeps following upgrades.
    const icon =
      body.icons === undefined ? {} : { own_icon: body.icons && body.icons !== row.icons ? body.icons : null };
    await trx
      .updateTable('menus')
      .set({
        names: JSON.stringify(names),
        ...factsOf(body),
        updated_at: call.ctx.clock(),
        ...link,
        ...icon,
      })
      .where('id', '=', id)
      .execute();
    await writeLog(trx, call, {
      resource: 'menus',
      action: 'update',
      record_id: id,
      record_title: row.key,
      ...changedFacts(row, await loadEntry(trx, id)),
    });
    await call.ctx.bus.publish(trx, 'menus');
    return { id };
  });
}
