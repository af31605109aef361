import { sql } from 'kysely';
import { defineBehaviour, type FailedRow } from '../../../kit/behaviour.ts';
import { subjects } from '@kaike/shared/resources/catalog/subjects';

export const subjectsBehaviour = defineBehaviour(subjects, {
  computed: {
    course_count: sql`(select count(*)::int from subjects s join courses c on c.subject_id = s.id
      where s.lft between r.lft and r.rgt and s.deleted_at is null and c.deleted_at is null)`,
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
});
