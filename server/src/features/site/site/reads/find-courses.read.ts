import { sql, type RawBuilder } from 'kysely';
import type * as site from '@kaike/shared/contracts/site/site';
import { searchText, type CourseOrder } from '@kaike/shared/domain/catalog/courses/course-search';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { holdsPatterns, keywordPatterns } from '../../../../kit/read/keyword-patterns.ts';
import { spellingsOf } from '../../../../core/chinese/chinese-script.ts';
import { fillPinyin, namesSounding } from '../pinyin-keys.ts';
import { countPublicCourses, courseOrder, isPublicCourse, loadPublicCourses, salePrice } from '../public-courses.ts';

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

type Spelling = { patterns: readonly (readonly string[])[]; names: readonly string[] };

/** For each spelling, the teachers and subjects matching its patterns or one of its names, so that the course query uses only indexes of courses. */
async function namesLike(
  db: Db,
  spellings: readonly Spelling[],
): Promise<{ teachers: number[] | null; subjects: number[] | null }[]> {
  const each = spellings.map(
    ({ patterns, names }, position) => sql`select ${position}::int as position,
      (select array_agg(id) from teachers where (${holdsPatterns(sql`name`, patterns)} or ${holdsPatterns(sql`english_name`, patterns)} or name = any(${names}::text[])) and deleted_at is null and status = ${switchStatus.on}) as teachers,
      (select array_agg(b.id) from subjects a join subjects b on b.lft between a.lft and a.rgt
        where (${holdsPatterns(sql`a.name`, patterns)} or a.name = any(${names}::text[])) and a.deleted_at is null and a.status = ${switchStatus.on}) as subjects`,
  );
  const { rows } = await sql<{
    teachers: number[] | null;
    subjects: number[] | null;
  }>`${sql.join(each, sql` union all `)} order by position`.execute(db);
  return rows;
}

/** The conditions for parts of searches, by part. */
async function matchingAll(db: Db, parts: readonly string[]): Promise<Map<string, RawBuilder<unknown>>> {
  const spelled = parts.map((part) => ({ part, pinyin: searchText(part).pinyin, patterns: keywordPatterns(part) }));
  const sounding = await namesSounding(
    db,
    spelled.map(({ pinyin }) => pinyin),
  );
  const ids = await namesLike(
    db,
    spelled.map(({ patterns }, index) => ({ patterns, names: sounding[index] ?? [] })),
  );
  return new Map(
    spelled.map(({ part, pinyin, patterns }, index) => {
      const byPinyin = pinyin === null ? sql`false` : sql`c.pinyin like ${like(pinyin)}`;
      return [
        part,
        sql`(${holdsPatterns(sql`c.title`, patterns)} or ${byPinyin} or ${holdsPatterns(sql`c.subtitle`, patterns)} or c.tags && ${spellingsOf(part)}::text[]
          or c.teacher_ids && ${ids[index]?.teachers ?? []}::bigint[] or c.subject_id = any(${ids[index]?.subjects ?? []}::bigint[]))`,
      ];
    }),
  );
}

/**
 * The search condition for each text: title, pinyin, tag, teacher, subject; several words may match different fields.
 * However many texts there are, their names are read at once.
 */
async function matchingEach(db: Db, inputs: readonly string[]): Promise<RawBuilder<unknown>[]> {
  const searches = inputs.map((input) => {
    const { text } = searchText(input);
    const words = [...new Set(text.split(' '))].slice(0, maxWords);
    return { text, words: words.length === 1 ? [] : words };
  });
  const parts = [...new Set(searches.flatMap(({ text, words }) => [text, ...words]))].filter((part) => part !== '');
  if (parts.length === 0) return inputs.map(() => sql`true`);
  await fillPinyin(db);
  const conditions = await matchingAll(db, parts);
  // An empty search has no part, and every course matches it.
  const conditionOf = (part: string): RawBuilder<unknown> => conditions.get(part) ?? sql`true`;
  return searches.map(({ text, words }) =>
    words.length === 0
      ? conditionOf(text)
      : sql`(${conditionOf(text)} or (${sql.join(words.map(conditionOf), sql` and `)}))`,
  );
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
  { text, subject_id, sort, page }: CourseQuery,
): Promise<ResponseOf<typeof site.listCourses>> {
  const [matches = sql`true`] = await matchingEach(db, [text]);
  const where = sql`${inSubject(subject_id)} and ${matches}`;
  const [rows, total] = await Promise.all([
    loadPublicCourses(db, {
      where,
      order: sort === 'default' ? byRank(text) : orders[sort],
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
    countPublicCourses(db, where),
  ]);
  const others = total === 0 ? await loadPublicCourses(db, { where: sql`true`, limit: maxOthers }) : [];
  return { data: rows, total, current_page: page, has_more: page * perPage < total, others };
}

/** Those of the words whose search finds a course now. */
export async function wordsFindingCourses(db: Db, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const finds = (await matchingEach(db, words)).map(
    (matches) => sql`exists (select 1 from courses c where ${isPublicCourse} and ${matches})`,
  );
  const { rows } = await sql<{ are_found: boolean[] }>`select array[${sql.join(finds)}] as are_found`.execute(db);
  return words.filter((_, index) => rows[0]?.are_found[index]);
}

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
export async function suggestTitles(db: Db, input: string): Promise<ResponseOf<typeof site.suggestCourses>['courses']> {
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
