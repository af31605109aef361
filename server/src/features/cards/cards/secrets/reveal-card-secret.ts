import type * as cards from '@kaike/shared/contracts/cards/cards';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { cards as cardsResource } from '@kaike/shared/resources/cards/cards';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { openSecret } from './card-secrets.ts';
import { addReveal, countReveals, lockSoloUses } from '../unapproved-uses.ts';

type RevealCall = AdminCallOf<typeof cards.revealCardSecret>;

const dayMs = 86_400_000;

/** Counts a reveal against a user's daily limit; revealing the same card again is free. */
async function spendReveal(trx: Db, ctx: Context, look: { user_id: number; card_id: number }): Promise<void> {
  const [limit, now] = [await ctx.settings.get('card_reveal_limit'), ctx.clock()];
  if (limit <= 0) return;
  await lockSoloUses(trx, look.user_id);
  const { others, is_seen } = await countReveals(trx, { ...look, since: new Date(now.getTime() - dayMs) });
  if (!is_seen && others >= limit) throw new AppError('card.reveal_limit', { params: { limit } });
  await addReveal(trx, { ...look, now });
}

/** Reveals the secret of one card to a user who may see it and gives a reason; logged in the same transaction. */
export async function revealCardSecret(call: RevealCall): Promise<ResponseOf<typeof cards.revealCardSecret>> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const card = await loadRow({ db: trx, actor, resource: ctx.resources.of(cardsResource) }, call.params.id);
    await spendReveal(trx, ctx, { user_id: actor.user_id, card_id: card.id });
    const sealed = await trx
      .selectFrom('cards')
      .select(['secret_enc', 'secret_hash'])
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    await writeLog(trx, call, {
      resource: 'cards',
      action: 'reveal',
      record_id: card.id,
      record_title: card.card_no,
      reason: call.body.reason,
    });
    return { secret: formatSecret(openSecret(ctx.secrets, sealed)) };
  });
}
