import { sql } from 'kysely';
import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { giftHours } from '@kaike/shared/domain/cards/card-gift';
import { cardRefusal } from '@kaike/shared/domain/cards/card-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { hashToken, makeToken } from '../../../../core/secrets.ts';
import { checkMember } from '../check-member.ts';
import { lockMyCard, writeCardEvent, type MyCard } from './lock-my-card.ts';

/** Only a card the owner could activate now can be given; not a frozen or expired one. */
function checkGivable(card: MyCard, now: Date): void {
  const reason = cardRefusal('activate', card, { actor: 'owner', now });
  if (reason === 'frozen') throw new AppError('card.frozen');
  if (reason !== null) throw new AppError('record.state');
}

/** Closes the open link of a card; false if there was none. */
export async function revokeOpenGift(trx: Db, cardId: number, now: Date): Promise<boolean> {
  const done =
    await sql`update card_gifts set revoked_at = ${now} where card_id = ${cardId} and accepted_at is null and revoked_at is null`.execute(
      trx,
    );
  return Number(done.numAffectedRows) > 0;
}

/** Creates a link that gives the card to whoever accepts it first within 24 hours; revokes an earlier link. */
export async function createGift(
  call: MemberCallOf<typeof cardWallet.createGift>,
): Promise<ResponseOf<typeof cardWallet.createGift>> {
  checkMember(call);
  const { ctx, actor, origin } = call;
  const token = makeToken();
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + giftHours * 3_600_000);
  await ctx.db.transaction().execute(async (trx) => {
    const card = await lockMyCard(trx, { card_id: call.params.id, member_id: actor.member.id });
    checkGivable(card, now);
    await revokeOpenGift(trx, card.id, now);
    await trx
      .insertInto('card_gifts')
      .values({
        card_id: card.id,
        giver_member_id: actor.member.id,
        token_hash: hashToken(token),
        expires_at: expiresAt,
        created_at: now,
      })
      .execute();
    await writeCardEvent(trx, { card_id: card.id, member_id: actor.member.id, action: 'give', now });
  });
  // The page removes the token from the address at once; visitors who must log in first return to it.
  return { url: `${origin}/home/cards/use-card?gift=${token}`, expires_at: expiresAt.toISOString() };
}
