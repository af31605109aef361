import { sql, type RawBuilder } from 'kysely';
import { maxSpanDays } from '@kaike/shared/contracts/office/statistics';
import { addDays, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';

export type StatisticsSpan = { from: string; to: string; start: Date; end: Date };

/** The requested days as times, `end` exclusive; rejects a span that ends before it begins or is too long. */
export function parseSpan({ from, to }: { from: string; to: string }): StatisticsSpan {
  if (to < from) throw new AppError('request.invalid', { failures: { to: [{ rule: 'min', params: [from] }] } });
  if (addDays(from, maxSpanDays - 1) < to) throw new AppError('statistics.too_long', { params: { days: maxSpanDays } });
  return { from, to, start: startOfDay(from), end: startOfDay(addDays(to, 1)) };
}

/** Condition: rows of the user's agency and its descendants, and of the requested agency; `key` is the column with the agency's id. */
export function inAgencies(
  call: AdminCall,
  key: RawBuilder<unknown>,
  agencyId: number | null | undefined,
): RawBuilder<boolean> {
  const { agency } = call.actor.admin;
  const own = agency
    ? sql<boolean>`${key} in (select g.id from agencies g where g.lft between ${agency.lft} and ${agency.rgt})`
    : sql<boolean>`true`;
  return agencyId
    ? sql<boolean>`${own} and ${key} in (select g.id from agencies g join agencies a on g.lft between a.lft and a.rgt where a.id = ${agencyId})`
    : own;
}
