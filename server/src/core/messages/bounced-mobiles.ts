import { sql, type RawBuilder } from 'kysely';
import { mobileBounce, smsState, type MobileBounce } from '@kaike/shared/domain/messaging/sms-state';
import type { Db } from '../../db/pool.ts';

/** Messages in a row that were not delivered, over at least as many hours: a phone that is off for an evening is no dead number. */
const undelivered = { messages: 3, hours: 24 };

/** Only numbers of accounts are marked; those of strangers are nobody's business. */
const isOfAccount = (column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from users u where u.mobile_phone = ${sql.ref(column)})`;

/** Marks a number that a vendor refuses for good. */
export async function markRefused(
  db: Db,
  { mobile, reason, now }: { mobile: string; reason: MobileBounce; now: Date },
): Promise<void> {
  await sql`insert into bounced_mobiles (mobile_phone, bounced_at, reason)
    select n.mobile_phone, ${now}, ${reason}::smallint from (select ${mobile}::text as mobile_phone) n where ${isOfAccount('n.mobile_phone')}
    on conflict (mobile_phone) do nothing`.execute(db);
}

/** Marks those of the numbers whose latest messages were not delivered, one after the other, for days. */
export async function markUndelivered(db: Db, mobiles: readonly string[], now: Date): Promise<void> {
  await sql`insert into bounced_mobiles (mobile_phone, bounced_at, reason)
    select m.mobile_phone, ${now}, ${mobileBounce.undelivered}::smallint from sms_messages m
    where m.mobile_phone = any(${mobiles}::text[]) and m.state = ${smsState.undelivered} and ${isOfAccount('m.mobile_phone')}
      and not exists (select 1 from sms_messages d where d.mobile_phone = m.mobile_phone and d.state = ${smsState.delivered} and d.id > m.id)
    group by m.mobile_phone
    having count(*) >= ${undelivered.messages} and max(m.created_at) - min(m.created_at) >= ${undelivered.hours} * interval '1 hour'
    on conflict (mobile_phone) do nothing`.execute(db);
}

/** Numbers that a message has reached again. */
export async function clearBounces(db: Db, mobiles: readonly string[]): Promise<void> {
  await sql`delete from bounced_mobiles where mobile_phone = any(${mobiles}::text[])`.execute(db);
}
