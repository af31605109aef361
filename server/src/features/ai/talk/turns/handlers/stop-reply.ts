import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { isRunning } from '@kaike/shared/domain/ai/chat-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { untilFinal } from '../answer-turn.ts';
import { loadMessage, presentMessage } from '../message.store.ts';
import { messageKeyOf, renewChatLease } from '../message-key.ts';

/** Ends a reply where it is, whichever node writes it, and returns it as it ended. */
export async function stopReply(
  call: MemberCallOf<typeof aiMessages.stopReply>,
): Promise<ResponseOf<typeof aiMessages.stopReply>> {
  const { ctx } = call;
  const message = await loadMessage(ctx.db, messageKeyOf(call));
  if (isRunning(message.status)) {
    await renewChatLease(call, message);
    await ctx.bus.publish(ctx.db, `ai-stop:${message.id}`);
    await untilFinal(call, message.id);
  }
  return { reply: presentMessage(await loadMessage(ctx.db, messageKeyOf(call))) };
}
