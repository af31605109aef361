import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall, ById } from '../../../../core/call.ts';
import { lockMyCard, writeCardEvent } from './lock-my-card.ts';
import { revokeOpenGift } from './create-gift.ts';

/** Revokes an open link; when somebody has already accepted it, nothing is taken back. */
export async function cancelGift(call: MemberCall & ById): Promise<ResponseOf<typeof cardWallet.cancelGift>> {
  const { ctx, actor } = call;
  const now = ctx.clock();
  return ctx.db.transaction().execute(async (trx) => {
    const card = await lockMyCard(trx, { card_id: call.params.id, member_id: actor.member.id });
    const isRevoked = await revokeOpenGift(trx, card.id, now);
    if (isRevoked)
      await writeCardEvent(trx, { card_id: card.id, member_id: actor.member.id, action: 'take-back', now });
    return { taken_back: isRevoked };
  });
}
