import type { RuleFailure } from '@kaike/shared/rules/engine';

type Timestamp = Date | string | null | undefined;
const timeOf = (moment: Timestamp): number | null => (moment ? new Date(moment).getTime() : null);

/** Why an end cannot be: it has passed at `now`, or is no later than its start; null when it can. */
export function findEndFailure(end: Timestamp, { start, now }: { start?: Timestamp; now?: Date }): RuleFailure | null {
  const [endMs, startMs] = [timeOf(end), timeOf(start)];
  if (endMs === null) return null;
  if (now && endMs <= now.getTime()) return { rule: 'in_past', params: [] };
  return startMs !== null && endMs <= startMs ? { rule: 'before_start', params: [] } : null;
}
