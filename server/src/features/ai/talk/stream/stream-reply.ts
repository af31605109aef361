import { parseEventId } from '@kaike/shared/domain/ai/talk-events';
import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import { loadMessage } from '../turns/message.store.ts';
import { liveReplies } from './live-replies.ts';
import { sendEvents } from './send-events.ts';

/** Follows a reply of the member from the beginning, or from the event that the client had last. */
export async function streamReply(call: MemberCallOf<typeof aiMessages.streamReply>): Promise<HttpReply<never>> {
  const message = await loadMessage(call.ctx.db, { id: call.params.id, member_id: call.actor.member.id });
  const onEnd = liveReplies(call.ctx).admit(call.actor.member.id);
  assert(onEnd, 'ai.streams_open');
  return sendEvents(call, message.id, { afterN: parseEventId(call.headers['last-event-id'], message.id), onEnd });
}
