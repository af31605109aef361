import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** Entries per list; older ones are on their own list pages. */
const maximumEntries = 100;

type Access = {
  id: number;
  kind: string;
  course_id: number | null;
  title: string;
  amount: number | null;
  source_type: string;
  source_id: number | null;
  source_no: string;
  start_at: Date;
  end_at: Date | null;
  redated_at: Date | null;
  revoked_at: Date | null;
  revoke_reason: string;
  revoked_by: number | null;
};
type Studied = {
  course_id: number;
  title: string;
  lesson_count: number;
  lessons_done: number;
  study_sec: number;
  last_at: Date;
};
type Totals = { user_id: number | null; card_count: number; order_count: number };

/** A member's access with its sources, and what they have studied, for the back office. */
export async function readMemberStory(
  db: Db,
  memberId: number,
): Promise<{ access: Access[]; studied: Studied[] } & Totals> {
  const [access, studied, totals] = await Promise.all([
    sql<Access>`select e.id, e.kind, e.course_id, coalesce(c.title, '') as title, e.amount, e.source_type, e.source_id, coalesce(k.card_no, o.order_no, '') as source_no,
        e.start_at, e.end_at, e.redated_at, e.revoked_at, e.revoke_reason, e.revoked_by
      from entitlements e left join courses c on c.id = e.course_id
        left join cards k on e.source_type = 'card' and k.id = e.source_id left join pay_orders o on e.source_type = 'order' and o.id = e.source_id
      where e.member_id = ${memberId} order by e.start_at desc, e.id desc limit ${maximumEntries}`.execute(db),
    sql<Studied>`select r.course_id, c.title, c.lesson_count, count(r.completed_at)::int as lessons_done, sum(r.study_sec)::int as study_sec, max(r.last_at) as last_at
      from learning_records r join courses c on c.id = r.course_id where r.member_id = ${memberId}
      group by r.course_id, c.title, c.lesson_count order by max(r.last_at) desc limit ${maximumEntries}`.execute(db),
    sql<Totals>`select (select user_id from members where id = ${memberId}) as user_id, (select count(*)::int from cards where owner_member_id = ${memberId}) as card_count, (select count(*)::int from pay_orders where member_id = ${memberId}) as order_count`.execute(
      db,
    ),
  ]);
  return {
    access: access.rows,
    studied: studied.rows,
    user_id: totals.rows[0]?.user_id ?? null,
    card_count: totals.rows[0]?.card_count ?? 0,
    order_count: totals.rows[0]?.order_count ?? 0,
  };
}
