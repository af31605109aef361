import { sql } from 'kysely';
import type { ConsentPurpose } from '@kaike/shared/domain/ai/learner/memory';
import type { Db } from '../../../../db/pool.ts';

export type Consent = { recipient: string; granted_at: Date };
type Key = { member_id: number; purpose: ConsentPurpose };

/** The consent that holds. */
export async function findConsent(db: Db, { member_id, purpose }: Key): Promise<Consent | null> {
  const { rows } = await sql<Consent>`select recipient, granted_at from ai_consents
    where member_id = ${member_id} and purpose = ${purpose} and revoked_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Whether the learner agreed or refused before. */
export async function hasAnswered(db: Db, { member_id, purpose }: Key): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ai_consents where member_id = ${member_id} and purpose = ${purpose} limit 1`.execute(db);
  return rows.length > 0;
}

export async function addConsent(
  trx: Db,
  { member_id, purpose }: Key,
  { recipient, now }: { recipient: string; now: Date },
): Promise<void> {
  await sql`insert into ai_consents (member_id, purpose, recipient, granted_at)
    values (${member_id}, ${purpose}, ${recipient}, ${now})`.execute(trx);
}

/** What was agreed to before stays as a row that has ended. */
export async function endConsent(trx: Db, { member_id, purpose }: Key, now: Date): Promise<void> {
  await sql`update ai_consents set revoked_at = ${now}
    where member_id = ${member_id} and purpose = ${purpose} and revoked_at is null`.execute(trx);
}

/** Keeps that the learner refused, who is not to be bothered again. */
export async function recordRefusal(trx: Db, { member_id, purpose }: Key, now: Date): Promise<void> {
  await sql`insert into ai_consents (member_id, purpose, recipient, granted_at, revoked_at)
    select ${member_id}, ${purpose}, '', ${now}, ${now}
    where not exists (select 1 from ai_consents where member_id = ${member_id} and purpose = ${purpose})`.execute(trx);
}
