import { sql } from 'kysely';
import type { AdapterError } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';

const failureKey = 'mail_failure';
const successKey = 'mail_success';

/** What the letters since the settings of mail were saved say about the server. */
export type MailState = {
  /** The last letter failed. */
  is_failing: boolean;
  /** A letter was accepted. */
  has_worked: boolean;
};

export type MailNotes = {
  read: () => Promise<MailState>;
  /** Notes what became of a letter; null when the server accepted it. */
  note: (failure: AdapterError | null) => Promise<void>;
};

/** Failures that say nothing about the server: they belong to one receiver or one minute. */
const isOfOneLetter = ({ code }: AdapterError): boolean => code === 'rejected' || code === 'rate_limited';

/** Keeps for every node whether the mail server of the settings works; saved settings are a fresh start. */
export function createMailNotes({ db, clock }: { db: Db; clock: () => Date }): MailNotes {
  return {
    async read() {
      const { rows } = await sql<MailState>`select coalesce(bool_or(key = ${failureKey}), false) as is_failing,
          coalesce(bool_or(key = ${successKey}), false) as has_worked
        from app_state where key in (${failureKey}, ${successKey})
          and updated_at >= coalesce((select max(updated_at) from configs where "group" = 'mail'), '-infinity')`.execute(
        db,
      );
      return rows[0] ?? { is_failing: false, has_worked: false };
    },
    async note(failure) {
      if (failure && isOfOneLetter(failure)) return;
      if (!failure) await sql`delete from app_state where key = ${failureKey}`.execute(db);
      const value = JSON.stringify(failure?.reason ?? null);
      await sql`insert into app_state (key, value, updated_at)
        values (${failure ? failureKey : successKey}, ${value}::jsonb, ${clock()})
        on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
    },
  };
}
