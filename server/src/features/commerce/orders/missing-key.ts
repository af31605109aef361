import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';

const stateKey = 'wechat_pay_missing_key';

/** Notes that WeChat Pay signed a notice with a key of this serial number, which the settings lack. */
export async function recordMissingKey({ db, clock }: Context, serial: string): Promise<void> {
  await sql`insert into app_state (key, value, updated_at) values (${stateKey}, ${JSON.stringify(serial)}::jsonb, ${clock()})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}

/** The serial number of the key that was missing for a notice since the settings of payment were saved; null when none was. */
export async function findMissingKey({ db }: Context): Promise<string | null> {
  const { rows } = await sql<{ serial: string }>`select value #>> '{}' as serial from app_state where key = ${stateKey}
    and updated_at >= coalesce((select max(updated_at) from configs where "group" = 'payment'), '-infinity')`.execute(
    db,
  );
  return rows[0]?.serial ?? null;
}
