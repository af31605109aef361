import { sql } from 'kysely';
import type { Site, SiteCourse, SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { lessonType, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Db } from '../../../../db/pool.ts';
import { statement } from '../../../../db/statement.ts';
import { hasContent, isOffered } from '../../../catalog/courses/public.ts';
import { onSaleWith } from '../../../commerce/products/public.ts';
import { faqsOfCourse, wordedIn } from './faqs.read.ts';
import { isPublicCourse, storedColumns, type CourseCard } from '../public-courses.ts';

type LessonRow = SiteCourseDetail['chapters'][number]['lessons'][number] & {
  chapter_id: number;
  chapter_title: string;
};
type Row = CourseCard &
  Omit<SiteCourseDetail, 'course' | 'outcomes' | 'chapters'> & { outcomes: string; lessons: LessonRow[] };

const maxProducts = 5;

/** Enabled lessons; a sound and a packaged video can be cut to their free preview, a plain video cannot, and an empty lesson has none. */
const lessonsOfCourse = sql`select h.id as chapter_id, h.title as chapter_title, l.id, l.title, l.type, l.duration_sec,
      case when l.is_free or l.type = ${lessonType.audio} and m.id is not null or m.renditions ->> 'mode' = 'hls' then l.preview_sec else 0 end as preview_sec, l.is_free and ${hasContent} as is_free
    from chapters h join lessons l on l.chapter_id = h.id and l.deleted_at is null and ${isOffered}
      left join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
    where h.course_id = c.id and h.deleted_at is null order by h.sort, h.id, l.sort, l.id`;

/** One statement, compiled once: four cost more than what they read. */
const courseById = statement(
  ({ id }: { id: number }) => sql<Row>`select ${storedColumns}, c.intro, c.detail, c.outcomes,
      exists (select 1 from media m where m.id = c.trailer_id and m.deleted_at is null and m.status = ${mediaStatus.ready}) as has_trailer,
      (select json_build_object('id', s.id, 'name', s.name) from subjects s where s.id = c.subject_id and s.deleted_at is null and s.status = ${switchStatus.on}) as subject,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'title', t.title, 'avatar', t.avatar, 'gender', t.gender, 'motto', t.motto, 'intro', t.intro) order by array_position(c.teacher_ids, t.id)), '[]')
        from teachers t where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = ${switchStatus.on}) as teachers,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'list_price', p.list_price, 'sale_price', p.sale_price, 'ai_seconds', p.ai_seconds,
          'term_mode', p.term_mode, 'term_value', p.term_value, 'fixed_end_at', p.fixed_end_at, 'refund_days', p.refund_days, 'cover', p.cover, 'course_count', cardinality(p.course_ids)) order by p.sale_price, p.id), '[]')
        from (${onSaleWith(sql`c.id`, maxProducts)}) p) as products,
      (select coalesce(json_agg(l), '[]') from (${lessonsOfCourse}) l) as lessons,
      (select coalesce(json_agg(f), '[]') from (${faqsOfCourse(sql`c.id`)}) f) as faqs
    from courses c where ${isPublicCourse} and c.id = ${id}`,
);

type Trial = NonNullable<NonNullable<Site['featured']>['trial']>;

const firstTrialOf = statement(
  ({ id }: { id: number }) => sql<Trial>`select l.id as lesson_id, l.type,
      case when l.is_free then l.duration_sec else l.preview_sec end as seconds
    from courses c cross join lateral (${lessonsOfCourse}) l
    where c.id = ${id} and l.type in (${lessonType.video}, ${lessonType.audio}) and (l.is_free or l.preview_sec > 0) limit 1`,
);

type Lead = NonNullable<NonNullable<Site['featured']>['teacher']>;

const leadOf = statement(
  ({ id }: { id: number }) => sql<Lead>`select t.name, t.title, t.avatar, t.gender
    from courses c join teachers t on t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = ${switchStatus.on}
    where c.id = ${id} order by array_position(c.teacher_ids, t.id) limit 1`,
);

/** A course as the one of the week: with its first teacher and the first lesson that anyone can see or hear something of. */
export async function loadFeatured(db: Db, course: SiteCourse): Promise<NonNullable<Site['featured']>> {
  const [[teacher], [trial]] = await Promise.all([leadOf(db, course), firstTrialOf(db, course)]);
  return { course, teacher: teacher ?? null, trial: trial ?? null };
}

function toChapters(rows: LessonRow[]): SiteCourseDetail['chapters'] {
  const chapters = new Map<number, SiteCourseDetail['chapters'][number]>();
  for (const { chapter_id: id, chapter_title: title, ...lesson } of rows) {
    const chapter = chapters.get(id) ?? { id, title, lessons: [] };
    chapter.lessons.push(lesson);
    chapters.set(id, chapter);
  }
  return [...chapters.values()];
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A published course for visitors; null when there is none. */
export async function loadSiteCourse(db: Db, id: number, locale: Locale): Promise<SiteCourseDetail | null> {
  const [row] = await courseById(db, { id });
  if (!row) return null;
  const { intro, detail, outcomes, has_trailer, subject, teachers, products, lessons, faqs, ...stored } = row;
  const [cheapest = stored] = products;
  return {
    course: {
      ...stored,
      list_price: cheapest.list_price,
      sale_price: cheapest.sale_price,
      subject_name: subject?.name ?? '',
      teacher_names: teachers.map(({ name }) => name),
    },
    intro,
    detail,
    has_trailer,
    subject,
    teachers,
    products,
    outcomes: linesOf(outcomes),
    chapters: toChapters(lessons),
    faqs: faqs.map(wordedIn(locale)),
  };
}
