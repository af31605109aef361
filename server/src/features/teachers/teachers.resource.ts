import { sql } from 'kysely';
import { assignInput } from '../../kit/assign-input.ts';
import type { FailedRow, ResourceBehaviour } from '../../kit/behaviour.ts';

export const teachersBehaviour: ResourceBehaviour = {
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const teaching = await sql<{ id: number }>`select distinct t.id from courses c cross join lateral unnest(c.teacher_ids) as t(id)
      where c.teacher_ids && ${ids}::bigint[] and c.deleted_at is null and t.id = any(${ids}::bigint[])`.execute(trx);
    return teaching.rows.map(({ id }) => ({ id, code: 'teacher.has_courses' }));
  },
  actions: { 'change-status': assignInput('teachers', ['status']), remark: assignInput('teachers', ['remark']) },
};
