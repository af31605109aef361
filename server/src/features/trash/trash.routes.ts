import * as trash from '@kaike/shared/contracts/trash';
import { assert } from '../../core/app-error.ts';
import { once } from '../../core/once.ts';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCallOf } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { daysLeft, findTrash, trashPerPage, trashResources } from './find-trash.read.ts';
import { findFailures } from './failures.read.ts';
import { readItems, writeTrash } from './trash-writes.ts';

async function list(call: AdminCallOf<typeof trash.listTrash>) {
  const { resource = '', keyword = '', page } = call.query;
  const all = trashResources(call);
  const selected = resource ? all.filter(({ definition }) => definition.name === resource) : all;
  assert(!resource || selected.length > 0, 'access.denied');
  const rows = await findTrash(call, selected, {
    keyword: (keyword ?? '').trim(),
    page: page ?? 1,
  });
  const now = call.ctx.clock();
  const data = rows.slice(0, trashPerPage).map((row) => {
    const at = new Date(row.deleted_at);
    return {
      ...row,
      title: row.title ?? '',
      deleted_at: at.toISOString(),
      days_left: daysLeft(at, now),
      may_restore: true,
    };
  });
  const failures = await findFailures(call, selected);
  return {
    data,
    has_more: rows.length > trashPerPage,
    resources: all.map(({ definition }) => definition.name),
    failures,
  };
}

type ItemsCall = AdminCallOf<typeof trash.restoreTrash>;

const writer = (what: 'restore' | 'purge') => (call: ItemsCall) => {
  const items = readItems(call.body.items);
  return once(call, `trash.${what}`, (trx) => writeTrash({ trx, call }, items, what));
};

/** The trash of all resources with soft deletion. */
export const trashFeature: Feature = {
  routes: [
    route.admin(trash.listTrash, { permission: anyAdmin, handler: list }),
    route.admin(trash.restoreTrash, { permission: anyAdmin, handler: writer('restore') }),
    route.admin(trash.purgeTrash, { permission: anyAdmin, handler: writer('purge') }),
  ],
};
