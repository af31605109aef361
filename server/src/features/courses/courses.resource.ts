import { sql } from 'kysely';
import { isSoundFile } from '@kaike/shared/domain/file-types';
import type { FieldFailures } from '@kaike/shared/kit/read-input';
import { AppError } from '../../http/app-error.ts';
import { assignInput } from '../../kit/assign-input.ts';
import type { FailedRow, ResourceBehaviour, Values, Write } from '../../kit/behaviour.ts';
import { changeStatus } from './change-status.ts';
import { makeSn } from './make-sn.ts';
import { outlineRoutes } from './outline.routes.ts';

type Known = { subject: boolean; teachers: number; /** Where the file of the trailer is stored. */ trailer_key: string | null };

/** Subject and teachers must be there: the array of teachers has no foreign key, and a subject may be deleted softly. */
async function checkRelations({ trx }: Write, values: Values): Promise<FieldFailures> {
  const subject = values['subject_id'] ?? null;
  const teachers = (values['teacher_ids'] ?? []) as number[];
  const trailer = values['trailer_id'] ?? null;
  const { rows } = await sql<Known>`select exists (select 1 from subjects where id = ${subject} and deleted_at is null) as subject,
    (select count(*)::int from teachers where id = any(${teachers}::bigint[]) and deleted_at is null) as teachers,
    (select storage_key from media where id = ${trailer} and deleted_at is null) as trailer_key`.execute(trx);
  if (isSoundFile(rows[0]?.trailer_key ?? '')) throw new AppError('course.trailer_is_sound', { field: 'trailer_id' });
  const unknown = [{ rule: 'in', params: [] }];
  return {
    ...(subject === null || rows[0]?.subject ? {} : { subject_id: unknown }),
    ...(rows[0]?.teachers === teachers.length ? {} : { teacher_ids: unknown }),
  };
}

/** A price that is crossed out is the higher one; without a list price nothing is crossed out. */
function checkPrices(values: Values): FieldFailures {
  const [list, sale] = [Number(values['list_price'] ?? 0), Number(values['sale_price'] ?? 0)];
  return list > 0 && sale > list ? { sale_price: [{ rule: 'max_value', params: [String(list / 100)] }] } : {};
}

async function checkValues(write: Write, changed: Values, before: Values = {}): Promise<void> {
  const failures = { ...(await checkRelations(write, changed)), ...checkPrices({ ...before, ...changed }) };
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
}

export const coursesBehaviour: ResourceBehaviour = {
  async beforeCreate(write, values) {
    await checkValues(write, values);
    return { ...values, sn: values['sn'] || (await makeSn(write.trx, write.call.ctx.clock())) };
  },
  async beforeUpdate(write, { before, values }) {
    await checkValues(write, values, before);
    return values;
  },
  async beforeDelete({ trx, call }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const used = await sql<{ id: number }>`select c.id from courses c where c.id = any(${ids}::bigint[]) and (
      exists (select 1 from learning_records r where r.course_id = c.id)
      or exists (select 1 from entitlements e where e.course_id = c.id and e.revoked_at is null and (e.end_at is null or e.end_at > ${call.ctx.clock()})))`.execute(trx);
    return used.rows.map(({ id }) => ({ id, code: 'course.has_learners' }));
  },
  actions: { 'change-status': changeStatus, remark: assignInput('courses', ['remark']) },
  routes: outlineRoutes,
};
