import { createGate } from './gate.ts';
import type { DeafReason } from './recognition.ts';
import { startTake, type RecorderDeps } from './recorder.ts';

/** The teacher has the word, nobody says anything yet, or the learner speaks. */
export type HandsFreeState = 'waiting' | 'listening' | 'speaking';

export type HandsFreeDeps = {
  recorder: RecorderDeps;
  /** Whether the learner has the word; `over`: the talk does not go on by itself. */
  turn: () => 'free' | 'busy' | 'over';
  /** Resolves once the recording is a turn, or a problem that the page shows. */
  send: (sound: Blob) => Promise<void>;
  silence_ms: number;
};

export type HandsFreeListener = {
  on_state: (state: HandsFreeState) => void;
  on_level: (level: number) => void;
  /** It ended by itself: nobody spoke, the talk does not go on, or the microphone does not. */
  on_end: (why: 'quiet' | 'over' | DeafReason) => void;
};

const tickMs = 200;
/** Nobody speaks for so long: the microphone closes. */
const quietMs = 20_000;
/** Silence before a voice is forgotten, so that it costs nothing; a first sound is never lost by more than a moment. */
const renewMs = 1500;
/** Ticks in a row in which the learner has the word: a sentence may be about to be read. */
const freeTicks = 2;

/** Listens, sends what was said after a silence, waits for the reply and its voice, and listens again. The microphone is open only while it listens. */
export function startHandsFree(
  { recorder, turn, send, silence_ms }: HandsFreeDeps,
  { on_state, on_level, on_end }: HandsFreeListener,
): { /** The learner has finished. */ done: () => void; stop: () => void } {
  let take: ReturnType<typeof startTake> | null = null;
  let [isOver, isSending, free] = [false, false, 0];

  const end = (why: Parameters<typeof on_end>[0] | null): void => {
    if (isOver) return;
    isOver = true;
    endTicks();
    take?.cancel();
    if (why) on_end(why);
  };
  const deliver = async (sound: Blob): Promise<void> => {
    isSending = true;
    await send(sound);
    isSending = false;
  };
  function listen(): void {
    const gate = createGate(silence_ms);
    let startedAt: number | null = null;
    let renewed = 0;
    on_state('listening');
    take = startTake(recorder, {
      on_level(level) {
        startedAt ??= recorder.now();
        const ms = recorder.now() - startedAt;
        on_level(level);
        const state = gate(level, ms);
        if (state === 'voice') on_state('speaking');
        else if (state === 'end') take?.stop();
        else if (ms >= quietMs) end('quiet');
        else if (ms - renewed >= renewMs) {
          renewed = ms;
          take?.renew();
        }
      },
      on_end(recording) {
        take = null;
        if (recording) void deliver(recording.sound);
      },
      on_fail(reason) {
        take = null;
        end(reason);
      },
    });
  }
  const endTicks = recorder.every(tickMs, () => {
    if (take || isSending) return;
    const now = turn();
    free = now === 'free' ? free + 1 : 0;
    if (now === 'over') end('over');
    else if (free >= freeTicks) {
      free = 0;
      listen();
    } else on_state('waiting');
  });
  return { done: () => take?.stop(), stop: () => end(null) };
}
