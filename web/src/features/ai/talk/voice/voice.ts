import { createStore } from 'zustand/vanilla';
import type { Spoken } from '@kaike/shared/contracts/ai/ai-speech';
import { voiceText } from '@kaike/shared/domain/ai/voice/voice-text';
import { canRead, speakByBrowser } from './browser-voice.ts';
import { playSound, unlockSound } from './sound.ts';

/** What is being read aloud, and up to which of its characters. */
export type SpeechPosition = { message_id: number; from: number; at: number } | null;

export const voiceStore = createStore<{ reading: SpeechPosition; is_on: boolean; has_server: boolean }>(() => ({
  reading: null,
  is_on: localStorage.getItem('talk-sound') !== 'off',
  /** The school has a voice of its own. */
  has_server: false,
}));

const slowRate = 0.75;

export type SpokenLine = {
  message_id: number;
  text: string;
  language: string;
  rate: number;
  is_slow?: boolean;
  /** Where the text begins in its message. */
  from?: number;
  /** Asks the school's voice; without one, or without an answer, the browser reads. */
  ask: () => Promise<Spoken>;
  /** What follows, once it is known what was read. */
  next?: (spoken: Spoken) => SpokenLine | null;
};

/** A speech whose sound is on its way. */
type Waiting = { speech: SpokenLine; spoken: Promise<Spoken | null> | null };

let waiting: Waiting[] = [];
let running: AbortController | null = null;

const prepare = (speech: SpokenLine): Waiting => ({
  speech,
  spoken: voiceStore.getState().has_server ? speech.ask().catch(() => null) : null,
});

/** The browser reads the words of the server, which may be one sentence of many, else all it was given. */
async function readByBrowser({ speech, spoken }: { speech: SpokenLine; spoken: Spoken | null }, signal: AbortSignal) {
  const { text, lang, from } = spoken ?? { text: speech.text, lang: speech.language, from: speech.from ?? 0 };
  if (!canRead(lang)) return;
  const note = (at: number): void =>
    voiceStore.setState({ reading: { message_id: speech.message_id, from, at: from + at } });
  const rate = speech.rate * (speech.is_slow ? slowRate : 1);
  await speakByBrowser({ text: voiceText(text), language: lang, rate }, { at: note, signal });
}

/** Plays what the server has; false when it has nothing, or the sound cannot be played. */
async function readByServer(speech: SpokenLine, spoken: Spoken | null, signal: AbortSignal): Promise<boolean> {
  if (!spoken?.url) return false;
  const { text, from, rate } = spoken;
  const note = (share: number): void =>
    voiceStore.setState({
      reading: { message_id: speech.message_id, from, at: from + Math.floor(share * text.length) },
    });
  note(0);
  return playSound({ url: spoken.url, rate: rate * (speech.is_slow ? slowRate : 1) }, { at: note, signal });
}

async function readOne({ speech, spoken: promise }: Waiting, signal: AbortSignal): Promise<void> {
  const spoken = promise && (await promise);
  if (signal.aborted) return;
  const next = spoken && !spoken.is_last ? speech.next?.(spoken) : null;
  // The next sentence is on its way while this one is heard.
  if (next) waiting.unshift(prepare(next));
  if (await readByServer(speech, spoken, signal)) return;
  if (!signal.aborted) await readByBrowser({ speech, spoken }, signal);
}

async function readAll(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const one = waiting.shift();
    if (!one) break;
    await readOne(one, signal);
  }
  if (signal.aborted) return;
  running = null;
  voiceStore.setState({ reading: null });
}

/** Reads a text after what is being read. */
export function speakAloud(speech: SpokenLine): void {
  waiting.push(prepare(speech));
  if (running) return;
  running = new AbortController();
  void readAll(running.signal);
}

/** Whether something is being read, or its sound is on its way. */
export const isReading = (): boolean => running !== null;

/** Ends the voice at once; where it was, or null. */
export function stopReading(): SpeechPosition {
  const { reading } = voiceStore.getState();
  waiting = [];
  running?.abort();
  running = null;
  voiceStore.setState({ reading: null });
  return reading;
}

/** Reads this in place of what is being read; for buttons, whose tap lets the page play sounds. */
export function speakNow(speech: SpokenLine): void {
  stopReading();
  unlockSound();
  speakAloud(speech);
}

export function setSound(isOn: boolean): void {
  localStorage.setItem('talk-sound', isOn ? 'on' : 'off');
  if (isOn) unlockSound();
  else stopReading();
  voiceStore.setState({ is_on: isOn });
}
