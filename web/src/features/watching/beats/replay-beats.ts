import type { BeatDeps } from './beat-port.ts';
import { createBeatQueue } from './beat-queue.ts';

const nothing = (): void => undefined;

/** Sends what earlier visits could not: before a new ticket is issued, as that ends the one before. */
export async function replayBeats(deps: BeatDeps): Promise<void> {
  for (const beat of await deps.store.all()) {
    const queue = createBeatQueue({
      ticket: beat.ticket,
      lesson_id: beat.lesson_id,
      deps,
      stored: beat,
      events: { on_answer: nothing, on_end: nothing, on_waiting: nothing, on_logged_out: nothing },
    });
    await queue.flush();
  }
}
