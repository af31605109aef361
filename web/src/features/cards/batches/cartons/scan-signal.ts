/** Sound and vibration by result: received, received before, refused. */
export type Signal = 'good' | 'known' | 'bad';

const tones: Record<Signal, { hertz: number; seconds: readonly number[]; pattern: number | number[] }> = {
  good: { hertz: 1046, seconds: [0.09], pattern: 40 },
  known: { hertz: 620, seconds: [0.08, 0.08], pattern: [40, 60, 40] },
  bad: { hertz: 196, seconds: [0.35], pattern: [180, 60, 180] },
};
const pause = 0.05;
const volume = 0.25;

let audio: AudioContext | null = null;

function play({ hertz, seconds }: (typeof tones)[Signal]): void {
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  const context = audio;
  let at = context.currentTime;
  for (const length of seconds) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = hertz;
    gain.gain.value = volume;
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length + pause;
  }
}

/** Plays the sound and vibrates, where the device can. */
export function signal(kind: Signal, isLoud: boolean): void {
  const tone = tones[kind];
  if (isLoud) play(tone);
  if ('vibrate' in navigator) navigator.vibrate(tone.pattern);
}
