import type { BeatDeps } from './beat-port.ts';
import { createBeatQueue } from './beat-queue.ts';

const nothing = (): void => undefined;

/** Sends what earlier visits could not: before a new ticket is issued, as that ends the one before. */
export async function replayBeats(deps: BeatDeps): Promise<void> {
  for (const kept of await deps.store.all()) {
    const queue = createBeatQueue({
      ticket: kept.ticket,
      lesson_id: kept.lesson_id,
      deps,
      kept,
      events: { on_answer: nothing, on_end: nothing, on_waiting: nothing },
    });
    await queue.flush();
  }
}
