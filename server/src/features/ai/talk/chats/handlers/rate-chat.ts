import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { loadChat } from '../chat.store.ts';
import { chatKeyOf, presentChange } from '../change-chat.ts';

export async function rateChat(call: MemberCallOf<typeof aiTalk.rateChat>): Promise<{ chat: TalkChat }> {
  const { ctx, body } = call;
  const chat = await loadChat(ctx.db, chatKeyOf(call));
  await ctx.db.updateTable('ai_chats').set({ rating: body.rating }).where('id', '=', chat.id).execute();
  return presentChange(call, null);
}
