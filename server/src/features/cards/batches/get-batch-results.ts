import { sql } from 'kysely';
import type { AdminCall, ById } from '../../../core/call.ts';
import { findBatch } from './packages/load-secrets.ts';
import { type Results, loadResults } from './batch-results.read.ts';

/** What became of the cards of a batch in the user's scope. */
export async function getBatchResults(call: AdminCall & ById): Promise<Results> {
  const batch = await findBatch(call);
  return loadResults(call.ctx.db, sql<boolean>`c.batch_id = ${batch.id}`);
}
