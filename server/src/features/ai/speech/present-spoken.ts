import type { Spoken } from '@kaike/shared/contracts/ai/ai-speech';
import type { Context } from '../../../core/context.ts';
import { findSound, type SpeechText } from './find-sound.ts';

/** How the teacher's voice is stored and shown. */
export type Speaker = { language: string; voice: string; voices: unknown; speech_rate: number };

/** The stored voices by vendor; what is no text is left out. */
function voicesIn(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** What a browser's voice should sound like: names of such voices begin with their language, as in en-GB-female-1. */
const accentOf = ({ voice, language }: Pick<Speaker, 'voice' | 'language'>): string =>
  /^[a-z]{2}-[A-Z]{2}(?![A-Za-z])/.exec(voice)?.[0] ?? language;

/** How a text is to be heard: by its address, else by a voice of the browser. */
export async function presentSpoken(
  ctx: Context,
  { speaker, ...speech }: Omit<SpeechText, 'voices'> & { speaker: Speaker },
): Promise<Pick<Spoken, 'driver' | 'url' | 'mime' | 'text' | 'lang' | 'rate'>> {
  const sound = await findSound(ctx, { ...speech, voices: voicesIn(speaker.voices) });
  const words = { text: speech.text, lang: accentOf(speaker), rate: speaker.speech_rate };
  return sound ? { driver: 'audio', ...sound, ...words } : { driver: 'browser', ...words };
}
