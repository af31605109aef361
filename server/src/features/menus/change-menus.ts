import { sql } from 'kysely';
import { defaultLocale } from '@kaike/shared/locales/languages';
import type * as menus from '@kaike/shared/contracts/menus';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { AppError, assert, checkAll } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { isClosable } from './closed-pages.ts';
import { isProtected, revisionOf, sidebarRows } from './menu-tree.read.ts';
import { changedFacts, factsOf, textsOf } from './menu-facts.ts';
import { changedLink, readUrl } from './menu-link.ts';
import { readAll, type MenuRow } from './read-menus.ts';
import { lockMenus, renumber } from './sync-menus.ts';

type Position = { id: number; parent_id: number | null };
type Own = BodyOf<typeof menus.updateMenu>;

/** The product's menu is arranged during development only; an installation shows and hides entries. */
function checkIsLocal({ ctx }: AdminCall): void {
  assert(ctx.config.env === 'local', 'menu.local_only');
}

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
  const isPlaced = positions.every(({ id, parent_id: parentId }) =>
    rootIds.has(id) ? parentId === null : parentId !== null && rootIds.has(parentId),
  );
  assert(isComplete && isPlaced, 'menu.bad_tree');
}

/** Saves the whole order in one transaction. */
export async function savePositions(
  call: AdminCall,
  body: BodyOf<typeof menus.updateMenuPositions>,
): Promise<{ moved: number; revision: string }> {
  checkIsLocal(call);
  const positions = readPositions(body.positions);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const rows = sidebarRows(await readAll(trx));
    if (body.revision !== revisionOf(rows)) throw new AppError('record.stale', { current: {} });
    const roots = rows.filter((row) => row.level === 3);
    checkTree(rows, positions, new Set(roots.map((row) => row.id)));
    const top = roots[0]?.parent_id ?? null;
    await sql`update menus m set parent_id = coalesce(n.parent_id, ${top}::bigint), sort = n.place, updated_at = ${call.ctx.clock()}
      from unnest(${positions.map(({ id }) => id)}::bigint[], ${positions.map(({ parent_id: parentId }) => parentId)}::bigint[], ${positions.map((_, index) => index + 1)}::int[]) as n(id, parent_id, place)
      where m.id = n.id`.execute(trx);
    assert(await renumber(trx), 'menu.bad_tree');
    const after = sidebarRows(await readAll(trx));
    const before = new Map(rows.map((row, index) => [row.id, `${row.parent_id ?? ''}/${index}`]));
    const moved = after.filter((row, index) => before.get(row.id) !== `${row.parent_id ?? ''}/${index}`).length;
    if (moved > 0) await writeLog(trx, call, { resource: 'menus', action: 'positions', after: { moved } });
    // What stands below a closed heading is closed.
    await call.ctx.bus.publish(trx, 'menus');
    return { moved, revision: revisionOf(after) };
  });
}

/** An alias leads to one entry. */
async function checkAlias(trx: Db, alias: string | null | undefined, id: number | null): Promise<void> {
  if (!alias) return;
  const taken = (await readAll(trx)).some((row) => row.alias === alias && row.id !== id);
  assert(!taken, 'record.duplicate', { field: 'alias' });
}

function checkName(names: Record<string, string>): void {
  if (!names[defaultLocale])
    throw new AppError('request.invalid', { failures: { 'name_zh-CN': [{ rule: 'required', params: [] }] } });
}

async function findSidebarRow(trx: Db, id: number): Promise<MenuRow> {
  const row = sidebarRows(await readAll(trx)).find((one) => one.id === id);
  assert(row, 'record.not_found');
  return row;
}

/** Adds a heading, or a link below one. */
export async function addMenu(call: AdminCall, body: BodyOf<typeof menus.createMenu>): Promise<{ id: number }> {
  checkIsLocal(call);
  const names = textsOf(body, 'name');
  const isLink = Boolean(body.parent_id);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const all = await readAll(trx);
    const rows = sidebarRows(all);
    const target = () => (isLink ? readUrl(body.url ?? '', { rows: all, use: body.use }) : { url: '', is_out_link: 0 });
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

/** Whether an entry, or one below it, is needed to undo a change. */
const holdsNeeded = (rows: readonly MenuRow[], { left_margin: left, right_margin: right }: MenuRow): boolean =>
  rows.some((one) => one.left_margin >= left && one.right_margin <= right && isProtected(one));

/** What is needed to undo a change is there everywhere, for whoever holds its permission. */
async function checkStays(trx: Db, row: MenuRow, { is_enabled: isEnabled, env, middleware }: Own): Promise<void> {
  const stays = isEnabled !== false && (env ?? []).length === 0 && (middleware ?? []).length === 0;
  assert(stays || !holdsNeeded(await readAll(trx), row), 'menu.protected');
}

async function loadEntry(trx: Db, id: number): Promise<MenuRow> {
  return trx.selectFrom('menus').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Changes names and icon of an entry, and the target of a custom link. */
export async function changeMenu(call: AdminCall, id: number, body: Own): Promise<{ id: number }> {
  checkIsLocal(call);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const row = await findSidebarRow(trx, id);
    const all = await readAll(trx);
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

/** Deletes custom entries with the links below them; the product's entries are hidden instead. */
export async function removeMenus(
  call: AdminCall,
  { ids }: BodyOf<typeof menus.deleteMenus>,
): Promise<{ deleted: number }> {
  checkIsLocal(call);
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const rows = (await readAll(trx)).filter((row) => ids.includes(row.id));
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

/** Shows or hides sidebar entries and public pages, in every environment. */
export async function changeStatus(
  call: AdminCall,
  { ids, status }: BodyOf<typeof menus.updateMenuStatus>,
): Promise<{ changed: number }> {
  return call.ctx.db.transaction().execute(async (trx) => {
    await lockMenus(trx);
    const all = await readAll(trx);
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
