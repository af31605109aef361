import { Readable } from 'node:stream';
import { formatEvent, readEventId, type NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type * as aiMessages from '@kaike/shared/contracts/ai-messages';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { inReadersScript } from '../../../core/chinese/chinese-script.ts';
import { sendFile, type Answer } from '../../../core/respond.ts';
import { readMessage } from '../turns/message.store.ts';
import { followReply } from './follow-reply.ts';
import { liveReplies } from './live-replies.ts';

/** Proxies close what is silent for longer. */
const commentMs = 15_000;
/** An event stream: kept nowhere, and passed on as it comes. */
const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/** Words errors in the reader's language, and gives reasons in the reader's script. */
function worded(call: MemberCall, numbered: NumberedEvent): NumberedEvent | Promise<NumberedEvent> {
  const { event } = numbered;
  if (event.type === 'error') return { ...numbered, event: { ...event, message: call.t(`errors.${event.code}`) } };
  return event.type === 'correction' ? inReadersScript(call.locale, numbered) : numbered;
}

/** The events of a reply after this number as an event stream. A reader that leaves does not stop the reply. */
export function sendEvents(
  call: MemberCall,
  messageId: number,
  { afterN, onEnd }: { afterN: number; onEnd: () => void },
): Answer<never> {
  const disconnected = new AbortController();
  const stream = new Readable({ read: () => undefined });
  const comments = setInterval(() => stream.push(':\n\n'), commentMs).unref();
  const pump = async (): Promise<void> => {
    for await (const numbered of followReply(call.ctx, messageId, { afterN, signal: disconnected.signal }))
      stream.push(formatEvent(await worded(call, numbered)));
  };
  void pump()
    .catch((error: unknown) => call.ctx.log.warn({ err: error, message_id: messageId }, 'an event stream broke off'))
    .finally(() => {
      clearInterval(comments);
      stream.push(null);
      onEnd();
    });
  // The first bytes at once: the page then knows that its turn was accepted.
  stream.push(':\n\n');
  const onClose = (): void => disconnected.abort();
  // Instead of the data of the contract, as every file is.
  return sendFile(stream, { type: 'text/event-stream; charset=utf-8', headers, onEnd: onClose }) as Answer<never>;
}

/** Follows a reply of the member from the beginning, or from the event that the client had last. */
export async function sendFollowed(call: MemberCallOf<typeof aiMessages.streamReply>): Promise<Answer<never>> {
  const message = await readMessage(call.ctx.db, { id: call.params.id, member_id: call.actor.member.id });
  const onEnd = liveReplies(call.ctx).admit(call.actor.member.id);
  assert(onEnd, 'ai.streams_open');
  return sendEvents(call, message.id, { afterN: readEventId(call.headers['last-event-id'], message.id), onEnd });
}
