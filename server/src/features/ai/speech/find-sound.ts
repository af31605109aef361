import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { voiceText } from '@kaike/shared/domain/ai/voice/voice-text';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { SpokenSound, SpeechCause, Voice } from '../../../adapters/speech/port.ts';
import { mayAskNext } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';

/** What is to be spoken. The caller has checked that whoever hears it may read it. */
export type SpeechText = {
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

/** Whether this caller calls the vendor; nobody does for a talk that was deleted. By the database's clock, which all nodes share. */
async function claim(db: Db, row: { hash: string; chat_id: number | null; day: string }): Promise<boolean> {
  const { rows } = await sql`insert into ai_speeches (hash, chat_id, claimed_until, heard_on)
    select ${row.hash}, ${row.chat_id}::bigint, now() + make_interval(secs => ${claimSeconds}), ${row.day}::date
    where ${row.chat_id}::bigint is null or exists (select 1 from ai_chats where id = ${row.chat_id} and deleted_at is null)
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

async function keepSound(
  { adapters, db }: Context,
  hash: string,
  { ext, bytes, mime }: SpokenSound,
): Promise<StoredSound | null> {
  const { key } = await adapters.storage.store(ext, bytes);
  const { rows } = await sql<StoredSound>`update ai_speeches set file_key = ${key}, mime = ${mime}
    where hash = ${hash} and file_key is null returning file_key, mime, heard_on`.execute(db);
  // The talk was deleted meanwhile, and its sounds with it.
  if (rows.length === 0) await adapters.storage.remove(key);
  return rows[0] ?? null;
}

/** Has the text spoken by one vendor and keeps the sound. `ask_next`: this vendor cannot speak now, another one may; null: nobody is to. */
async function speakNow(
  ctx: Context,
  { text, cause }: SpeechText,
  { hash, voice, account }: { hash: string; voice: string; account: string },
): Promise<StoredSound | 'ask_next' | null> {
  let isSpoken = false;
  try {
    const sound = await ctx.adapters.speech.speak({ text, voice, account }, cause);
    isSpoken = true;
    return await keepSound(ctx, hash, sound);
  } catch (error) {
    ctx.log.warn({ err: error, ...cause }, 'a text was not spoken');
    await sql`delete from ai_speeches where hash = ${hash} and file_key is null`.execute(ctx.db);
    // What was spoken is paid for, whether it could be kept or not.
    return !isSpoken && mayAskNext(error) ? 'ask_next' : null;
  }
}

/** A sound of a text: by the voice of the teacher at this vendor, else by the vendor's usual one. */
function soundBy({ text, voices, chat_id }: SpeechText, { provider, model, name, account }: Voice) {
  const voice = voices[provider] || name;
  const parts = [provider, model, voice, text, chat_id];
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

/** The sound that somebody else has spoken; null when they gave up. */
async function awaitAny(db: Db, sounds: readonly Sound[]) {
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const spoken = await findSpoken(db, sounds);
    if (spoken) return spoken;
    const claims = await Promise.all(sounds.map(({ hash }) => findStored(db, hash)));
    if (claims.every((one) => one === undefined)) return null;
    await wait(pollMs);
  }
  return null;
}

/** Has the text spoken by the first vendor that can, once for all who ask at the same time. */
async function haveSpoken(ctx: Context, speech: SpeechText, sounds: readonly Sound[]) {
  const { db, clock } = ctx;
  if (speech.cause && (await hasSpentDay(ctx, speech.cause.member_id))) return null;
  for (const sound of sounds) {
    const isMine = await claim(db, { hash: sound.hash, chat_id: speech.chat_id, day: dayOf(clock()) });
    // Who waits for somebody else calls nobody: that one may have been refused, or be slow.
    if (!isMine) return awaitAny(db, sounds);
    const stored = await speakNow(ctx, speech, sound);
    if (stored !== 'ask_next') return stored && { ...sound, stored };
  }
  return null;
}

/**
 * The sound of a text: as it was spoken before, which costs nothing, else by a vendor. Null when the school has none, or none can
 * speak now.
 */
export async function findSound(
  ctx: Context,
  { text, ...source }: SpeechText,
  voices: readonly Voice[] | null = null,
): Promise<SoundAddress | null> {
  const { db, adapters, clock } = ctx;
  // The same words with other marks are the same sound.
  const speech = {
    ...source,
    text: voiceText(text)
      .replace(/\s+/g, ' ')
      .replace(/ (?=[,.!?;:])/g, '')
      .trim(),
  };
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
