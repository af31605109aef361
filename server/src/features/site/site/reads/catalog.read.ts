import { sql } from 'kysely';
import type { SiteApp, SiteSubject, SiteTeacher } from '@kaike/shared/contracts/site/site';
import { compareVersions } from '@kaike/shared/domain/site/app-version';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../../db/pool.ts';
import { downloadAddress } from '../../apps/public.ts';
import { isPublicCourse } from '../public-courses.ts';

const maxSubjects = 500;
/** Page size of the teacher list. */
export const teachersPerPage = 24;

/** Subjects that are enabled together with all their ancestors, in tree order. */
export async function loadSubjects(db: Db): Promise<SiteSubject[]> {
  const { rows } = await sql<SiteSubject>`select s.id, s.name, s.parent_id, s.level, s.cover, s.sign, s.intro,
      (select count(*)::int from subjects b join courses c on c.subject_id = b.id where b.lft between s.lft and s.rgt and b.deleted_at is null and ${isPublicCourse}) as course_count
    from subjects s where s.deleted_at is null and s.status = ${switchStatus.on}
      and not exists (select 1 from subjects a where a.lft < s.lft and a.rgt > s.rgt and a.deleted_at is null and a.status = ${switchStatus.off})
    order by s.lft, s.id limit ${maxSubjects}`.execute(db);
  return rows;
}

type Page = { limit: number; offset: number; id?: number };

/** Enabled teachers by sort order. */
export async function loadTeachers(db: Db, { limit, offset, id }: Page): Promise<SiteTeacher[]> {
  const { rows } =
    await sql<SiteTeacher>`select t.id, t.name, t.english_name, t.avatar, t.title, t.country, t.gender, t.motto, t.intro, t.is_ai,
      (select count(*)::int from courses c where c.teacher_ids @> array[t.id] and ${isPublicCourse}) as course_count
    from teachers t where t.deleted_at is null and t.status = ${switchStatus.on} and ${id === undefined ? sql`true` : sql`t.id = ${id}`}
    order by t.sort, t.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The pictures of a teacher, in their order. */
export async function loadPictures(db: Db, teacherId: number): Promise<string[]> {
  const row = await db.selectFrom('teachers').select('pictures').where('id', '=', teacherId).executeTakeFirst();
  return row?.pictures ?? [];
}

type AppRow = Omit<SiteApp, 'updated_at'> & { updated_at: Date; file: string | null };

/** The newest published app version of each platform. */
export async function loadApps(db: Db): Promise<SiteApp[]> {
  const { rows } = await sql<AppRow>`select id, platform, version_name, notes, file, url, sha256, updated_at from apps
    where status = ${switchStatus.on} and deleted_at is null`.execute(db);
  const newest = new Map<string, AppRow>();
  for (const row of rows) {
    const latest = newest.get(row.platform);
    if (!latest || compareVersions(row.version_name, latest.version_name) > 0) newest.set(row.platform, row);
  }
  return [...newest.values()]
    .toSorted((a, b) => a.platform.localeCompare(b.platform))
    .map(({ file, ...row }) => ({
      ...row,
      url: downloadAddress({ ...row, file }),
      updated_at: row.updated_at.toISOString(),
    }));
}
