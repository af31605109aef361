import { sql } from 'kysely';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { AdminCall, ById } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { type Results, loadResults } from './batch-results.read.ts';

/** What became of the cards of an agency in the user's scope. */
export async function getAgencyResults(call: AdminCall & ById): Promise<Results> {
  const { ctx, actor } = call;
  const agency = await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(agencies) }, call.params.id);
  return loadResults(ctx.db, sql<boolean>`c.agency_id = ${agency.id}`);
}
