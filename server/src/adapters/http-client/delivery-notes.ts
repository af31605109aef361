import { sql } from 'kysely';
import type { AdapterError } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';

/** What the messages since the settings of a way were saved say about it. */
export type DeliveryState = {
  /** The last message failed. */
  is_failing: boolean;
  /** A message was accepted. */
  has_worked: boolean;
  /** When the last failure was, if the last message failed. */
  failed_at: Date | null;
};

export type DeliveryNotes = {
  read: () => Promise<DeliveryState>;
  /** Notes what became of a message; null when it was accepted. */
  note: (failure: AdapterError | null) => Promise<void>;
};

/** Failures that say nothing about the way: they belong to one receiver or one minute. */
const isOfOneMessage = ({ code }: AdapterError): boolean => code === 'rejected' || code === 'rate_limited';

/** Keeps for every node whether mail or text messages as the school set them up arrive; saved settings are a fresh start. */
export function createDeliveryNotes(
  { db, clock }: { db: Db; clock: () => Date },
  group: 'mail' | 'sms',
): DeliveryNotes {
  const [failureKey, successKey] = [`${group}_failure`, `${group}_success`];
  return {
    async read() {
      const { rows } = await sql<DeliveryState>`select coalesce(bool_or(key = ${failureKey}), false) as is_failing,
          coalesce(bool_or(key = ${successKey}), false) as has_worked,
          max(updated_at) filter (where key = ${failureKey}) as failed_at
        from app_state where key in (${failureKey}, ${successKey})
          and updated_at >= coalesce((select max(updated_at) from configs where "group" = ${group}), '-infinity')`.execute(
        db,
      );
      return rows[0] ?? { is_failing: false, has_worked: false, failed_at: null };
    },
    async note(failure) {
      if (failure && isOfOneMessage(failure)) return;
      if (!failure) await sql`delete from app_state where key = ${failureKey}`.execute(db);
      const value = JSON.stringify(failure?.reason ?? null);
      await sql`insert into app_state (key, value, updated_at)
        values (${failure ? failureKey : successKey}, ${value}::jsonb, ${clock()})
        on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
    },
  };
}

/** How long a node knows what another one noted; every page asks. */
const knownMs = 10_000;
/** As long as somebody waits for the next code, so that nobody is told to wait for one that did not leave. */
const downMs = 60_000;

type WatchDeps = {
  notes: DeliveryNotes;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

export type DeliveryWatch = {
  /** `account` names the settings as they are now; others are asked about anew. */
  read: (account: string) => Promise<DeliveryState>;
  note: DeliveryNotes['note'];
  /** Whether the last message failed within a minute. */
  isDown: (account: string) => Promise<boolean>;
};

/** Reads the notes once in ten seconds, and at once after a note of this node. */
export function watchDelivery({ notes, clock, log }: WatchDeps): DeliveryWatch {
  let known: { account: string; until: number; state: DeliveryState } | null = null;
  const read = async (account: string): Promise<DeliveryState> => {
    const now = clock().getTime();
    if (known?.account === account && now < known.until) return known.state;
    const state = await notes.read();
    known = { account, until: now + knownMs, state };
    return state;
  };
  return {
    read,
    /** A message that was sent stays sent when its note fails. */
    async note(failure) {
      try {
        await notes.note(failure);
      } catch (error) {
        log.warn({ err: error }, 'the result of a message was not noted');
      }
      known = null;
    },
    async isDown(account) {
      const { failed_at } = await read(account);
      return failed_at !== null && clock().getTime() < failed_at.getTime() + downMs;
    },
  };
}

/** Offered until it is known to fail; one that worked is offered on, since failures may pass. */
export const isOffered = ({ is_failing, has_worked }: DeliveryState): boolean => has_worked || !is_failing;
