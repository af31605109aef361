import { sql } from 'kysely';
import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { cardRefusal, shownStatus } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { CardCall } from '../redeem/card-call.ts';
import { lockMyCard, writeCardEvent, type MyCard } from './lock-my-card.ts';

type Answer = ResponseOf<typeof cardWallet.freezeMyCard>;

/** Freezing a frozen card and unfreezing an unfrozen one are no-ops; a freeze by the issuer stays. */
function isDone(card: MyCard, action: 'freeze' | 'unfreeze', now: Date): boolean {
  const reason = cardRefusal(action, card, { actor: 'owner', now });
  if (reason === null) return false;
  if (reason === 'not_frozen' || (reason === 'frozen' && action === 'freeze')) return true;
  throw new AppError(reason === 'frozen' ? 'card.frozen_by_school' : 'record.state');
}

/** The owner freezes a claimed card, or removes their own freeze. */
export async function setMyFreeze(
  call: CardCall,
  change: { card_id: number; action: 'freeze' | 'unfreeze'; reason: string },
): Promise<Answer> {
  const { ctx, actor } = call;
  const { action, reason } = change;
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.clock();
    const card = await lockMyCard(trx, { card_id: change.card_id, member_id: actor.member.id });
    if (isDone(card, action, now)) return { id: card.id, status: shownStatus(card, now) };
    const frozenAt = action === 'freeze' ? now : null;
    const done =
      await sql`update cards set frozen_at = ${frozenAt}, frozen_reason = ${frozenAt ? reason : ''}, frozen_by_owner = ${frozenAt !== null},
      version = version + 1, updated_at = ${now} where id = ${card.id}`.execute(trx);
    assert(Number(done.numAffectedRows) === 1, 'server.internal');
    await writeCardEvent(trx, { card_id: card.id, member_id: actor.member.id, action, reason, now });
    return { id: card.id, status: shownStatus({ ...card, frozen_at: frozenAt }, now) };
  });
}
