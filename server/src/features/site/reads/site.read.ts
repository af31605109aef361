import { sql } from 'kysely';
import type { Site, SiteCourse } from '@kaike/shared/contracts/site';
import type { Context } from '../../../core/context.ts';
import { readAiOffer } from './ai-teachers.read.ts';
import { readApps, readSubjects, readTeachers } from './catalog.read.ts';
import { readColumns } from './columns.read.ts';
import { readFeatured } from './course.read.ts';
import { readOffers } from './product.read.ts';
import { readPublicCourses } from '../public-courses.ts';

const newestShown = 8;
const teachersShown = 8;
const offersShown = 8;

/** The first course in a banner, else the newest. */
function featuredOf({ columns, courses }: Pick<Site, 'columns' | 'courses'>): SiteCourse | null {
  const banners = columns.filter(({ type }) => type === 'banner').flatMap(({ items }) => items);
  return banners.find(({ course }) => course !== null)?.course ?? courses[0] ?? null;
}

/** The public home page; without columns it shows the newest courses. */
export async function readSite(ctx: Context): Promise<Site> {
  const [columns, subjects, courses, products, teachers, apps, aiTeacher] = await Promise.all([
    readColumns(ctx, 'home'),
    readSubjects(ctx.db),
    readPublicCourses(ctx.db, {
      where: sql`true`,
      order: sql`c.publish_at desc nulls last, c.id desc`,
      limit: newestShown,
    }),
    readOffers(ctx.db, offersShown),
    readTeachers(ctx.db, { limit: teachersShown, offset: 0 }),
    readApps(ctx.db),
    readAiOffer(ctx),
  ]);
  const course = featuredOf({ columns, courses });
  return {
    columns,
    featured: course ? await readFeatured(ctx.db, course) : null,
    subjects: subjects.filter((subject) => subject.parent_id === null && subject.course_count > 0),
    courses,
    products,
    teachers,
    has_apps: apps.length > 0,
    ai_teacher: aiTeacher,
  };
}
