import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type { CardGrant } from '@kaike/shared/domain/cards/card-grant';
import type { Db } from '../../../db/pool.ts';
import { postSeconds } from '../../ai/seconds/public.ts';
import type { Signer } from '../ledgers/public.ts';

type GrantedAccess = {
  source: { type: 'order' | 'admin'; id: number };
  member_id: number;
  agency_id: number | null;
  grant: CardGrant;
  now: Date;
  /** Signs the line of AI seconds. */
  secrets: Signer;
  /** The user behind a grant of the back office. */
  operator_id?: number;
};

/** Adds the seconds of an entitlement to the balance, once. */
async function addSeconds(
  trx: Db,
  entitlementId: number,
  { source, member_id, grant, now, secrets, ...by }: GrantedAccess,
): Promise<void> {
  const isOrder = source.type === 'order';
  const ref = isOrder ? { ref_type: 'order', ref_id: source.id } : { ref_type: 'entitlement', ref_id: entitlementId };
  const entry = { member_id, type: isOrder ? secondsType.order : secondsType.admin, delta: grant.ai_seconds, ...ref };
  await postSeconds(trx, [{ ...entry, idempotency_key: `${ref.ref_type}:${ref.ref_id}` }], {
    operator_id: by.operator_id ?? null,
    now,
    secrets,
    when_short: 'refuse',
  });
}

/** Grants what an order bought or the back office opens. The member's row must be locked. */
export async function writeGrant(trx: Db, granted: GrantedAccess): Promise<void> {
  const { source, member_id, agency_id, grant, now } = granted;
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
    const inserted = await trx
      .insertInto('entitlements')
      .values(rows.map((row) => ({ ...row, member_id, source_type: source.type, source_id: source.id })))
      .returning(['id', 'kind'])
      .execute();
    const seconds = inserted.find(({ kind }) => kind === 'ai_seconds');
    if (seconds) await addSeconds(trx, seconds.id, granted);
  }
  await sql`update members set access_version = access_version + 1, activated_at = coalesce(activated_at, ${now}),
    agency_id = coalesce(agency_id, ${agency_id}) where id = ${member_id}`.execute(trx);
}
