import { needsApproval } from '@kaike/shared/domain/card-approval';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { describeTarget } from '../../kit/bulk-target.ts';
import type { ActionGiven, ActionResult } from '../../kit/behaviour.ts';

/** Throws when so many cards at once need a second person; `count` is asked only when there is a limit. */
export async function checkCardLimit(ctx: Context, count: () => Promise<number>): Promise<void> {
  const limit = await ctx.settings.get('card_approval_over');
  if (limit > 0 && needsApproval(await count(), limit)) throw new AppError('card.approval_needed', { params: { limit } });
}

/** All that the request is about, not just the page of it at hand. */
async function countTarget({ trx, call, rows }: ActionGiven): Promise<number> {
  const body = (call.request.body ?? {}) as Record<string, unknown>;
  if (typeof body['matching'] !== 'string') return rows.length;
  return (await describeTarget({ db: trx, actor: call.actor, resource: call.ctx.resources.get('cards') }, body, [])).count;
}

/** The same action, refused for more cards at once than one person may work on. */
export function limited(action: (given: ActionGiven) => Promise<ActionResult>): (given: ActionGiven) => Promise<ActionResult> {
  return async (given) => {
    await checkCardLimit(given.call.ctx, () => countTarget(given));
    return action(given);
  };
}
