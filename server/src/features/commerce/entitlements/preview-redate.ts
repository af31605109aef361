import { sql } from 'kysely';
import type { entitlements } from '@kaike/shared/resources/commerce/entitlements';
import type { DryRunNotes } from '../../../kit/behaviour.ts';
import { describeMoves, maxChanges } from './describe-moves.ts';
import { endOfDay } from './end-of-day.ts';

/** Dry run: what follows and moves with the new end. */
export const previewRedate: DryRunNotes<typeof entitlements, 'redate'> = async (call, { where, input }) => {
  const end = endOfDay(typeof input.end_at === 'string' ? input.end_at : null);
  const { rows } = await sql<{ id: number }>`select r.id from entitlement_rows r
    where ${where} and r.kind = 'course' and r.revoked_at is null and (${end}::timestamptz is null or r.start_at < ${end}::timestamptz)
    order by r.id limit ${maxChanges + 1}`.execute(call.ctx.db);
  return describeMoves(call, new Map(rows.map(({ id }) => [id, { end_at: end }])));
};
