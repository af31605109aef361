import { sql, type RawBuilder } from 'kysely';
import type * as cardResults from '@kaike/shared/contracts/cards/card-results';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';

export type Results = ResponseOf<typeof cardResults.getBatchResults>;
const { issued, claimed, activated } = cardState;

async function readCurve(db: Db, which: RawBuilder<boolean>): Promise<Results['curve']> {
  const { rows } = await sql<{
    day: string;
    count: number;
  }>`select to_char(c.activated_at at time zone ${defaultTimeZone}, 'YYYY-MM-DD') as day, count(*)::int as count
    from cards c where ${which} and c.state = ${activated} group by 1 order by 1`.execute(db);
  return rows;
}

/** Each step includes the cards that got further. */
async function readSteps(db: Db, which: RawBuilder<boolean>): Promise<Omit<Results, 'curve'>> {
  const { rows } = await sql<Omit<Results, 'curve'>>`
    with mine as (select c.id, c.state, c.activated_member_id as member_id from cards c where ${which}),
      totals as (select l.course_id, count(*)::int as lessons from lessons l where l.deleted_at is null and l.course_id in (
        select e.course_id from entitlements e join mine m on m.id = e.source_id where e.source_type = 'card' and e.kind = 'course') group by l.course_id),
      studied as (select m.id, sum(t.lessons) as lessons, sum(r.started) as started, sum(r.done) as done
        from mine m join entitlements e on e.source_type = 'card' and e.source_id = m.id and e.kind = 'course' join totals t on t.course_id = e.course_id
          cross join lateral (select count(*) as started, count(x.completed_at) as done from learning_records x join lessons l on l.id = x.lesson_id and l.deleted_at is null
            where x.member_id = m.member_id and x.course_id = e.course_id) r
        where m.state = ${activated} group by m.id)
    select count(*)::int as made, count(*) filter (where state in (${issued}, ${claimed}, ${activated}))::int as issued,
      count(*) filter (where state in (${claimed}, ${activated}))::int as claimed, count(*) filter (where state = ${activated})::int as activated,
      (select count(*)::int from studied where started > 0) as first_lesson, (select count(*)::int from studied where done * 2 >= lessons) as half,
      (select count(*)::int from studied where done >= lessons) as finished
    from mine`.execute(db);
  assert(rows[0], 'server.internal');
  return rows[0];
}

export async function loadResults(db: Db, which: RawBuilder<boolean>): Promise<Results> {
  const [curve, steps] = await Promise.all([readCurve(db, which), readSteps(db, which)]);
  return { curve, ...steps };
}
