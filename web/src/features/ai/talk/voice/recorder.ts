import { maxRecordingMs } from '@kaike/shared/contracts/ai/ai-hearing';
import type { DeafReason, RecognitionHandle } from './recognition.ts';

export type Recording = { sound: Blob; ms: number };

/** An open microphone that records. */
export type Microphone = {
  /** Resolves to the recording once it is stopped. */
  record: () => Promise<Blob>;
  stop: () => void;
  /** Forgets what was recorded so far and goes on without a gap. */
  renew: () => void;
  /** How loud it is now, 0 to 1. */
  level: () => number;
  /** Closes it; nothing records it afterwards. */
  release: () => void;
};

export type RecorderListener = {
  /** The microphone is open; called again while it is. */
  on_level: (level: number, ms: number) => void;
  /** A whole recording. Null: there was no sound in it, or it was stopped before the microphone was open. */
  on_end: (recording: Recording | null, why: 'whole' | 'silent' | 'unopened') => void;
  on_fail: (reason: DeafReason) => void;
};

export type RecorderDeps = {
  /** Asks for the microphone; rejects with the browser's error. */
  open: () => Promise<Microphone>;
  now: () => number;
  /** Calls again and again until the function it returns is called. */
  every: (ms: number, act: () => void) => () => void;
};

const levelMs = 80;
/** The recording is over a little before the longest that the server takes. */
const lastMs = maxRecordingMs - 500;
/** Quieter than any voice, with the noise of a cheap microphone below it. */
const minLevel = 0.006;

const reasons: Readonly<Record<string, DeafReason>> = {
  NotFoundError: 'no_device',
  OverconstrainedError: 'no_device',
  NotReadableError: 'no_device',
  NotSupportedError: 'no_recorder',
  TypeError: 'no_recorder',
};

const reasonOf = (error: unknown): DeafReason => (error instanceof Error && reasons[error.name]) || 'no_microphone';

/**
 * One take: opening → recording → over. It can be stopped or cancelled at any time and reports its end once, or never when it was
 * cancelled. The microphone is released in every case, also one that opens after the take is over.
 */
export function startTake(
  { open, now, every }: RecorderDeps,
  listener: RecorderListener,
): RecognitionHandle & { /** Nobody has spoken yet: what was recorded is forgotten. */ renew: () => void } {
  let state: 'opening' | 'recording' | 'stopping' | 'over' = 'opening';
  let microphone: Microphone | null = null;
  let [startedAt, loudest] = [0, 0];
  let endLevels = (): void => undefined;
  const end = (report: () => void): void => {
    if (state === 'over') return;
    state = 'over';
    endLevels();
    microphone?.release();
    report();
  };
  const fail = (error: unknown): void => end(() => listener.on_fail(reasonOf(error)));
  const stop = (): void => {
    if (state === 'opening') return end(() => listener.on_end(null, 'unopened'));
    if (state !== 'recording') return;
    state = 'stopping';
    endLevels();
    microphone?.stop();
  };
  const watch = (opened: Microphone): void => {
    const [level, ms] = [opened.level(), now() - startedAt];
    loudest = Math.max(loudest, level);
    listener.on_level(level, ms);
    if (ms >= lastMs) stop();
  };
  void open().then((opened) => {
    if (state === 'over') return opened.release();
    microphone = opened;
    state = 'recording';
    startedAt = now();
    opened.record().then((sound) => {
      const ms = Math.round(now() - startedAt);
      end(() =>
        loudest < minLevel || sound.size === 0
          ? listener.on_end(null, 'silent')
          : listener.on_end({ sound, ms }, 'whole'),
      );
    }, fail);
    endLevels = every(levelMs, () => watch(opened));
    listener.on_level(0, 0);
  }, fail);
  const renew = (): void => {
    if (state !== 'recording') return;
    microphone?.renew();
    [startedAt, loudest] = [now(), 0];
  };
  return { stop, renew, cancel: () => end(() => undefined) };
}
