import { sql, type RawBuilder } from 'kysely';
import type { getCourses, suggestCourses } from '@kaike/shared/contracts/site';
import { searchText, type CourseOrder } from '@kaike/shared/domain/courses/course-search';
import { switchStatus } from '@kaike/shared/domain/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { holdsPatterns, keywordPatterns } from '../../kit/read/keyword-patterns.ts';
import { spellingsOf } from '../../core/chinese/chinese-script.ts';
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
  patterns: readonly (readonly string[])[],
  names: readonly string[],
): Promise<{ teachers: number[]; subjects: number[] }> {
  const { rows } = await sql<{ teachers: number[] | null; subjects: number[] | null }>`select
    (select array_agg(id) from teachers where (${holdsPatterns(sql`name`, patterns)} or ${holdsPatterns(sql`english_name`, patterns)} or name = any(${names}::text[])) and deleted_at is null and status = ${switchStatus.on}) as teachers,
    (select array_agg(b.id) from subjects a join subjects b on b.lft between a.lft and a.rgt
      where (${holdsPatterns(sql`a.name`, patterns)} or a.name = any(${names}::text[])) and a.deleted_at is null and a.status = ${switchStatus.on}) as subjects`.execute(
    db,
  );
  return { teachers: rows[0]?.teachers ?? [], subjects: rows[0]?.subjects ?? [] };
}

async function matchingAll(db: Db, input: string): Promise<RawBuilder<unknown>> {
  const { pinyin } = searchText(input);
  const patterns = keywordPatterns(input);
  const { teachers, subjects } = await namesLike(db, patterns, pinyin === null ? [] : await namesSounding(db, pinyin));
  const byPinyin = pinyin === null ? sql`false` : sql`c.pinyin like ${like(pinyin)}`;
  return sql`(${holdsPatterns(sql`c.title`, patterns)} or ${byPinyin} or ${holdsPatterns(sql`c.subtitle`, patterns)} or c.tags && ${spellingsOf(input)}::text[]
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
    readPublicCourses(db, {
      where,
      order: sort === 'default' ? byRank(text) : orders[sort],
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
    countPublicCourses(db, where),
  ]);
  const others = total === 0 ? await readPublicCourses(db, { where: sql`true`, limit: maxOthers }) : [];
  return { data: rows, total, current_page: page, has_more: page * perPage < total, others };
}

/** Whether a search for the word finds a course now. */
export const findsCourses = async (db: Db, word: string): Promise<boolean> =>
  (await countPublicCourses(db, await matching(db, word))) > 0;

/** Whether the initials or the full pinyin of the title begin with the letters. */
const beginsWithSound = (pinyin: string | null): RawBuilder<unknown> =>
  pinyin === null ? sql`false` : sql`(c.pinyin like ${`${pinyin}%`} or c.pinyin like ${`% ${pinyin}%`})`;

/** Best first: titles that begin with what is searched for, then those that hold it, then what is found elsewhere. */
function byRank(input: string): RawBuilder<unknown> {
  const { text, pinyin } = searchText(input);
  if (text === '') return courseOrder;
  const patterns = keywordPatterns(input);
  return sql`case when ${holdsPatterns(sql`c.title`, patterns, '')} or ${beginsWithSound(pinyin)} then 0
    when ${holdsPatterns(sql`c.title`, patterns)} then 1 else 2 end, ${courseOrder}`;
}

/** Title suggestions for the text typed so far; prefix matches first. */
export async function suggestTitles(db: Db, input: string): Promise<ResponseOf<typeof suggestCourses>['courses']> {
  const { text, pinyin } = searchText(input);
  if (text === '') return [];
  await fillPinyin(db);
  const byPinyin = pinyin === null ? sql`false` : sql`c.pinyin like ${like(pinyin)}`;
  const patterns = keywordPatterns(input);
  const { rows } = await sql<{ id: number; title: string }>`select c.id, c.title from courses c
    where ${isPublicCourse} and (${holdsPatterns(sql`c.title`, patterns)} or ${byPinyin})
    order by (${holdsPatterns(sql`c.title`, patterns, '')} or ${beginsWithSound(pinyin)}) desc nulls last, ${courseOrder} limit ${maxSuggestions}`.execute(
    db,
  );
  return rows;
}
