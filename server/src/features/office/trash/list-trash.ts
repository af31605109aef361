import type * as trash from '@kaike/shared/contracts/office/trash';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { trashResources, findTrash, trashPerPage, daysLeft } from './find-trash.read.ts';
import { findFailures } from './failures.read.ts';

export async function listTrash(call: AdminCallOf<typeof trash.listTrash>) {
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
