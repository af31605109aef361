import { randomUUID } from 'node:crypto';
import { needsApproval } from '@kaike/shared/domain/cards/card-approval';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import { describeTarget } from '../../../kit/write/bulk-target.ts';
import type { ActionRun, ActionResult } from '../../../kit/behaviour.ts';
import { addSoloUse, countUnapprovedUses, lockSoloUses } from './unapproved-uses.ts';

/** Work on cards one user requests without approval. `whole` is the size of the whole request when `count` is only a part of it. */
export type SoloWork = { user_id: number; subject: string; count: number; whole?: number };

const hourMs = 3_600_000;

/**
 * Throws when a second person must approve: too many cards at once, or too many together with what this user did alone
 * within the window. Requests of one user are serialized from here to the end of the transaction, so that two concurrent
 * ones cannot both just fit.
 */
async function checkLimit(trx: Db, ctx: Context, work: SoloWork): Promise<{ isLimited: boolean }> {
  const [limit, hours] = [await ctx.settings.get('card_approval_over'), await ctx.settings.get('card_approval_hours')];
  if (limit <= 0) return { isLimited: false };
  const whole = Math.max(work.count, work.whole ?? 0);
  if (needsApproval(whole, limit)) throw new AppError('card.approval_needed', { params: { limit } });
  if (hours <= 0) return { isLimited: false };
  await lockSoloUses(trx, work.user_id);
  const uses = await countUnapprovedUses(trx, {
    user_id: work.user_id,
    subject: work.subject,
    since: new Date(ctx.clock().getTime() - hours * hourMs),
  });
  const total = uses.others + Math.max(whole, uses.parts + work.count);
  if (needsApproval(total, limit))
    throw new AppError('card.approval_total', { params: { limit, hours, done: uses.others + uses.parts } });
  return { isLimited: true };
}

/** Counts work on cards, such as a whole batch, against what this user may do alone; a repeated subject counts once. */
export async function spendCardLimit(trx: Db, ctx: Context, work: SoloWork): Promise<void> {
  if (work.count <= 0) return;
  const { isLimited } = await checkLimit(trx, ctx, work);
  if (isLimited) await addSoloUse(trx, { ...work, part: '', now: ctx.clock() });
}

/** The size of the whole request, not just of the current page. */
async function countTarget({ trx, call, rows }: ActionRun<typeof cards>): Promise<number> {
  const { matching, ids } = call.raw_body;
  if (typeof matching !== 'string') return Array.isArray(ids) ? Math.max(rows.length, ids.length) : rows.length;
  return (
    await describeTarget({ db: trx, actor: call.actor, resource: call.ctx.resources.get('cards') }, call.raw_body, [])
  ).count;
}

/** The action, refused for more cards than one user may change without approval; counts the cards that changed. */
export function limited(
  run: (action: ActionRun<typeof cards>) => Promise<ActionResult>,
): (action: ActionRun<typeof cards>) => Promise<ActionResult> {
  return async (action) => {
    const { trx, call, rows, batch } = action;
    const { ctx } = call;
    const isOff = (await ctx.settings.get('card_approval_over')) <= 0;
    if (isOff) return run(action);
    // Pages of one run add up; a separate request is a separate subject.
    const work: SoloWork = {
      user_id: call.actor.user_id,
      subject: `cards:${batch ?? randomUUID()}`,
      count: rows.length,
      whole: await countTarget(action),
    };
    const { isLimited } = await checkLimit(trx, ctx, work);
    const result = await run(action);
    if (isLimited && result.changed > 0)
      await addSoloUse(trx, { ...work, count: result.changed, part: randomUUID(), now: ctx.clock() });
    return result;
  };
}
