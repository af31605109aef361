import type { HeartbeatAnswer } from '@kaike/shared/contracts/learning/watching';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { claimedSeconds, maxIntervals } from '@kaike/shared/domain/learning/watching';
import type {
  HeartbeatRequest,
  HeartbeatDeps,
  HeartbeatEnd,
  HeartbeatEvents,
  HeartbeatFailure,
  HeartbeatAttempt,
  StoredHeartbeat,
} from './heartbeat-port.ts';
import { countThatFit, joinIntervals } from './join-intervals.ts';

export type HeartbeatQueue = {
  add: (intervals: readonly Interval[]) => void;
  /** The player's position and speed. */
  place: (position: number, speed: number) => void;
  /** Sends what is waiting, one beat at a time. Resolves when nothing is left, or nothing can be sent now. */
  flush: () => Promise<void>;
  /** The page may close at any moment: sends what is waiting at once and stores a copy. */
  leave: () => void;
  /** Intervals played but not acknowledged. */
  waiting: () => readonly Interval[];
  /** Stops sending. What was not acknowledged stays in the store. */
  close: () => void;
};

type QueueOptions = {
  ticket: string;
  lesson_id: number;
  deps: HeartbeatDeps;
  events: HeartbeatEvents;
  stored?: StoredHeartbeat;
};

/** What was played and not acknowledged, and the seq it is sent under. */
type Waiting = {
  items: Interval[];
  seq: number;
  /** What was sent, and it is unknown whether it arrived. */
  tries: HeartbeatAttempt[];
  position: number;
  speed: number;
  is_moved: boolean;
  is_late: boolean;
  /** Why it is late. */
  end: HeartbeatEnd | null;
  is_closed: boolean;
};

function begin({ stored }: QueueOptions): Waiting {
  const { intervals: items = [], seq = 1, tries = [], position = 0, speed = 1 } = stored ?? {};
  return {
    items: [...items],
    seq,
    tries: [...tries],
    position,
    speed,
    is_moved: false,
    is_late: false,
    end: null,
    is_closed: false,
  };
}

/** The intervals of the try that was counted leave the queue; the rest follows under the next seq. */
function settle(waiting: Waiting, batch: HeartbeatAttempt, answer: HeartbeatAnswer): void {
  const { last_seq, claimed_sec } = answer;
  const counted = answer.repeated
    ? waiting.tries.findLast((one) => one.seq === last_seq && one.claimed_sec <= claimed_sec)
    : batch;
  const acknowledged = counted?.count ?? 0;
  waiting.items.splice(0, acknowledged);
  waiting.seq = Math.max(waiting.seq, batch.seq + 1, last_seq + 1);
  waiting.tries = waiting.tries
    .filter(({ seq }) => seq > last_seq)
    .map((one) => ({ ...one, count: Math.max(0, one.count - acknowledged) }));
}

/** The beats of one ticket, by the rule of `creditHeartbeat`: a failed beat is retried under its seq, with everything played by then. */
export function createHeartbeatQueue(options: QueueOptions): HeartbeatQueue {
  const { ticket, lesson_id, deps, events } = options;
  const waiting = begin(options);
  /** Whose page it was when it was played. */
  const userId = options.stored ? (options.stored.user_id ?? null) : deps.user();
  let running: Promise<void> | null = null;

  const bodyOf = (count: number): HeartbeatRequest => ({
    ticket,
    seq: waiting.seq,
    intervals: joinIntervals(waiting.items.slice(0, count)),
    position: waiting.position,
    speed: waiting.speed,
    ...(waiting.is_late ? { late: true } : {}),
  });
  /** Notes a body before it is sent: it may arrive although nothing is heard of it. */
  const attempt = (count: number): { body: HeartbeatRequest; batch: HeartbeatAttempt } => {
    const body = bodyOf(count);
    const batch = { seq: body.seq, count, claimed_sec: claimedSeconds(body.intervals) };
    // What claims as much under the same number has the same content.
    waiting.tries = waiting.tries.filter((one) => one.seq !== batch.seq || one.claimed_sec !== batch.claimed_sec);
    waiting.tries.push(batch);
    waiting.is_moved = false;
    return { body, batch };
  };
  const store = (): Promise<void> => {
    const { seq, items, position, speed, tries } = waiting;
    const owner = userId === null ? {} : { user_id: userId };
    const beat = { ticket, lesson_id, seq, intervals: [...items], position, speed, tries: [...tries] };
    return deps.store.save({ ...beat, ...owner, saved_at: Date.now() });
  };

  async function end(why: HeartbeatEnd): Promise<void> {
    waiting.is_closed = true;
    waiting.items = [];
    await deps.store.remove(ticket);
    events.on_end(why);
  }

  /** Keeps what is waiting for another visit, and sends no more from this page. */
  async function leaveFor(why: HeartbeatEnd | null): Promise<false> {
    waiting.is_closed = true;
    if (waiting.items.length > 0) await store();
    if (why) events.on_end(why);
    return false;
  }

  /** Returns whether to continue at once. */
  async function fail(failure: HeartbeatFailure): Promise<boolean> {
    if (failure === 'unreachable' || failure === 'logged_out') {
      events.on_waiting(failure === 'unreachable');
      if (failure === 'logged_out') events.on_logged_out();
      await store();
      return false;
    }
    const isOver = failure === 'ended' || failure === 'taken_over';
    if (isOver && !waiting.is_late && waiting.items.length > 0) {
      waiting.is_late = true;
      waiting.end = failure;
      return true;
    }
    if (failure === 'not_now') return leaveFor(null);
    // The ticket is somebody else's: what was played waits for whoever it belongs to.
    if (failure === 'invalid') return leaveFor('invalid');
    if (failure === 'refused') {
      waiting.items = [];
      await deps.store.remove(ticket);
    } else await end(waiting.end ?? failure);
    return false;
  }

  async function sendOnce(): Promise<boolean> {
    const { body, batch } = attempt(countThatFit(waiting.items, maxIntervals));
    try {
      const answer = await deps.send(body);
      settle(waiting, batch, answer);
      events.on_waiting(false);
      events.on_answer(answer);
    } catch (error) {
      return fail(deps.failureOf(error));
    }
    if (waiting.items.length === 0) await deps.store.remove(ticket);
    if (waiting.is_late && waiting.items.length === 0) await end(waiting.end ?? 'ended');
    return true;
  }

  async function run(): Promise<void> {
    let isGoing = true;
    while (isGoing && !waiting.is_closed && (waiting.items.length > 0 || waiting.is_moved)) isGoing = await sendOnce();
  }

  return {
    add(intervals) {
      if (!waiting.is_closed) waiting.items.push(...intervals);
    },
    place(position, speed) {
      waiting.is_moved ||= position !== waiting.position;
      Object.assign(waiting, { position, speed });
    },
    flush() {
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    leave() {
      if (waiting.is_closed || (waiting.items.length === 0 && !waiting.is_moved)) return;
      // Its own seq keeps it apart from a beat that is pending, and it contains everything.
      if (running) waiting.seq += 1;
      deps.beacon(attempt(countThatFit(waiting.items, maxIntervals)).body);
      if (waiting.items.length > 0) void store();
    },
    waiting: () => waiting.items,
    close() {
      waiting.is_closed = true;
      if (waiting.items.length > 0) void store();
    },
  };
}
