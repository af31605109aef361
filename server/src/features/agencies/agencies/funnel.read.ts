import { sql } from 'kysely';
import type { AgencyHome } from '@kaike/shared/contracts/agencies/agencies';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';

/** How far the cards of a subtree got; each step includes the cards that got further. Lessons are those of the card's courses. */
export async function loadFunnel(db: Db, { lft, rgt }: { lft: number; rgt: number }): Promise<AgencyHome['funnel']> {
  const { issued, claimed, activated } = cardState;
  const { rows } = await sql<AgencyHome['funnel']>`
    with mine as (select c.state, c.activated_member_id, c.product_id from cards c
        where c.agency_id in (select id from agencies where lft between ${lft} and ${rgt}) and c.state in (${issued}, ${claimed}, ${activated})),
      lessons as (select p.id, p.course_ids, (select coalesce(sum(o.lesson_count), 0) from courses o where o.id = any(p.course_ids)) as total
        from products p where p.id in (select product_id from mine)),
      studied as (select l.total, r.started, r.done from mine m join lessons l on l.id = m.product_id
        cross join lateral (select count(*) as started, count(completed_at) as done from learning_records x
          where x.member_id = m.activated_member_id and x.course_id = any(l.course_ids)) r where m.state = ${activated})
    select (select count(*)::int from mine) as issued, (select count(*)::int from mine where state in (${claimed}, ${activated})) as claimed,
      (select count(*)::int from mine where state = ${activated}) as activated,
      (select count(*)::int from studied where started > 0) as first_lesson,
      (select count(*)::int from studied where total > 0 and done * 2 >= total) as half,
      (select count(*)::int from studied where total > 0 and done >= total) as finished`.execute(db);
  assert(rows[0], 'server.internal');
  return rows[0];
}
