const RATE = 22_050;
const CHORD_SEC = 4;
/** Five tones sound at a time, ten where chords overlap. */
const TONE_PEAK = 0.022;
const HEADER_BYTES = 44;
/** Four chords of a major progression, in semitones above the root. */
const CHORDS = [
  [0, 7, 12, 16, 19],
  [-3, 4, 9, 12, 16],
  [-7, 0, 5, 9, 12],
  [-5, 2, 7, 11, 14],
];
const LOWEST_HZ = 130.81;

/** A seamless WAV loop of sixteen seconds, repeated `rounds` times: soft chords, `shift` semitones up. */
export function chordLoop(shift: number, rounds = 1): Buffer {
  const samples = RATE * CHORD_SEC * CHORDS.length;
  const round = Buffer.alloc(samples * 2);
  const header = Buffer.alloc(HEADER_BYTES);
  writeHeader(header, samples * 2 * rounds);
  const mix = new Float64Array(samples);
  CHORDS.forEach((chord, index) => {
    for (const [voice, step] of chord.entries())
      addTone(mix, { step: step + shift, voice, from: index * CHORD_SEC * RATE });
  });
  mix.forEach((value, index) => round.writeInt16LE(Math.round(Math.tanh(value) * 32_767), index * 2));
  return Buffer.concat([header, ...Array.from({ length: rounds }, () => round)]);
}

type Tone = { step: number; voice: number; from: number };

/** A tone swells and fades over two chords, so it ends under the next one and the loop is seamless. */
function addTone(mix: Float64Array, { step, voice, from }: Tone): void {
  const length = RATE * CHORD_SEC * 2;
  const turn = (2 * Math.PI * LOWEST_HZ * 2 ** (step / 12)) / RATE;
  const delay = voice * Math.round(RATE * 0.18);
  for (let at = 0; at < length - delay; at += 1) {
    const swell = Math.sin((Math.PI * at) / (length - delay)) ** 2;
    const wave = Math.sin(turn * at) + 0.25 * Math.sin(2 * turn * at);
    const place = (from + delay + at) % mix.length;
    mix[place] = (mix[place] ?? 0) + TONE_PEAK * swell * wave;
  }
}

function writeHeader(bytes: Buffer, dataLength: number): void {
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataLength, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataLength, 40);
}
