import { sql } from 'kysely';
import type { CardGrant } from '@kaike/shared/domain/cards/card-grant';
import type { Db } from '../../db/pool.ts';

type Granted = {
  source: { type: 'order' | 'admin'; id: number };
  member_id: number;
  agency_id: number | null;
  grant: CardGrant;
  now: Date;
};

/** Grants what an order bought or the back office opens. The member's row must be locked. */
export async function writeGrant(
  trx: Db,
  { source, member_id: memberId, agency_id: agencyId, grant, now }: Granted,
): Promise<void> {
  const rows = [
    ...grant.courses.map(({ course, start_at: start, end_at: end }) => ({
      kind: 'course',
      course_id: course.id,
      amount: null,
      start_at: start,
      end_at: end,
    })),
    ...(grant.ai_seconds > 0
      ? [{ kind: 'ai_seconds', course_id: null, amount: grant.ai_seconds, start_at: now, end_at: null }]
      : []),
  ];
  if (rows.length > 0) {
    await trx
      .insertInto('entitlements')
      .values(rows.map((row) => ({ ...row, member_id: memberId, source_type: source.type, source_id: source.id })))
      .execute();
  }
  await sql`update members set access_version = access_version + 1, activated_at = coalesce(activated_at, ${now}),
    ai_seconds_left = ai_seconds_left + ${grant.ai_seconds}::int, agency_id = coalesce(agency_id, ${agencyId}) where id = ${memberId}`.execute(
    trx,
  );
}
