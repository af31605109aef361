import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { assert } from '../../../../core/app-error.ts';
import type { Db } from '../../../../db/pool.ts';

/** With the vendor, words, or nothing that was understood. */
export const takeState = { hearing: 1, words: 2, unheard: 3 } as const;

export type RecordingTake = { sha256: string; state: number; words: string; ms: number; is_dead: boolean };
type Key = { chat_id: number; client_msg_id: string };

/** More than a vendor is waited for, its second try included. */
const aliveSeconds = 150;
/** Recordings of a learner that are sent to a vendor in a day of the school. */
const maxTakes = 400;

export async function findTake(db: Db, { chat_id, client_msg_id: key }: Key): Promise<RecordingTake | null> {
  const { rows } =
    await sql<RecordingTake>`select sha256, state, words, ms, state = ${takeState.hearing} and alive_until < now() as is_dead
    from ai_takes where chat_id = ${chat_id} and client_msg_id = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Counts a recording that goes to a vendor, whatever is heard in it, and refuses one too many. */
async function countTake(trx: Db, memberId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ takes: number }>`insert into ai_days as d (member_id, day, takes)
    values (${memberId}, (${now}::timestamptz at time zone ${defaultTimeZone})::date, 1)
    on conflict (member_id, day) do update set takes = d.takes + 1 returning takes`.execute(trx);
  assert((rows[0]?.takes ?? 0) <= maxTakes, 'ai.day_limit', { params: { count: maxTakes } });
}

/** Notes that this node asks the vendor, in place of one that is gone; false when somebody else does, or did. */
export async function beginTake(
  trx: Db,
  { member_id, sha256, ms, now, ...key }: Key & { member_id: number; sha256: string; ms: number; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`insert into ai_takes as t (chat_id, client_msg_id, sha256, state, ms, alive_until, created_at)
    values (${key.chat_id}, ${key.client_msg_id}, ${sha256}, ${takeState.hearing}, ${ms}, now() + make_interval(secs => ${aliveSeconds}), now())
    on conflict (chat_id, client_msg_id) do update set alive_until = excluded.alive_until
      where t.state = ${takeState.hearing} and t.alive_until < now() and t.sha256 = excluded.sha256
    returning 1`.execute(trx);
  if (rows.length === 0) return false;
  await countTake(trx, member_id, now);
  return true;
}

/** What was heard; without words nothing was understood. */
export async function endTake(db: Db, { chat_id, client_msg_id: key }: Key, words: string): Promise<void> {
  await sql`update ai_takes set state = ${words === '' ? takeState.unheard : takeState.words}, words = ${words}
    where chat_id = ${chat_id} and client_msg_id = ${key}`.execute(db);
}

/** Nothing was heard and nothing is known: the next try asks the vendor again. */
export async function deleteTake(db: Db, { chat_id, client_msg_id: key }: Key): Promise<void> {
  await sql`delete from ai_takes where chat_id = ${chat_id} and client_msg_id = ${key}`.execute(db);
}

/** The length of the recording in which these words of a turn were heard, which leaves with them; null of typed ones. */
export async function claimTranscript(trx: Db, { text, ...key }: Key & { text: string }): Promise<number | null> {
  const { rows } = await sql<{ state: number; words: string; ms: number }>`delete from ai_takes
    where chat_id = ${key.chat_id} and client_msg_id = ${key.client_msg_id} returning state, words, ms`.execute(trx);
  const [take] = rows;
  if (!take) return null;
  assert(take.state === takeState.words && take.words === text, 'ai.key_reused');
  return take.ms;
}

/** Removes words that were never sent. */
export async function removeTakes(db: Db): Promise<void> {
  await sql`delete from ai_takes where created_at < now() - interval '1 hour'`.execute(db);
}
