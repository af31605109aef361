import type { Db } from '../../db/pool.ts';
import { writeBeats, type BeatWrite } from './beat.store.ts';

type Waiting = { beat: BeatWrite; resolve: (isStored: boolean) => void; reject: (error: unknown) => void };
type Queue = { waiting: Waiting[]; under_way: number };

/** Of the pool's six: several, so that the database writes while this node reckons, and learners whose rows somebody holds do not stop all others. */
const maximumStatements = 4;
const maximumBeats = 100;

const queues = new WeakMap<Db, Queue>();

function queueOf(db: Db): Queue {
  const known = queues.get(db) ?? { waiting: [], under_way: 0 };
  queues.set(db, known);
  return known;
}

/** Takes the next beats, one of a learner: the statement may touch a row once only. */
function takeNext(queue: Queue): Waiting[] {
  const members = new Set<number>();
  const [taken, left]: [Waiting[], Waiting[]] = [[], []];
  for (const one of queue.waiting) {
    const { member_id: memberId } = one.beat.state;
    const fits = taken.length < maximumBeats && !members.has(memberId);
    (fits ? taken : left).push(one);
    members.add(memberId);
  }
  queue.waiting = left;
  return taken;
}

async function write(db: Db, taken: readonly Waiting[]): Promise<void> {
  try {
    const stored = await writeBeats(db, taken.map(({ beat }) => beat));
    for (const { beat, resolve } of taken) resolve(stored.has(beat.state.ticket_id));
  } catch (error) {
    const [first] = taken;
    if (taken.length === 1) return first?.reject(error);
    // One beat must not cost the others theirs.
    for (const one of taken) await write(db, [one]);
  }
}

function start(db: Db, queue: Queue): void {
  if (queue.under_way >= maximumStatements || queue.waiting.length === 0) return;
  queue.under_way += 1;
  void write(db, takeNext(queue)).finally(() => {
    queue.under_way -= 1;
    start(db, queue);
  });
}

/** Stores a beat, at once or together with those that come while others are being stored; false when its ticket has changed since. */
export function storeBeat(db: Db, beat: BeatWrite): Promise<boolean> {
  const queue = queueOf(db);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ beat, resolve, reject });
    // After the requests that have arrived already, so that their beats go along.
    if (queue.waiting.length === 1) setImmediate(start, db, queue);
  });
}
