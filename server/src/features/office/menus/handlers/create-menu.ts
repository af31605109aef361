import { defaultLocale } from '@kaike/shared/locales/languages';
import type * as menus from '@kaike/shared/contracts/office/menus';
import { AppError, checkAll, assert } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { sidebarRows } from '../menu-tree.read.ts';
import { textsOf, factsOf } from '../menu-facts.ts';
import { parseUrl } from '../menu-link.ts';
import { loadAllMenus } from '../load-menus.ts';
import { lockMenus, renumber } from '../sync-menus.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { checkIsLocal, checkAlias, findSidebarRow } from '../change-menus.ts';

function checkName(names: Record<string, string>): void {
  if (!names[defaultLocale])
    throw new AppError('request.invalid', { failures: { 'name_zh-CN': [{ rule: 'required', params: [] }] } });
}

/** Adds a heading, or a link below one. */
export async function createMenu(call: AdminCallOf<typeof menus.createMenu>): Promise<{ id: number }> {
  const body = call.body;
  checkIsLocal(call);
  const names = textsOf(body, 'name');
  const isLink = Boolean(body.parent_id);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const all = await loadAllMenus(trx);
    const rows = sidebarRows(all);
    const target = () =>
      isLink ? parseUrl(body.url ?? '', { rows: all, use: body.use }) : { url: '', is_out_link: 0 };
    await checkAll(
      () => checkName(names),
      () => checkAlias(trx, body.alias, null),
      target,
      () => factsOf(body),
    );
    const link = target();
    const parentId = isLink
      ? (await findSidebarRow(trx, Number(body.parent_id))).id
      : rows.find((row) => row.level === 3)?.parent_id;
    assert(!isLink || rows.some((row) => row.id === parentId && row.level === 3), 'menu.bad_tree');
    const { id } = await trx
      .insertInto('menus')
      .values({
        key: 'custom.new',
        parent_id: parentId ?? null,
        names: JSON.stringify(names),
        ...factsOf(body),
        icons: body.icons ?? '',
        ...link,
        method: isLink ? [1] : [],
        group: 'admin',
        is_page: isLink ? 1 : 0,
        action: isLink ? 'open' : null,
        sort: rows.length + 1000,
        is_custom: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The row id makes a key that no upgrade uses.
    await trx
      .updateTable('menus')
      .set({ key: `custom.${id}` })
      .where('id', '=', id)
      .execute();
    assert(await renumber(trx), 'menu.bad_tree');
    await writeLog(trx, call, {
      resource: 'menus',
      action: 'create',
      record_id: id,
      record_title: `custom.${id}`,
      after: { names, url: link.url },
    });
    return { id };
  });
}
