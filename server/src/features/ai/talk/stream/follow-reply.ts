import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '@kaike/shared/domain/ai/chat-status';
import { isLastEvent, type NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { Context } from '../../../../core/context.ts';
import { expireReplies } from '../turns/expire-replies.ts';
import type { LiveReply } from './live-reply.ts';
import { liveReplies } from './live-replies.ts';
import { loadPieces } from './save-pieces.ts';
import { loadStoredReply, replayEnd } from './stored-reply.ts';

const pollMs = 300;
/** Polls after which the node that writes hears that somebody reads. */
const pollsPerSign = 30;
/** Polls for which the last events of a final reply are waited for. */
const maxFinalPolls = 4;

type FollowedReply = { messageId: number; afterN: number; signal: AbortSignal };

async function* followHere(reply: LiveReply, { afterN, signal }: FollowedReply): AsyncGenerator<NumberedEvent> {
  for (let n = afterN; !signal.aborted;) {
    for (const event of reply.events.slice(n)) {
      n = event.n;
      yield event;
      if (isLastEvent(event.event)) return;
    }
    if (reply.events.length <= n) await reply.changed(signal);
  }
}

/** Of a reply that another node writes, or that has ended. */
async function* followElsewhere(
  ctx: Context,
  { messageId, afterN, signal }: FollowedReply,
): AsyncGenerator<NumberedEvent> {
  let [n, finalPolls] = [afterN, 0];
  for (let polls = 1; !signal.aborted; polls += 1) {
    // The state comes first: what was saved before a final state is then read, too.
    const end = await loadStoredReply(ctx, messageId);
    for (const event of await loadPieces(ctx.db, messageId, n)) {
      n = event.n;
      yield event;
      if (isLastEvent(event.event)) return;
    }
    const isFinal = !isRunning(end.status);
    // Its node saves the last events right after the final state.
    if (isFinal && (end.is_dead || (finalPolls += 1) > maxFinalPolls)) return yield* replayEnd(ctx, end, n);
    if (!isFinal && end.is_dead) {
      await expireReplies(ctx, { message_id: messageId });
      continue;
    }
    if (polls % pollsPerSign === 0) await ctx.bus.publish(ctx.db, `ai-read:${messageId}`);
    await wait(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The events of a reply after this number, and further ones as they come, on any node. Ends after the last, or with the signal. */
export async function* followReply(
  ctx: Context,
  messageId: number,
  { afterN, signal: disconnected }: { afterN: number; signal: AbortSignal },
): AsyncGenerator<NumberedEvent> {
  const replies = liveReplies(ctx);
  const reading = { messageId, afterN, signal: AbortSignal.any([disconnected, replies.closing]) };
  const reply = replies.get(messageId);
  if (!reply) return yield* followElsewhere(ctx, reading);
  const leave = reply.addReader();
  disconnected.addEventListener('abort', leave, { once: true });
  try {
    yield* followHere(reply, reading);
  } finally {
    disconnected.removeEventListener('abort', leave);
    if (!disconnected.aborted) leave();
  }
}
