const synth = (): SpeechSynthesis | null => ('speechSynthesis' in window ? window.speechSynthesis : null);
const nameOf = ({ lang }: SpeechSynthesisVoice): string => lang.replace('_', '-');

/** The voice for a language, with the accent where the browser has it. */
const voiceOf = (language: string): SpeechSynthesisVoice | undefined => {
  const voices = synth()?.getVoices() ?? [];
  return (
    voices.find((voice) => nameOf(voice) === language) ??
    voices.find((voice) => nameOf(voice).startsWith(language.slice(0, 2)))
  );
};

/** Whether this browser can read the language aloud; voices may arrive late. */
export const canRead = (language: string): boolean => voiceOf(language) !== undefined;

/** Calls back when the voices of the browser have arrived. */
export function onVoices(callback: () => void): () => void {
  const engine = synth();
  // Old Safari has no events here.
  engine?.addEventListener?.('voiceschanged', callback);
  return () => engine?.removeEventListener?.('voiceschanged', callback);
}

type SpokenText = { text: string; language: string; rate: number };

/** Reads a text after what is being read. Resolves at its end, also an early one. */
export function speakByBrowser(
  { text, language, rate }: SpokenText,
  { at, signal }: { at: (character: number) => void; signal: AbortSignal },
): Promise<void> {
  const engine = synth();
  if (!engine || signal.aborted) return Promise.resolve();
  const speech = new SpeechSynthesisUtterance(text);
  const voice = voiceOf(language);
  if (voice) speech.voice = voice;
  speech.lang = voice?.lang ?? language;
  speech.rate = rate;
  return new Promise((resolve) => {
    speech.addEventListener('start', () => at(0));
    speech.addEventListener('boundary', ({ charIndex }) => at(charIndex));
    const end = (): void => {
      signal.removeEventListener('abort', cancel);
      resolve();
    };
    const cancel = (): void => {
      engine.cancel();
      end();
    };
    speech.addEventListener('end', end);
    speech.addEventListener('error', end);
    signal.addEventListener('abort', cancel);
    engine.speak(speech);
  });
}
