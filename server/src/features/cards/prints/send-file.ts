import { sql } from 'kysely';
import type { AdminCall } from '../../../core/call.ts';

/** Deletes expired prints. */
export async function emptyPrints({ db, clock }: AdminCall['ctx']): Promise<void> {
  await sql`delete from card_prints where expires_at <= ${clock()}`.execute(db);
}
