import { sql } from 'kysely';
import type { SiteColumn, SiteCourse } from '@kaike/shared/contracts/site/site';
import { parseColumnItems, type ColumnItem } from '@kaike/shared/domain/site/column-items';
import type { Context } from '../../../../core/context.ts';
import { listLiveColumns } from '../../page-sections/public.ts';
import { loadPublicCourses } from '../public-courses.ts';

const maxCourses = 200;
const perColumn = 8;

type Item = SiteColumn['items'][number];
type ColumnItemText = Omit<Item, 'course'>;

const noWords: ColumnItemText = { title: '', text: '', image: null, url: '' };

/** The administrator's texts take precedence over those of the course. */
const withCourse = (words: ColumnItemText, course: SiteCourse): Item => ({
  title: words.title || course.title,
  text: words.text || course.subtitle,
  image: words.image ?? course.cover,
  url: words.url || `/open/courses/${course.id}`,
  course,
});

/** An item for display; an item whose course is off the shelf is omitted. */
function toItem({ course_id, ...words }: ColumnItem, byId: ReadonlyMap<number, SiteCourse>): Item[] {
  if (course_id === null) return [{ ...words, course: null }];
  const course = byId.get(course_id);
  return course ? [withCourse(words, course)] : [];
}

/** The columns live in a position, with their courses; a list without items shows the courses assigned to it. */
export async function loadColumns(ctx: Context, position: string): Promise<SiteColumn[]> {
  const live = await listLiveColumns(ctx.db, { position, now: ctx.clock() });
  if (live.length === 0) return [];
  const columns = live.map(({ items, ...column }) => ({ ...column, items: parseColumnItems(items) }));
  const ids = columns.flatMap((column) =>
    column.items.flatMap((item) => (item.course_id === null ? [] : [item.course_id])),
  );
  const empty = columns
    .filter((column) => column.type === 'list' && column.items.length === 0)
    .map((column) => column.id);
  const [named, listed] = await Promise.all([
    ids.length === 0 ? [] : loadPublicCourses(ctx.db, { where: sql`c.id = any(${ids}::bigint[])`, limit: maxCourses }),
    Promise.all(
      empty.map(async (id) => ({
        id,
        courses: await loadPublicCourses(ctx.db, { where: sql`${id}::bigint = any(c.column_ids)`, limit: perColumn }),
      })),
    ),
  ]);
  const byId = new Map(named.map((course) => [course.id, course]));
  return columns
    .map((column) => {
      const courses = listed.find((one) => one.id === column.id)?.courses ?? [];
      return {
        ...column,
        items:
          column.items.length === 0
            ? courses.map((course) => withCourse(noWords, course))
            : column.items.flatMap((item) => toItem(item, byId)),
      };
    })
    .filter((column) => column.items.length > 0);
}
