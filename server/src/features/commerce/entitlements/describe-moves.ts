import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { AdminCall } from '../../../core/call.ts';
import { planMoves, type AccessChanges } from './plan-moves.ts';

/** Moves a dry run tells one by one. */
const maxNamed = 3;
/** Entitlements whose followers a dry run looks for; of more it says the rule. */
export const maxChanges = 1000;

/** Sentences about what begins earlier or later when these entitlements change; exactly what the act does then. */
export async function describeMoves({ ctx, t }: AdminCall, changes: AccessChanges): Promise<string[]> {
  const key = 'resources.entitlements.moving';
  if (changes.size > maxChanges) return [t(`${key}.rule`)];
  const now = ctx.clock();
  const moves = await planMoves(ctx.db, changes, now);
  const people = new Set(moves.map(({ member_id }) => member_id)).size;
  if (people > 1 || moves.length > maxNamed) return [t(`${key}.many`, { count: people, terms: moves.length })];
  return moves.map(({ title, start_at: start, end_at: end, start_before: before }) => {
    const when = start <= now ? 'now' : start < before ? 'earlier' : 'later';
    return t(`${key}.${when}${end ? '' : '_forever'}`, {
      course: title,
      start: dayOf(start <= now ? now : new Date(start.getTime() + 1000)),
      end: end ? dayOf(end) : '',
    });
  });
}
