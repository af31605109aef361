import { sql } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import { hasPermission } from '../../../core/actor.ts';
import { loadCached, type Counted } from './cached.ts';
import type { DashboardReader } from './reader.ts';

const shownCourses = 5;

/** The courses that most members in scope study this week, cached for a few minutes. */
export async function loadCourses({ ctx, actor }: DashboardReader): Promise<Counted<Dashboard['courses']>> {
  if (!hasPermission(actor, 'admin.learning-records.list')) return { value: [], at: null };
  const { agency } = actor.admin;
  const inScope = agency
    ? sql<boolean>`d.member_id in (select m.id from members m join agencies g on g.id = m.agency_id where g.lft between ${agency.lft} and ${agency.rgt})`
    : sql<boolean>`true`;
  const monday = mondayOf(dayOf(ctx.clock()));
  return loadCached(ctx, `courses|${agency?.id ?? ''}|${monday}`, async () => {
    const { rows } = await sql<Dashboard['courses'][number]>`
      select c.id, c.title, n.member_count from courses c join (
        select d.course_id, count(distinct d.member_id)::int as member_count from learning_days d
        where d.day >= ${monday}::date and d.course_id <> 0 and ${inScope} group by 1 order by 2 desc, 1 limit ${shownCourses}
      ) n on n.course_id = c.id where c.deleted_at is null order by n.member_count desc, c.id`.execute(ctx.db);
    return rows;
  });
}
