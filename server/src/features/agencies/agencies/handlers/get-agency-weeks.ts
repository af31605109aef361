import { sql } from 'kysely';
import type * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { loadWeeks } from '../weeks.read.ts';

/** The weeks of an agency in the caller's scope, without the agencies below it, like the figures of its record. */
export async function getAgencyWeeks({
  ctx,
  actor,
  params,
}: AdminCall & ById): Promise<ResponseOf<typeof agenciesApi.getAgencyWeeks>> {
  const { id } = await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(agencies) }, params.id);
  return { weeks: await loadWeeks(ctx.db, sql`select ${id}::bigint as id`, ctx.clock()) };
}
