import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/domain/courses/study-days';
import type { SpeechCause, Voice } from '../../adapters/speech/port.ts';
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
  { hash, voice, account }: { hash: string; voice: string; account: string },
): Promise<StoredSound | undefined> {
  try {
    const sound = await adapters.speech.speak({ text, voice, account }, cause);
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

/** A sound of a text: by the voice of the teacher at this vendor, else by the vendor's usual one. */
function soundBy({ text, voices, chat_id: chatId }: Speech, { provider, model, name, account }: Voice) {
  const voice = voices[provider] || name;
  const parts = [provider, model, voice, text, chatId];
  return { hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), voice, account };
}

type Sound = ReturnType<typeof soundBy>;

async function findSpoken(db: Db, sounds: readonly Sound[]): Promise<(Sound & { stored: StoredSound }) | null> {
  for (const sound of sounds) {
    const stored = await findStored(db, sound.hash);
    if (stored && stored.file_key !== null) return { ...sound, stored };
  }
  return null;
}

/** Has the text spoken by the first vendor that can, once for all who ask at the same time. */
async function haveSpoken(ctx: Context, speech: Speech, sounds: readonly Sound[]) {
  const { db, clock } = ctx;
  if (speech.cause && (await hasSpentDay(ctx, speech.cause.member_id))) return null;
  for (const sound of sounds) {
    const isMine = await claim(db, { hash: sound.hash, chat_id: speech.chat_id, day: dayOf(clock()) });
    const stored = isMine ? await speakNow(ctx, speech, sound) : await awaitOther(db, sound.hash);
    if (stored && stored.file_key !== null) return { ...sound, stored };
  }
  return null;
}

/**
 * The sound of a text: as it was spoken before, which costs nothing, else by a vendor. Null when the school has none, or none can
 * speak now.
 */
export async function findSound(
  ctx: Context,
  speech: Speech,
  voices: readonly Voice[] | null = null,
): Promise<SoundAddress | null> {
  const { db, adapters, clock } = ctx;
  if (speech.text === '') return null;
  const sounds = (voices ?? (await adapters.speech.voices())).map((voice) => soundBy(speech, voice));
  const sound = (await findSpoken(db, sounds)) ?? (await haveSpoken(ctx, speech, sounds));
  if (!sound || sound.stored.file_key === null) return null;
  const { hash, stored } = sound;
  const day = dayOf(clock());
  if (stored.heard_on < day) await sql`update ai_speeches set heard_on = ${day} where hash = ${hash}`.execute(db);
  const expiresAt = new Date(clock().getTime() + validMs);
  return { url: adapters.storage.signedUrl(sound.stored.file_key, { expires_at: expiresAt }), mime: stored.mime };
}
