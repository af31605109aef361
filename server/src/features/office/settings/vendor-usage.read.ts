import { sql } from 'kysely';
import type { VendorUsage } from '@kaike/shared/contracts/office/configs';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { Context } from '../../../core/context.ts';

const days = 14;

/** The calls of each vendor and day, with what this process has counted so far. */
export async function loadVendorUsage({ db, clock, adapters }: Context): Promise<VendorUsage[]> {
  await adapters.clients.flush();
  const { rows } = await sql<VendorUsage>`select service, vendor, day::text, calls, failures,
      sent_bytes::float8 as sent_bytes, received_bytes::float8 as received_bytes
    from vendor_calls where day > ${dayOf(clock())}::date - ${days}::int order by day desc, service, vendor`.execute(
    db,
  );
  return rows;
}
