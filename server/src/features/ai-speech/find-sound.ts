import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/domain/courses/study-days';
import type { SpeechCause } from '../../adapters/speech/port.ts';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/pool.ts';

/** What is to be spoken. The caller has checked that whoever hears it may read it. */
export type Speech = {
  text: string;
  /** Voices of the teacher by vendor; without one of this vendor the usual voice of the settings speaks. */
  voices: Readonly<Record<string, string>>;
  /** The talk whose words they are; null for words that people wrote for everybody. Sounds of a talk go with it. */
  chat_id: number | null;
  /** Who pays: null for the school itself. */
  cause: SpeechCause;
};

/** Where a sound can be heard for some minutes. */
export type SoundAddress = { url: string; mime: string };

/** Long enough to hear a line again and again on an open page. */
const validMs = 10 * 60_000;
/** Longer than a call and its tries take. */
const claimSeconds = 60;
const pollMs = 150;
const maxPolls = 150;
/** Characters a day that are spoken anew for one member: most of an hour of sound. */
const charactersADay = 20_000;

type StoredSound = { file_key: string | null; mime: string; heard_on: string };

async function findStored(db: Db, hash: string): Promise<StoredSound | undefined> {
  const { rows } =
    await sql<StoredSound>`select file_key, mime, heard_on from ai_speeches where hash = ${hash}`.execute(db);
  return rows[0];
}

/** Whether this caller calls the vendor. By the database's clock, which all nodes share. */
async function claim(db: Db, row: { hash: string; chat_id: number | null; day: string }): Promise<boolean> {
  const { rows } = await sql`insert into ai_speeches (hash, chat_id, claimed_until, heard_on)
    values (${row.hash}, ${row.chat_id}, now() + make_interval(secs => ${claimSeconds}), ${row.day})
    on conflict (hash) do update set claimed_until = excluded.claimed_until
      where ai_speeches.file_key is null and ai_speeches.claimed_until < now() returning 1`.execute(db);
  return rows.length > 0;
}

async function hasSpentDay({ db, clock }: Context, memberId: number): Promise<boolean> {
  const { rows } = await sql<{
    characters: number;
  }>`select coalesce(sum(characters), 0)::int as characters from ai_usage
    where member_id = ${memberId} and purpose = 'tts' and created_at > ${clock()}::timestamptz - interval '1 day'`.execute(
    db,
  );
  return (rows[0]?.characters ?? 0) >= charactersADay;
}

/** Has the text spoken and keeps the sound; null when nobody could. */
async function speakNow(
  { adapters, db, log }: Context,
  { text, cause }: Speech,
  { hash, voice }: { hash: string; voice: string },
): Promise<StoredSound | undefined> {
  try {
    const sound = await adapters.speech.speak({ text, voice }, cause);
    const { key } = await adapters.storage.store(sound.ext, sound.bytes);
    const { rows } = await sql<StoredSound>`update ai_speeches set file_key = ${key}, mime = ${sound.mime}
      where hash = ${hash} and file_key is null returning file_key, mime, heard_on`.execute(db);
    // The talk was deleted meanwhile, and its sounds with it.
    if (rows.length === 0) await adapters.storage.remove(key);
    return rows[0];
  } catch (error) {
    log.warn({ err: error, ...cause }, 'a text was not spoken');
    await sql`delete from ai_speeches where hash = ${hash} and file_key is null`.execute(db);
    return undefined;
  }
}

/** The sound that somebody else waits for; without one when they gave up. */
async function awaitOther(db: Db, hash: string): Promise<StoredSound | undefined> {
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const stored = await findStored(db, hash);
    if (!stored || stored.file_key !== null) return stored;
    await wait(pollMs);
  }
  return undefined;
}

/**
 * The sound of a text: as it was spoken before, which costs nothing, else by the vendor, once for all who ask at the same time.
 * Null when the school has no vendor or it cannot speak now.
 */
export async function findSound(ctx: Context, speech: Speech): Promise<SoundAddress | null> {
  const { db, adapters, clock } = ctx;
  const usual = await adapters.speech.voice();
  if (!usual || speech.text === '') return null;
  const voice = speech.voices[usual.provider] || usual.name;
  const parts = [usual.provider, usual.model, voice, speech.text, speech.chat_id];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const day = dayOf(clock());
  let stored = await findStored(db, hash);
  if (!stored || stored.file_key === null) {
    if (speech.cause && (await hasSpentDay(ctx, speech.cause.member_id))) return null;
    const isMine = await claim(db, { hash, chat_id: speech.chat_id, day });
    stored = isMine ? await speakNow(ctx, speech, { hash, voice }) : await awaitOther(db, hash);
  }
  if (!stored || stored.file_key === null) return null;
  if (stored.heard_on < day) await sql`update ai_speeches set heard_on = ${day} where hash = ${hash}`.execute(db);
  const expiresAt = new Date(clock().getTime() + validMs);
  return { url: adapters.storage.signedUrl(stored.file_key, { expires_at: expiresAt }), mime: stored.mime };
}
