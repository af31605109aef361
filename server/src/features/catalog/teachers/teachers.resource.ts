import { sql } from 'kysely';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { AppError } from '../../../core/app-error.ts';
import { defineBehaviour, type FailedRow, type Values, type Write } from '../../../kit/behaviour.ts';

/** The AI persona must exist; a teacher with one is an AI teacher. */
async function linkPerson({ trx }: Write, values: Values): Promise<Values> {
  const id = Number(values.ai_people_id ?? 0);
  if (id === 0) return values;
  const person = await trx
    .selectFrom('ai_peoples')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw new AppError('request.invalid', { failures: { ai_people_id: [{ rule: 'in', params: [] }] } });
  return { ...values, is_ai: true };
}

export const teachersBehaviour = defineBehaviour(teachers, {
  beforeCreate: linkPerson,
  beforeUpdate: (write, { values }) => linkPerson(write, values),
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const teaching = await sql<{
      id: number;
    }>`select distinct t.id from courses c cross join lateral unnest(c.teacher_ids) as t(id)
      where c.teacher_ids && ${ids}::bigint[] and c.deleted_at is null and t.id = any(${ids}::bigint[])`.execute(trx);
    return teaching.rows.map(({ id }) => ({ id, code: 'teacher.has_courses' }));
  },
});
