import { sql } from 'kysely';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import type { InputOf } from '@kaike/shared/kit/field';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { AppError, checkAll } from '../../../core/app-error.ts';
import { findEndFailure } from '../../../kit/fields/check-span.ts';
import { checkPrices } from '../prices/public.ts';
import { defineBehaviour, type FailedRow, type Values, type Write } from '../../../kit/behaviour.ts';
import { checksOfCourse, previewStatus } from './check-courses.ts';
import { changeStatus } from './change-status.ts';
import { chooseStyles } from './choose-styles.ts';
import { makeSns } from './serial-number.ts';
import { outlineRoutes } from './outline/outline.routes.ts';

type Relations = {
  subject: boolean;
  teachers: number;
  /** Storage key of the trailer's file. */
  trailer_key: string | null;
};

/** Which of the referenced records exist; the array of teachers has no foreign key, and a subject may be soft-deleted. One statement for all rows. */
async function findRelations({ trx }: Write, rows: readonly Values[]): Promise<Relations[]> {
  const references = rows.map((values, place) => ({
    place,
    subject: values.subject_id ?? null,
    teachers: values.teacher_ids ?? [],
    trailer: values.trailer_id ?? null,
  }));
  const relations =
    await sql<Relations>`select exists (select 1 from subjects where id = a.subject and deleted_at is null) as subject,
      (select count(*)::int from teachers where id = any(a.teachers) and deleted_at is null) as teachers,
      (select storage_key from media where id = a.trailer and deleted_at is null) as trailer_key
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as a(place int, subject bigint, teachers bigint[], trailer bigint) order by a.place`.execute(
      trx,
    );
  return relations.rows;
}

function checkTrailer(relations: Relations | undefined): void {
  if (isSoundFile(relations?.trailer_key ?? '')) throw new AppError('course.trailer_is_sound', { field: 'trailer_id' });
}

function checkRelations(values: Values, relations: Relations | undefined): FieldFailures {
  const unknown = [{ rule: 'in', params: [] }];
  return {
    ...((values.subject_id ?? null) === null || relations?.subject ? {} : { subject_id: unknown }),
    ...(relations?.teachers === ((values.teacher_ids ?? []) as number[]).length ? {} : { teacher_ids: unknown }),
  };
}

/** A course is taken off the shelf after it is published. */
function checkTimes(values: Values): FieldFailures {
  const failure = findEndFailure(values.unpublish_at as string | Date | null, {
    start: values.publish_at as string | Date | null,
  });
  return failure ? { unpublish_at: [failure] } : {};
}

const checkValues = (relations: Relations | undefined, changed: Values, before: Values = {}): Promise<void> =>
  checkAll(
    () => checkPrices({ ...before, ...changed }),
    () => checkTrailer(relations),
    () => {
      const failures = { ...checkRelations(changed, relations), ...checkTimes({ ...before, ...changed }) };
      if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
    },
  );

type NewCourse = InputOf<(typeof courses)['fields']>;

/** Each row with its own course number and the look of its cover, or why it is refused. */
async function prepareMany(write: Write, rows: readonly NewCourse[]): Promise<(NewCourse | AppError)[]> {
  const relations = await findRelations(write, rows);
  const styles = await chooseStyles(write.trx, rows);
  const free = await makeSns(write.trx, write.call.ctx.clock(), rows.filter((values) => !values.sn).length);
  return Promise.all(
    rows.map(async (values, place) => {
      try {
        await checkValues(relations[place], values);
        return { ...values, sn: values.sn || (free.pop() ?? ''), cover_style: styles[place] ?? '' };
      } catch (error) {
        if (error instanceof AppError) return error;
        throw error;
      }
    }),
  );
}

export const coursesBehaviour = defineBehaviour(courses, {
  async beforeCreate(write, values) {
    const [prepared] = await prepareMany(write, [values]);
    if (prepared instanceof AppError) throw prepared;
    return prepared ?? values;
  },
  beforeCreateMany: prepareMany,
  async beforeUpdate(write, { before, values }) {
    const [relations] = await findRelations(write, [values]);
    await checkValues(relations, values, before);
    if (values.cover_style !== '') return values;
    const [style = ''] = await chooseStyles(write.trx, [{ ...before, ...values }]);
    return { ...values, cover_style: style };
  },
  async beforeDelete({ trx, call }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const used = await sql<{ id: number }>`select c.id from courses c where c.id = any(${ids}::bigint[]) and (
      exists (select 1 from learning_records r where r.course_id = c.id)
      or exists (select 1 from entitlements e where e.course_id = c.id and e.revoked_at is null and (e.end_at is null or e.end_at > ${call.ctx.clock()})))`.execute(
      trx,
    );
    return used.rows.map(({ id }) => ({ id, code: 'course.has_members' }));
  },
  checks: { published: checksOfCourse },
  dryRunNotes: { 'change-status': previewStatus },
  actions: { 'change-status': changeStatus },
  routes: outlineRoutes,
});
