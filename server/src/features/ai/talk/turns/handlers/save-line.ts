import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { loadMessage, presentMessage } from '../message.store.ts';
import { messageKeyOf } from '../message-key.ts';

export async function saveLine(
  call: MemberCallOf<typeof aiMessages.saveLine>,
): Promise<ResponseOf<typeof aiMessages.saveLine>> {
  const { ctx, body } = call;
  const message = await loadMessage(ctx.db, messageKeyOf(call));
  await ctx.db.updateTable('ai_messages').set({ saved: body.saved }).where('id', '=', message.id).execute();
  return { reply: presentMessage(await loadMessage(ctx.db, messageKeyOf(call))) };
}
