import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import { dismissCorrection as removeCorrection } from '../../../corrections/public.ts';
import { loadMessage, presentMessage } from '../message.store.ts';
import { messageKeyOf } from '../message-key.ts';

/** Takes a correction of the learner's own words away. */
export async function dismissCorrection(
  call: MemberCallOf<typeof aiMessages.dismissCorrection>,
): Promise<ResponseOf<typeof aiMessages.dismissCorrection>> {
  const { ctx, body } = call;
  const key = messageKeyOf(call);
  await inTransaction(ctx.db, async (trx) => {
    const { id } = await loadMessage(trx, key);
    await removeCorrection(trx, { member_id: key.member_id, message_id: id, code: body.code });
  });
  return { message: presentMessage(await loadMessage(ctx.db, key)) };
}
