import { sql, type RawBuilder } from 'kysely';
import type { getCourses, suggestCourses } from '@kaike/shared/contracts/site';
import { searchText, type CourseOrder } from '@kaike/shared/domain/courses/course-search';
import { switchStatus } from '@kaike/shared/domain/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { fillPinyin, namesSounding } from './pinyin-keys.ts';
import { countPublicCourses, courseOrder, isPublicCourse, readPublicCourses, salePrice } from './public-courses.ts';

const perPage = 12;
const maxOthers = 4;
const maxSuggestions = 6;
/** Maximum words of a search; further ones are ignored. */
const maxWords = 5;

const orders: Record<CourseOrder, RawBuilder<unknown>> = {
  default: courseOrder,
  newest: sql`c.publish_at desc nulls last, c.id desc`,
  price: sql`case when c.is_free then 0 else ${salePrice} end, c.id desc`,
  longest: sql`c.duration_sec desc, c.id desc`,
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Teachers and subjects matching the pattern or one of the names, so that the course query uses only indexes of courses. */
async function namesLike(
  db: Db,
  pattern: string,
  names: readonly string[],
): Promise<{ teachers: number[]; subjects: number[] }> {
  const { rows } = await sql<{ teachers: number[] | null; subjects: number[] | null }>`select
    (select array_agg(id) from teachers where (name ilike ${pattern} or english_name ilike ${pattern} or name = any(${names}::text[])) and deleted_at is null and status = ${switchStatus.on}) as teachers,
    (select array_agg(b.id) from subjects a join subjects b on b.lft between a.lft and a.rgt
      where (a.name ilike ${pattern} or a.name = any(${names}::text[])) and a.deleted_at is null and a.status = ${switchStatus.on}) as subjects`.execute(
    db,
  );
  return { teachers: rows[0]?.teachers ?? [], subjects: rows[0]?.subjects ?? [] };
}

async function matchingAll(db: Db, input: string): Promise<RawBuilder<unknown>> {
  const { text, pinyin } = searchText(input);
  const { teachers, subjects } = await namesLike(
    db,
    like(text),
    pinyin === null ? [] : await namesSounding(db, pinyin),
  );
  const byPinyin = pinyin === null ? sql`false` : sql`c.pinyin like ${like(pinyin)}`;
  return sql`(c.title ilike ${like(text)} or ${byPinyin} or c.subtitle ilike ${like(text)} or c.tags @> array[${text}]
    or c.teacher_ids && ${teachers}::bigint[] or c.subject_id = any(${subjects}::bigint[]))`;
}

/** The search condition for a text: title, pinyin, tag, teacher, subject; several words may match different fields. */
async function matching(db: Db, input: string): Promise<RawBuilder<unknown>> {
  const { text } = searchText(input);
  if (text === '') return sql`true`;
  await fillPinyin(db);
  const words = [...new Set(text.split(' '))].slice(0, maxWords);
  if (words.length === 1) return matchingAll(db, text);
  const [whole, ...each] = await Promise.all([text, ...words].map((part) => matchingAll(db, part)));
  return sql`(${whole} or (${sql.join(each, sql` and `)}))`;
}

/** Courses of a subject and its descendants. */
export const inSubject = (id: number | null | undefined): RawBuilder<unknown> =>
  id
    ? sql`c.subject_id in (select b.id from subjects a join subjects b on b.lft between a.lft and a.rgt where a.id = ${id} and b.deleted_at is null)`
    : sql`true`;

type CourseQuery = { text: string; subject_id?: number | null | undefined; sort: CourseOrder; page: number };

/** One page of the public list; without a match, other courses as suggestions. */
export async function findCourses(
  db: Db,
  { text, subject_id: subjectId, sort, page }: CourseQuery,
): Promise<ResponseOf<typeof getCourses>> {
  const where = sql`${inSubject(subjectId)} and ${await matching(db, text)}`;
  const [rows, total] = await Promise.all([
    readPublicCourses(db, { where, order: orders[sort], limit: perPage, offset: (page - 1) * perPage }),
    countPublicCourses(db, where),
  ]);
  const others = total === 0 ? await readPublicCourses(db, { where: sql`true`, limit: maxOthers }) : [];
  return { data: rows, total, current_page: page, has_more: page * perPage < total, others };
}

/** Title suggestions for the text typed so far; prefix matches first. */
export async function suggestTitles(db: Db, input: string): Promise<ResponseOf<typeof suggestCourses>['courses']> {
  const { text, pinyin } = searchText(input);
  if (text === '') return [];
  await fillPinyin(db);
  const byPinyin = pinyin === null ? sql`false` : sql`c.pinyin like ${like(pinyin)}`;
  const { rows } = await sql<{ id: number; title: string }>`select c.id, c.title from courses c
    where ${isPublicCourse} and (c.title ilike ${like(text)} or ${byPinyin})
    order by (c.title ilike ${like(text).slice(1)} or c.pinyin like ${`${pinyin ?? text}%`}) desc nulls last, ${courseOrder} limit ${maxSuggestions}`.execute(
    db,
  );
  return rows;
}
