import { sql } from 'kysely';
import type { Site, SiteCourse } from '@kaike/shared/contracts/site/site';
import type { Context } from '../../../../core/context.ts';
import { findAiOffer } from './ai-teachers.read.ts';
import { loadApps, loadSubjects, loadTeachers } from './catalog.read.ts';
import { loadColumns } from './columns.read.ts';
import { loadFeatured } from './course.read.ts';
import { loadOffers } from './product.read.ts';
import { loadPublicCourses } from '../public-courses.ts';

const newestShown = 8;
const teachersShown = 8;
const offersShown = 8;

/** The first course in a banner, else the newest. */
function featuredOf({ columns, courses }: Pick<Site, 'columns' | 'courses'>): SiteCourse | null {
  const banners = columns.filter(({ type }) => type === 'banner').flatMap(({ items }) => items);
  return banners.find(({ course }) => course !== null)?.course ?? courses[0] ?? null;
}

/** The public home page; without columns it shows the newest courses. */
export async function loadSite(ctx: Context): Promise<Site> {
  const [columns, subjects, courses, products, teachers, apps, aiTeacher] = await Promise.all([
    loadColumns(ctx, 'home'),
    loadSubjects(ctx.db),
    loadPublicCourses(ctx.db, {
      where: sql`true`,
      order: sql`c.publish_at desc nulls last, c.id desc`,
      limit: newestShown,
    }),
    loadOffers(ctx.db, offersShown),
    loadTeachers(ctx.db, { limit: teachersShown, offset: 0 }),
    loadApps(ctx.db),
    findAiOffer(ctx),
  ]);
  const course = featuredOf({ columns, courses });
  return {
    columns,
    featured: course ? await loadFeatured(ctx.db, course) : null,
    subjects: subjects.filter((subject) => subject.parent_id === null && subject.course_count > 0),
    courses,
    products,
    teachers,
    has_apps: apps.length > 0,
    ai_teacher: aiTeacher,
  };
}
