import type { HeartbeatDeps } from './heartbeat-port.ts';
import { createHeartbeatQueue } from './heartbeat-queue.ts';

const nothing = (): void => undefined;

/** As long as the server remembers tickets. */
const keptMs = 30 * 86_400_000;

/**
 * Sends what earlier visits of this learner could not: before a new ticket is issued, as that ends the one before. What others
 * recorded on this device waits for them.
 */
export async function replayHeartbeats(deps: HeartbeatDeps): Promise<void> {
  const userId = deps.user();
  for (const beat of await deps.store.all()) {
    if (beat.saved_at !== undefined && Date.now() - beat.saved_at > keptMs) {
      await deps.store.remove(beat.ticket);
      continue;
    }
    if (beat.user_id !== undefined && beat.user_id !== userId) continue;
    const queue = createHeartbeatQueue({
      ticket: beat.ticket,
      lesson_id: beat.lesson_id,
      deps,
      stored: beat,
      events: { on_answer: nothing, on_end: nothing, on_waiting: nothing, on_logged_out: nothing },
    });
    await queue.flush();
  }
}
