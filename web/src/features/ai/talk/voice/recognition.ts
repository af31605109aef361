type Result = { readonly isFinal: boolean; readonly 0: { readonly transcript: string; readonly confidence: number } };
type ResultEvent = Event & { readonly results: ArrayLike<Result> };
type ErrorEvent = Event & { readonly error: string };
type Engine = EventTarget & {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  start: () => void;
  stop: () => void;
  abort: () => void;
};

declare global {
  // Not in the library of types: Chromium and Safari have it, the former with a prefix.
  interface Window {
    SpeechRecognition?: new () => Engine;
    webkitSpeechRecognition?: new () => Engine;
  }
}

const engineOf = (): (new () => Engine) | undefined => window.SpeechRecognition ?? window.webkitSpeechRecognition;

export const canRecognize = (): boolean => engineOf() !== undefined;

/** Why nothing can be heard: a key below `talk.off`. */
export type DeafReason = 'no_microphone' | 'no_device' | 'no_recorder' | 'recognition_network';
export type RecognitionHandle = { stop: () => void; cancel: () => void };
export type TakeListener = {
  /** The words so far. */
  on_text: (text: string) => void;
  on_end: (speech: { text: string; confidence: number | null }) => void;
  on_fail: (reason: DeafReason) => void;
};

const reasons: Readonly<Record<string, DeafReason>> = {
  'not-allowed': 'no_microphone',
  'service-not-allowed': 'no_microphone',
  'audio-capture': 'no_microphone',
  network: 'recognition_network',
};

/** Listens until it is stopped; the microphone is open only meanwhile. */
export function listen(language: string, { on_text, on_end, on_fail }: TakeListener): RecognitionHandle | null {
  const Recognition = engineOf();
  if (!Recognition) return null;
  const engine = new Recognition();
  Object.assign(engine, { lang: language, interimResults: true, continuous: true });
  let text = '';
  let confidence: number | null = null;
  let isDropped = false;
  engine.addEventListener('result', (event) => {
    const results = Array.from((event as ResultEvent).results);
    text = results
      .map((result) => result[0].transcript)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    // Some browsers always report 0: then nothing is known.
    confidence = results.at(-1)?.[0].confidence || null;
    on_text(text);
  });
  engine.addEventListener('error', (event) => {
    const reason = reasons[(event as ErrorEvent).error];
    if (!reason) return;
    isDropped = true;
    on_fail(reason);
  });
  engine.addEventListener('end', () => {
    if (!isDropped) on_end({ text, confidence });
  });
  engine.start();
  return {
    stop: () => engine.stop(),
    cancel() {
      isDropped = true;
      engine.abort();
    },
  };
}
