import type * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { findOpenGift } from './find-gift.ts';

/** What the link gives to whoever has it. */
export async function previewGift(
  call: MemberCallOf<typeof cardWallet.previewGift>,
): Promise<ResponseOf<typeof cardWallet.previewGift>> {
  const token = call.body.token;
  const gift = await findOpenGift(call, token);
  const { snapshot } = gift;
  return {
    title: snapshot.title,
    cover: snapshot.cover,
    courses: snapshot.courses.map(({ title }) => title),
    ai_seconds: snapshot.ai_seconds,
    redeem_end_at: gift.redeem_end_at?.toISOString() ?? null,
    expires_at: gift.expires_at.toISOString(),
    card_no: gift.card_no,
    secret_last4: gift.secret_last4,
    is_mine: gift.is_mine,
  };
}
