import { DatabaseError } from 'pg';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import { writeHeartbeats, type HeartbeatWrite } from './heartbeat.store.ts';

type Waiting = {
  beat: HeartbeatWrite;
  resolve: (isStored: boolean) => void;
  reject: (error: unknown) => void;
  /** How often its rows were found locked. */
  retries: number;
};
type Queue = { waiting: Waiting[]; under_way: number };

/** Of the pool's six connections: several, so that the database writes while this node computes, and locked members do not block all others. */
const maximumStatements = 4;
const maximumBeats = 100;
/** Longer than any beat takes, so that only rows locked by something else time out. */
const timeoutMs = 250;
/** For a beat on its own after its batch timed out: the others of the batch have waited already. */
const aloneTimeoutMs = 50;
/** Pause before a blocked beat is retried, doubled each time; finally the player is asked to send it again. */
const firstPauseMs = 250;
const maximumRetries = 5;
const lockNotAvailable = '55P03';

const queues = new WeakMap<Db, Queue>();

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? { waiting: [], under_way: 0 };
  queues.set(db, queue);
  return queue;
}

/** Takes the next batch, one beat per member: the statement may touch a row only once. A retried beat goes alone, so that it delays no others. */
function takeNext(queue: Queue): Waiting[] {
  const members = new Set<number>();
  const [batch, rest]: [Waiting[], Waiting[]] = [[], []];
  for (const one of queue.waiting) {
    const { member_id } = one.beat.state;
    const isFull =
      batch.length >= maximumBeats || (batch[0]?.retries ?? 0) > 0 || (batch.length > 0 && one.retries > 0);
    const fits = !isFull && !members.has(member_id);
    (fits ? batch : rest).push(one);
    members.add(member_id);
  }
  queue.waiting = rest;
  return batch;
}

/** Re-queues a blocked beat after a pause, a few times. */
function retryLater(db: Db, one: Waiting): void {
  if (one.retries >= maximumRetries) return one.reject(new AppError('server.busy', { retry_after: 1 }));
  setTimeout(
    () => {
      const queue = queueOf(db);
      queue.waiting.push(one);
      start(db, queue);
    },
    firstPauseMs * 2 ** one.retries,
  );
  one.retries += 1;
}

async function write(db: Db, batch: readonly Waiting[], timeout: number): Promise<void> {
  try {
    const stored = await writeHeartbeats(
      db,
      batch.map(({ beat }) => beat),
      { timeout_ms: timeout },
    );
    for (const { beat, resolve } of batch) resolve(stored.has(beat.state.ticket_id));
  } catch (error) {
    const [first] = batch;
    if (first && batch.length === 1) {
      const isBlocked = error instanceof DatabaseError && error.code === lockNotAvailable;
      return isBlocked ? retryLater(db, first) : first.reject(error);
    }
    // One failing beat must not lose the others.
    for (const one of batch) await write(db, [one], aloneTimeoutMs);
  }
}

function start(db: Db, queue: Queue): void {
  if (queue.under_way >= maximumStatements || queue.waiting.length === 0) return;
  queue.under_way += 1;
  const batch = takeNext(queue);
  const isRetry = (batch[0]?.retries ?? 0) > 0;
  void write(db, batch, isRetry ? aloneTimeoutMs : timeoutMs).finally(() => {
    queue.under_way -= 1;
    start(db, queue);
  });
  if (isRetry) start(db, queue);
}

/** Stores a beat, at once or batched with those that arrive while others are being stored; false when its ticket has changed since. */
export function enqueueHeartbeat(db: Db, beat: HeartbeatWrite): Promise<boolean> {
  const queue = queueOf(db);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ beat, resolve, reject, retries: 0 });
    // After the requests that have already arrived, so that their beats join the batch.
    if (queue.waiting.length === 1) setImmediate(start, db, queue);
  });
}
