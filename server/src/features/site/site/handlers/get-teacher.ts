import { sql } from 'kysely';
import type * as site from '@kaike/shared/contracts/site/site';
import type { Call } from '../../../../core/call.ts';
import { loadTeachers, loadPictures } from '../reads/catalog.read.ts';
import { sendCached } from '../cached.ts';
import { loadPublicCourses } from '../public-courses.ts';
import type { CallOf } from '../../../../core/call.ts';
import { requireRow } from '../lists.ts';

export function getTeacher(call: CallOf<typeof site.getTeacher>) {
  return sendCached(call, `teacher ${call.params.id}`, () => readTeacher(call, call.params.id));
}

const maxOfTeacher = 50;

async function readTeacher({ ctx }: Call, id: number) {
  const [[row], pictures, courses] = await Promise.all([
    loadTeachers(ctx.db, { limit: 1, offset: 0, id }),
    loadPictures(ctx.db, id),
    loadPublicCourses(ctx.db, { where: sql`c.teacher_ids @> array[${id}::bigint]`, limit: maxOfTeacher }),
  ]);
  return { row: requireRow(row), pictures, courses };
}
