import { wrongColumnItem } from '@kaike/shared/domain/site/column-items';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../core/app-error.ts';
import { assignInput } from '../../kit/write/assign-input.ts';
import type { FailedRow, ResourceBehaviour, Values, Write } from '../../kit/behaviour.ts';

const momentOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : new Date(value instanceof Date ? value : String(value)).getTime();

function checkItems(values: Values): void {
  const wrong = values['items'] === undefined ? 0 : wrongColumnItem(values['items']);
  if (wrong > 0) throw new AppError('column.items', { field: 'items', params: { n: wrong } });
}

function checkTimes(values: Values): Values {
  const [start, end] = [momentOf(values['start_at']), momentOf(values['end_at'])];
  assert(start === null || end === null || end > start, 'column.ends_before_start', { field: 'end_at' });
  return values;
}

/** A column may have a parent, but never itself or one of its descendants. */
async function checkPlace({ trx }: Write, values: Values, id: number): Promise<void> {
  const parent = Number(values['parent_id'] ?? 0);
  if (parent === 0) return;
  const { rows } = await sql<{ id: number }>`with recursive above (id, parent_id) as (
      select id, parent_id from columns where id = ${parent} and deleted_at is null
      union select c.id, c.parent_id from columns c join above a on c.id = a.parent_id)
    select id from above`.execute(trx);
  if (rows.length === 0 || rows.some((row) => row.id === id))
    throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
}

/** Columns with children cannot be deleted. */
async function holdParents(trx: Db, ids: readonly number[]): Promise<FailedRow[]> {
  const below = await trx
    .selectFrom('columns')
    .select('parent_id')
    .distinct()
    .where('parent_id', 'in', [...ids])
    .where('id', 'not in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  return below.flatMap(({ parent_id: id }) => (id === null ? [] : [{ id, code: 'record.in_use' as const }]));
}

export const columnsBehaviour: ResourceBehaviour = {
  async beforeCreate(write, values) {
    checkItems(values);
    await checkPlace(write, values, 0);
    return checkTimes(values);
  },
  async beforeUpdate(write, { before, values }) {
    checkItems(values);
    await checkPlace(write, values, before.id);
    checkTimes({ ...before, ...values });
    return values;
  },
  beforeDelete: async ({ trx }, rows) =>
    holdParents(
      trx,
      rows.map((row) => row.id),
    ),
  actions: { 'change-status': assignInput('columns', ['status']), remark: assignInput('columns', ['remark']) },
};
