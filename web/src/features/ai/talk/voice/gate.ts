/** What is heard: nothing yet, somebody who speaks, or the silence after it. */
export type VoiceState = 'nothing' | 'voice' | 'end';

/** As long the noise of the room is measured. */
const floorMs = 300;
/** 9 dB above the noise somebody begins, 5 dB above it they still speak. */
const openRatio = 2.8;
const closeRatio = 1.8;
/** A quiet room is not as quiet as this, so a breath opens nothing. */
const minFloor = 0.003;

/** Learners think in the middle of a sentence, beginners for longer. */
export const silenceOf = (cefr: string): number => (cefr.startsWith('A') ? 1600 : cefr.startsWith('B') ? 1200 : 800);

/** Tells from levels, 0 to 1, and their time when somebody has finished speaking. */
export function createGate(silenceMs: number): (level: number, ms: number) => VoiceState {
  const noise: number[] = [];
  let loudAt: number | null = null;
  return (level, ms) => {
    if (ms < floorMs) {
      noise.push(level);
      return 'nothing';
    }
    // The least: who speaks at once is no noise.
    const floor = Math.max(minFloor, noise.length > 0 ? Math.min(...noise) : 0);
    if (level >= floor * (loudAt === null ? openRatio : closeRatio)) loudAt = ms;
    if (loudAt === null) return 'nothing';
    return ms - loudAt >= silenceMs ? 'end' : 'voice';
  };
}
