import { isLastEvent, type NumberedEvent, type TalkEvent } from '@kaike/shared/domain/ai/talk-events';

/** A reply that this node writes. */
export type LiveReply = {
  readonly message_id: number;
  /** Aborted when the reply is to end where it is: `stopped` counts what was shown, `interrupted` costs nothing. */
  readonly signal: AbortSignal;
  readonly events: readonly NumberedEvent[];
  push: (event: TalkEvent) => void;
  /** Adds text; what is said within one tick becomes one event. */
  say: (delta: string) => void;
  /** `interrupted`: the school ends it, not its learner. */
  stop: (reason?: 'stopped' | 'interrupted') => void;
  /** Resolves when there is more, or the signal is aborted. */
  changed: (signal: AbortSignal) => Promise<void>;
  /** Notes a reader, and returns how to note that it left. */
  addReader: () => () => void;
  /** Notes a reader on another node. */
  touch: () => void;
  /** Milliseconds since somebody read. */
  unread_ms: () => number;
};

/** A reply in memory: its events so far, and who waits for more. */
export function createLiveReply(messageId: number, clock: () => Date): LiveReply {
  const events: NumberedEvent[] = [];
  const waiters = new Set<() => void>();
  const aborting = new AbortController();
  let [length, unsaid, isScheduled] = [0, '', false];
  let [readers, readAt] = [0, clock().getTime()];
  const add = (event: TalkEvent): void => {
    const last = events.at(-1);
    if (last && isLastEvent(last.event)) return;
    events.push({ message_id: messageId, n: events.length + 1, event });
    for (const wake of waiters) wake();
  };
  const sayNow = (): void => {
    isScheduled = false;
    if (unsaid === '') return;
    const delta = unsaid;
    unsaid = '';
    add({ type: 'message', from: length, delta });
    length += delta.length;
  };
  const touch = (): void => {
    readAt = clock().getTime();
  };
  return {
    message_id: messageId,
    signal: aborting.signal,
    events,
    push(event) {
      sayNow();
      add(event);
    },
    say(delta) {
      unsaid += delta;
      if (!isScheduled) setImmediate(sayNow);
      isScheduled = true;
    },
    stop: (reason = 'stopped') => aborting.abort(reason),
    changed: (signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          waiters.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiters.add(done);
        signal.addEventListener('abort', done);
        if (signal.aborted) done();
      }),
    touch,
    addReader() {
      readers += 1;
      return () => {
        readers -= 1;
        touch();
      };
    },
    unread_ms: () => (readers > 0 ? 0 : clock().getTime() - readAt),
  };
}
