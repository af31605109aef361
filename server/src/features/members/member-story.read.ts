import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** Entries of each list; older ones are found in the lists of their own. */
const maximumEntries = 100;

type Access = { course_id: number; title: string; source_type: string; start_at: Date; end_at: Date | null; revoked_at: Date | null; revoke_reason: string };
type Studied = { course_id: number; title: string; lesson_count: number; lessons_done: number; study_sec: number; last_at: Date };

/** What a learner may study and why, and what they have studied, for their page in the back office. */
export async function readMemberStory(db: Db, memberId: number): Promise<{ access: Access[]; studied: Studied[] }> {
  const [access, studied] = await Promise.all([
    sql<Access>`select e.course_id, c.title, e.source_type, e.start_at, e.end_at, e.revoked_at, e.revoke_reason
      from entitlements e join courses c on c.id = e.course_id where e.member_id = ${memberId} and e.kind = 'course'
      order by e.start_at desc, e.id desc limit ${maximumEntries}`.execute(db),
    sql<Studied>`select r.course_id, c.title, c.lesson_count, count(r.completed_at)::int as lessons_done, sum(r.study_sec)::int as study_sec, max(r.last_at) as last_at
      from learning_records r join courses c on c.id = r.course_id where r.member_id = ${memberId}
      group by r.course_id, c.title, c.lesson_count order by max(r.last_at) desc limit ${maximumEntries}`.execute(db),
  ]);
  return { access: access.rows, studied: studied.rows };
}
