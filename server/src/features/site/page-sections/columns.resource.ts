import { wrongColumnItem } from '@kaike/shared/domain/site/column-items';
import { columns } from '@kaike/shared/resources/site/columns';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import { defineBehaviour, type FailedRow } from '../../../kit/behaviour.ts';

type Timestamp = Date | string | null | undefined;

const timeOf = (moment: Timestamp): number | null => (moment ? new Date(moment).getTime() : null);

function checkItems(items: unknown): void {
  const wrong = items === undefined ? 0 : wrongColumnItem(items);
  if (wrong > 0) throw new AppError('column.items', { field: 'items', params: { n: wrong } });
}

function checkTimes(span: { start_at?: Timestamp; end_at?: Timestamp }): void {
  const [start, end] = [timeOf(span.start_at), timeOf(span.end_at)];
  assert(start === null || end === null || end > start, 'column.ends_before_start', { field: 'end_at' });
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

export const columnsBehaviour = defineBehaviour(columns, {
  async beforeCreate(_write, values) {
    await checkAll(
      () => checkItems(values.items),
      () => checkTimes(values),
    );
    return values;
  },
  async beforeUpdate(_write, { before, values }) {
    await checkAll(
      () => checkItems(values.items),
      () => checkTimes({ ...before, ...values }),
    );
    return values;
  },
  beforeDelete: async ({ trx }, rows) =>
    holdParents(
      trx,
      rows.map((row) => row.id),
    ),
});
