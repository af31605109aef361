import { sql } from 'kysely';
import { AppError, assert } from '../../core/app-error.ts';
import { assignInput } from '../../kit/write/assign-input.ts';
import type { FailedRow, ResourceBehaviour, Values, Write } from '../../kit/behaviour.ts';

/** The parent must exist and must not be the row itself or one of its descendants. */
async function checkParent({ trx }: Write, values: Values, id: number | null): Promise<void> {
  const parentId = values['parent_id'];
  if (typeof parentId !== 'number') return;
  const { rows } = await sql<{ is_below: boolean }>`select coalesce(p.lft between s.lft and s.rgt, false) as is_below
    from subjects p left join subjects s on s.id = ${id} where p.id = ${parentId} and p.deleted_at is null`.execute(
    trx,
  );
  if (!rows[0]) throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
  assert(!rows[0].is_below, 'subject.loop', { field: 'parent_id' });
}

export const subjectsBehaviour: ResourceBehaviour = {
  computed: {
    course_count: sql`(select count(*)::int from subjects s join courses c on c.subject_id = s.id
      where s.lft between r.lft and r.rgt and s.deleted_at is null and c.deleted_at is null)`,
  },
  async beforeCreate(write, values) {
    await checkParent(write, values, null);
    return values;
  },
  async beforeUpdate(write, { before, values }) {
    await checkParent(write, values, before.id);
    return values;
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const blocked = await sql<{ id: number; has_children: boolean; has_courses: boolean }>`select s.id,
        exists (select 1 from subjects b where b.parent_id = s.id and b.deleted_at is null and b.id <> all(${ids}::bigint[])) as has_children,
        exists (select 1 from courses c where c.subject_id = s.id and c.deleted_at is null) as has_courses
      from subjects s where s.id = any(${ids}::bigint[])`.execute(trx);
    return blocked.rows.flatMap((row): FailedRow[] => {
      if (row.has_children) return [{ id: row.id, code: 'subject.has_children' }];
      return row.has_courses ? [{ id: row.id, code: 'subject.has_courses' }] : [];
    });
  },
  actions: { 'change-status': assignInput('subjects', ['status']), remark: assignInput('subjects', ['remark']) },
};
