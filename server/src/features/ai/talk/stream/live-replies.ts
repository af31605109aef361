import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../../core/context.ts';
import { createLiveReply, type LiveReply } from './live-reply.ts';
import { savePieces } from './save-pieces.ts';

type Entry = { reply: LiveReply; saved: number; renewed_at: number };

/** The replies that this node writes. */
export type LiveReplies = {
  open: (messageId: number) => LiveReply;
  get: (messageId: number) => LiveReply | undefined;
  /** Notes an open stream of this member and returns how to note its end; null when there are too many on this node. */
  admit: (memberId: number) => (() => void) | null;
  /** Saves what is left and forgets the reply. */
  close: (messageId: number) => Promise<void>;
  /** Aborted when the node stops serving. */
  readonly closing: AbortSignal;
  /** Waits for running replies, and breaks off those that take too long: they cost nothing and can be asked for again. */
  drain: () => Promise<void>;
  /** How long `drain` waits for replies to end, and then for those it broke off; both within the five seconds in which a node closes. */
  readonly timeouts: { end_ms: number; break_ms: number };
};

/** One statement for all replies of the node. */
const saveEveryMs = 300;
const renewEveryMs = 5000;
/** Streams that a member may follow at the same time: a few pages, and those cut off whose end has not been noticed. */
const maxStreams = 10;
/** A reply that nobody reads any more ends after this. */
const unreadMs = 30_000;
const drainStepMs = 50;

function createLiveReplies(ctx: Context): LiveReplies {
  const entries = new Map<number, Entry>();
  const streams = new Map<number, number>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  const saveNow = async (): Promise<void> => {
    const now = performance.now();
    const all = [...entries.values()];
    const pieces = all.flatMap((one) => {
      const events = one.reply.events.slice(one.saved);
      one.saved += events.length;
      return events.length > 0 ? [{ message_id: one.reply.message_id, events }] : [];
    });
    const renewed = all.filter((one) => now - one.renewed_at >= renewEveryMs);
    for (const one of renewed) one.renewed_at = now;
    if (pieces.length + renewed.length > 0)
      await savePieces(ctx.db, { pieces, alive: renewed.map(({ reply }) => reply.message_id) });
  };
  /** One at a time. What could not be saved is missing on other nodes only, which have the message in the end. */
  const save = (): Promise<void> => {
    saving = saving
      .then(saveNow)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'pieces of a reply were not saved'));
    return saving;
  };
  const tick = (): void => {
    for (const { reply } of entries.values()) if (reply.unread_ms() > unreadMs) reply.stop();
    void save();
  };
  const timeouts = { end_ms: 2000, break_ms: 2000 };
  const untilEmpty = async (ms: number): Promise<void> => {
    const end = performance.now() + ms;
    while (entries.size > 0 && performance.now() < end) await wait(drainStepMs);
  };
  const find = (key: string | null): LiveReply | undefined => entries.get(Number(key ?? 0))?.reply;
  ctx.bus.subscribe('ai-stop', (key) => find(key)?.stop());
  ctx.bus.subscribe('ai-read', (key) => find(key)?.touch());

  return {
    closing: closing.signal,
    get: (id) => entries.get(id)?.reply,
    open(id) {
      const reply = createLiveReply(id, ctx.clock);
      entries.set(id, { reply, saved: 0, renewed_at: performance.now() });
      timer ??= setInterval(tick, saveEveryMs).unref();
      return reply;
    },
    admit(memberId) {
      const open = streams.get(memberId) ?? 0;
      if (open >= maxStreams) return null;
      streams.set(memberId, open + 1);
      return () => {
        const left = (streams.get(memberId) ?? 1) - 1;
        if (left > 0) streams.set(memberId, left);
        else streams.delete(memberId);
      };
    },
    async close(id) {
      await save();
      entries.delete(id);
      if (entries.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
    timeouts,
    async drain() {
      await untilEmpty(timeouts.end_ms);
      for (const { reply } of entries.values()) reply.stop('interrupted');
      await untilEmpty(timeouts.break_ms);
      closing.abort();
    },
  };
}

const registries = new WeakMap<Context, LiveReplies>();

/** The replies of the node that this context belongs to. */
export function liveReplies(ctx: Context): LiveReplies {
  const registry = registries.get(ctx) ?? createLiveReplies(ctx);
  registries.set(ctx, registry);
  return registry;
}
