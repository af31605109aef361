import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

type Touch = { id: number; seen_at: Date; expires_at: Date };

export type Touches = {
  /** Has it written with the next ones. */
  add: (touch: Touch) => void;
  /** Writes what is waiting. */
  flush: () => Promise<void>;
};

const gatherMs = 1000;

// What a power cut loses here, the next minute's touch brings back: the commit is not waited for.
const write = statement(
  ({ ids, seen, ends }: { ids: number[]; seen: Date[]; ends: Date[] }) => sql`
    update user_sessions s set last_seen_at = g.seen_at, expires_at = g.expires_at
    from unnest(${ids}::bigint[], ${seen}::timestamptz[], ${ends}::timestamptz[]) as g (id, seen_at, expires_at)
    where s.id = g.id returning set_config('synchronous_commit', 'off', true)`,
);

/** Writes the use of sessions in one statement a second, instead of one for each session. */
export function createSessionActivityWriter({ db, log }: { db: Db; log: Logger }): Touches {
  let waiting = new Map<number, Touch>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const touches = [...waiting.values()];
    waiting = new Map();
    if (touches.length === 0) return;
    await write(db, {
      ids: touches.map(({ id }) => id),
      seen: touches.map(({ seen_at: seen }) => seen),
      ends: touches.map(({ expires_at: end }) => end),
    }).catch((error: unknown) => log.warn({ err: error }, 'the use of sessions could not be stored'));
  }

  return {
    add: (touch) => {
      waiting.set(touch.id, touch);
      timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    flush,
  };
}
