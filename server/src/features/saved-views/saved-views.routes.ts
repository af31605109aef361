import type { SavedView } from '@kaike/shared/contracts/saved-views';
import * as savedViews from '@kaike/shared/contracts/saved-views';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { readLayout } from '@kaike/shared/kit/list-layout';
import { permissionOf, type ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Db } from '../../db/pool.ts';
import { mayDo, type AdminActor } from '../../core/actor.ts';
import { AppError, assert } from '../../core/app-error.ts';
import { once } from '../../core/once.ts';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCall, AdminCallOf, ById } from '../../core/call.ts';
import { readListQuery, readSearch } from '../../kit/read/list-query.ts';
import type { Feature } from '../feature.ts';
import {
  countViews,
  deleteView,
  findLook,
  findRoles,
  findView,
  findViews,
  insertView,
  lockView,
  writeLook,
  writeView,
  type ViewRow,
  type ViewValues,
} from './saved-views.store.ts';

/** Maximum views per user and list. */
const maxViews = 50;

/** The list the views belong to; it requires the permission to open the list. */
async function listOf({ actor, ctx }: AdminCall, name: string): Promise<ResourceDefinition> {
  const resource = await ctx.resources.find(name);
  assert(resource, 'request.not_found');
  assert(mayDo(actor, permissionOf(resource.definition, 'list')), 'access.denied');
  return resource.definition;
}

async function checkRole(db: Db, actor: AdminActor, role: number | null): Promise<void> {
  if (role === null) return;
  const roles = await findRoles(db, actor);
  assert(
    roles.some(({ id }) => id === role),
    'access.denied',
  );
}

type ViewBody = Pick<BodyOf<typeof savedViews.updateSavedView>, 'name' | 'query' | 'layout' | 'role_id'>;

/** Validates a view: unknown filters are refused, unknown columns are dropped. */
function readView(definition: ResourceDefinition, body: ViewBody): ViewValues {
  const query = body.query ?? '';
  readListQuery(definition, readSearch(query));
  const layout =
    body.layout === null || body.layout === undefined ? null : readLayout(definition.list.columns, body.layout);
  return { name: body.name, query, layout, role_id: body.role_id ?? null };
}

async function list(call: AdminCallOf<typeof savedViews.listSavedViews>) {
  const { name } = await listOf(call, call.query.resource);
  const { db } = call.ctx;
  const [views, look, roles] = await Promise.all([
    findViews(db, call.actor, name),
    findLook(db, call.actor, name),
    findRoles(db, call.actor),
  ]);
  return { views, ...look, roles };
}

async function present(db: Db, actor: AdminActor, id: number): Promise<{ view: SavedView }> {
  const view = await findView(db, actor, id);
  assert(view, 'record.not_found');
  return { view };
}

async function create(call: AdminCallOf<typeof savedViews.createSavedView>) {
  const definition = await listOf(call, call.body.resource);
  const values = readView(definition, call.body);
  return once(call, 'saved-views.create', async (trx) => {
    await checkRole(trx, call.actor, values.role_id);
    assert((await countViews(trx, call.actor, definition.name)) < maxViews, 'list.too_many_views');
    const id = await insertView(trx, call.actor, { ...values, resource: definition.name });
    return present(trx, call.actor, id);
  });
}

/** Locks a view that only its owner may change. */
async function lockOwn(trx: Db, actor: AdminActor, id: number): Promise<ViewRow> {
  const row = await lockView(trx, actor, id);
  assert(row, 'record.not_found');
  assert(row.user_id === actor.user_id, 'access.denied');
  return row;
}

async function update(call: AdminCallOf<typeof savedViews.updateSavedView>) {
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, call.actor, call.params.id);
    const values = readView(await listOf(call, row.resource), call.body);
    if (row.version !== call.body.version)
      throw new AppError('record.stale', { current: await findView(trx, call.actor, row.id) });
    // The previous role may stay even if the owner no longer has it.
    if (values.role_id !== row.role_id) await checkRole(trx, call.actor, values.role_id);
    await writeView(trx, row.id, values);
    return present(trx, call.actor, row.id);
  });
}

async function remove(call: AdminCall & ById) {
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, call.actor, call.params.id);
    await deleteView(trx, row.id);
    return { deleted: true };
  });
}

async function saveLook(call: AdminCallOf<typeof savedViews.updateListLayout>) {
  const { resource, layout, default_view_id: view } = call.body;
  const definition = await listOf(call, resource);
  if (typeof view === 'number') await present(call.ctx.db, call.actor, view);
  await writeLook(call.ctx.db, call.actor, {
    resource,
    ...(layout === undefined ? {} : { layout: layout === null ? null : readLayout(definition.list.columns, layout) }),
    ...(view === undefined ? {} : { default_view_id: view }),
  });
  return { saved: true };
}

/** Saved views of lists: every administrator has their own and may share them with a role. */
export const savedViewsFeature: Feature = {
  routes: [
    route.admin(savedViews.listSavedViews, { permission: anyAdmin, handler: list }),
    route.admin(savedViews.createSavedView, { permission: anyAdmin, status: 201, handler: create }),
    route.admin(savedViews.updateListLayout, { permission: anyAdmin, handler: saveLook }),
    route.admin(savedViews.updateSavedView, { permission: anyAdmin, handler: update }),
    route.admin(savedViews.deleteSavedView, { permission: anyAdmin, handler: remove }),
  ],
};
