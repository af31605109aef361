import { Readable } from 'node:stream';
import { formatEvent, type NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { MemberCall } from '../../../../core/call.ts';
import { inReadersScript } from '../../../../core/chinese/chinese-script.ts';
import { sendFile, type HttpReply } from '../../../../core/respond.ts';
import { followReply } from './follow-reply.ts';

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
): HttpReply<never> {
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
  return sendFile(stream, { type: 'text/event-stream; charset=utf-8', headers, onEnd: onClose }) as HttpReply<never>;
}
