import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';

type Row = { id: number; seen: number; total: number; granted: number; remaining: number };

const percentOf = (part: number, whole: number): number => (whole > 0 ? (part * 100) / whole : part > 0 ? 100 : 0);

/**
 * How much of what each card opened has been used since activation, in per cent: video seconds watched of its courses, or AI
 * seconds used, whichever is more. Lessons watched before the activation do not count.
 */
export async function loadStudied(db: Db, cardIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<Row>`
    select c.id, coalesce(s.seen, 0)::int as seen, coalesce(t.total, 0)::int as total, coalesce(a.granted, 0)::int as granted, m.ai_seconds_left as remaining
    from cards c join members m on m.id = c.activated_member_id join card_batches b on b.id = c.batch_id
      left join lateral (select sum(least(r.seen_sec, r.duration_sec)) as seen from learning_records r
        join entitlements e on e.course_id = r.course_id and e.source_type = 'card' and e.source_id = c.id and e.kind = 'course'
        where r.member_id = m.id and r.last_at >= c.activated_at) s on true
      left join lateral (select sum((x ->> 'duration_sec')::int) as total from jsonb_array_elements(b.product_snapshot -> 'courses') x) t on true
      left join lateral (select sum(e.amount) as granted from entitlements e where e.source_type = 'card' and e.source_id = c.id and e.kind = 'ai_seconds') a on true
    where c.id = any(${cardIds}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => {
      const talked = Math.max(0, row.granted - row.remaining);
      return [row.id, Math.max(percentOf(row.seen, row.total), percentOf(talked, row.granted))];
    }),
  );
}
