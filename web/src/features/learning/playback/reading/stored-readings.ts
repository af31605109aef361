import { createRecordStore } from '../../../../api/record-store.ts';
import type { ReadingBody, ReadingDeps } from './reading-session.ts';

/** What was read under a ticket and has not been counted yet. It belongs to its learner and waits for them. */
export type StoredReading = {
  report: ReadingBody;
  user_id: number;
  /** When it was stored, ms. */
  saved_at: number;
  ticket: string;
};

/** As long as the server remembers tickets. */
const keptMs = 30 * 86_400_000;

const store = createRecordStore<StoredReading>({ database: 'kaike-readings', store: 'readings', key: 'ticket' });

/** Readings waiting for the connection, stored in this browser. Without storage they are still sent, but do not outlive the page. */
export const storedReadings = { save: store.save, remove: store.remove, all: store.all };

type ReplayDeps = Pick<ReadingDeps, 'send' | 'meaningOf'> & {
  store: { remove: (ticket: string) => Promise<void>; all: () => Promise<StoredReading[]> };
  user: () => number | null;
};

/** Whether the record has been dealt with. */
async function sendStored({ report }: StoredReading, { send, meaningOf }: ReplayDeps): Promise<boolean> {
  try {
    // A part of it may have arrived before.
    const rest = report.read_sec - (await send({ ...report, late: true })).claimed_sec;
    if (rest > 0) await send({ ...report, seq: report.seq + 1, read_sec: rest, late: true });
    return true;
  } catch (error) {
    const meaning = meaningOf(error);
    // Not now, or another's: it waits for its learner.
    return meaning !== 'again' && meaning !== 'foreign';
  }
}

/** Sends what earlier visits of this learner could not. What others read on this device waits for them. */
export async function replayReadings(deps: ReplayDeps): Promise<void> {
  const userId = deps.user();
  for (const stored of await deps.store.all()) {
    const isOver = Date.now() - stored.saved_at > keptMs;
    if (isOver || (stored.user_id === userId && (await sendStored(stored, deps))))
      await deps.store.remove(stored.ticket);
  }
}
