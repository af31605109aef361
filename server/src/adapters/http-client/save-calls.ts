import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { VendorCalls } from './vendor-clients.ts';

/** Adds counts to those of the same vendor and day. */
export async function saveCalls(db: Db, calls: readonly VendorCalls[]): Promise<void> {
  await sql`insert into vendor_calls (service, vendor, day, calls, failures, sent_bytes, received_bytes)
    select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
      as c(service text, vendor text, day date, calls int, failures int, sent_bytes bigint, received_bytes bigint)
    on conflict (service, vendor, day) do update set calls = vendor_calls.calls + excluded.calls,
      failures = vendor_calls.failures + excluded.failures, sent_bytes = vendor_calls.sent_bytes + excluded.sent_bytes,
      received_bytes = vendor_calls.received_bytes + excluded.received_bytes`.execute(db);
}
