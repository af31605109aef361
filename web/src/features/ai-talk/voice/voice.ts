import { createStore } from 'zustand/vanilla';

/** What is being read aloud, and up to which of its characters. */
export type Reading = { message_id: number; from: number; at: number } | null;

export const voiceStore = createStore<{ reading: Reading; is_on: boolean }>(() => ({
  reading: null,
  is_on: localStorage.getItem('talk-sound') !== 'off',
}));

const slowRate = 0.75;
const synth = (): SpeechSynthesis | null => ('speechSynthesis' in window ? window.speechSynthesis : null);

/** Whether this browser can read the language aloud; voices may arrive late. */
export const canRead = (language: string): boolean =>
  synth()
    ?.getVoices()
    .some(({ lang }) => lang.replace('_', '-').startsWith(language.slice(0, 2))) ?? false;

/** Calls back when the voices of the browser have arrived. */
export function onVoices(callback: () => void): () => void {
  const engine = synth();
  // Old Safari has no events here.
  engine?.addEventListener?.('voiceschanged', callback);
  return () => engine?.removeEventListener?.('voiceschanged', callback);
}

export type Speech = {
  message_id: number;
  text: string;
  language: string;
  rate: number;
  is_slow?: boolean;
  /** Where the text begins in its message. */
  from?: number;
};

/** Reads a text after what is being read. */
export function readAloud({ message_id: id, text, language, rate, is_slow: isSlow = false, from = 0 }: Speech): void {
  const engine = synth();
  if (!engine) return;
  const speech = new SpeechSynthesisUtterance(text);
  const voice = engine.getVoices().find(({ lang }) => lang.replace('_', '-').startsWith(language.slice(0, 2)));
  if (voice) speech.voice = voice;
  speech.lang = voice?.lang ?? language;
  speech.rate = rate * (isSlow ? slowRate : 1);
  speech.addEventListener('start', () => voiceStore.setState({ reading: { message_id: id, from, at: from } }));
  speech.addEventListener('boundary', ({ charIndex }) =>
    voiceStore.setState({ reading: { message_id: id, from, at: from + charIndex } }),
  );
  const end = (): void => {
    if (voiceStore.getState().reading?.from === from) voiceStore.setState({ reading: null });
  };
  speech.addEventListener('end', end);
  speech.addEventListener('error', end);
  engine.speak(speech);
}

/** Ends the voice at once; where it was, or null. */
export function stopReading(): Reading {
  const { reading } = voiceStore.getState();
  synth()?.cancel();
  voiceStore.setState({ reading: null });
  return reading;
}

export function setSound(isOn: boolean): void {
  localStorage.setItem('talk-sound', isOn ? 'on' : 'off');
  if (!isOn) stopReading();
  voiceStore.setState({ is_on: isOn });
}
