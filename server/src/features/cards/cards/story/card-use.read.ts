import { sql } from 'kysely';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { Db } from '../../../../db/pool.ts';
import type { RowOf } from '../../../../kit/behaviour.ts';

export type LearningResult = {
  course_id: number;
  title: string;
  lessons: number;
  lessons_started: number;
  lessons_done: number;
  study_sec: number;
  first_at: Date | null;
  last_at: Date | null;
};
export type LedgerMove = { id: number; agency: string; type: number; delta: number; remark: string; created_at: Date };
export type StoryOrder = { id: number; order_no: string; status: number; created_at: Date };

/** How far the member got in each course the card opened. */
export async function loadLearning(db: Db, card: RowOf<typeof cards>): Promise<LearningResult[]> {
  const memberId = card.activated_member_id;
  if (memberId === null || memberId === undefined) return [];
  const { rows } = await sql<LearningResult>`
    select c.id as course_id, c.title, count(distinct l.id)::int as lessons, count(distinct r.lesson_id)::int as lessons_started,
      count(distinct r.lesson_id) filter (where r.completed_at is not null)::int as lessons_done, coalesce(sum(r.study_sec), 0)::int as study_sec,
      min(r.first_at) as first_at, max(r.last_at) as last_at
    from entitlements e join courses c on c.id = e.course_id join lessons l on l.course_id = c.id and l.deleted_at is null
      left join learning_records r on r.lesson_id = l.id and r.member_id = ${memberId}
    where e.source_type = 'card' and e.source_id = ${card.id} and e.kind = 'course' group by c.id, c.title order by c.id`.execute(
    db,
  );
  return rows;
}

/** Quota moves for this card and for its batch. */
export async function loadLedger(db: Db, card: RowOf<typeof cards>): Promise<LedgerMove[]> {
  const { rows } = await sql<LedgerMove>`
    select n.id, a.name as agency, n.type, n.delta, n.remark, n.created_at from card_batches b join agencies a on a.id = b.agency_id
      join card_num_logs n on n.agency_id = b.agency_id
        and n.request_id in ('batch:' || b.id, 'void:' || b.id || ':' || ${card.id}::text, 'reverse:' || ${card.id}::text)
    where b.id = ${card.batch_id} order by n.id`.execute(db);
  return rows;
}

/** Orders of the member for the same product, so that support sees both sources of the access. */
export async function loadOrders(db: Db, card: RowOf<typeof cards>): Promise<StoryOrder[]> {
  const memberId = card.owner_member_id;
  if (memberId === null || memberId === undefined) return [];
  const { rows } = await sql<StoryOrder>`select id, order_no, status, created_at from pay_orders
    where member_id = ${memberId} and product_id = ${card.product_id} order by id desc limit 20`.execute(db);
  return rows;
}
