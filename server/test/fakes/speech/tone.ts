const rate = 8000;
const secondsAWord = 0.3;
const hertz = 440;

export const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** A tone of 0.3 seconds for each word, always the same for the same number of words. */
export function toneOf(words: number): Buffer {
  const samples = Math.round(words * secondsAWord * rate);
  const sound = Buffer.alloc(44 + samples);
  sound.write('RIFF', 0, 'latin1');
  sound.writeUInt32LE(36 + samples, 4);
  sound.write('WAVEfmt ', 8, 'latin1');
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(rate, 24);
  sound.writeUInt32LE(rate, 28);
  sound.writeUInt16LE(1, 32);
  sound.writeUInt16LE(8, 34);
  sound.write('data', 36, 'latin1');
  sound.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1)
    sound[44 + at] = 128 + Math.round(60 * Math.sin((2 * Math.PI * hertz * at) / rate));
  return sound;
}

const tagBytes = 20;
/** MPEG 1, layer III, 128 kbit/s at 44.1 kHz: silence when all that follows is zero. */
const frameBytes = 417;
const framesAWord = 12;

/** Silence of 0.3 seconds for each word as MP3, after a tag as encoders write it. */
export function mp3Of(words: number): Buffer {
  const tag = Buffer.alloc(10 + tagBytes);
  tag.write('ID3', 0, 'latin1');
  tag[3] = 4;
  tag[9] = tagBytes;
  const frame = Buffer.alloc(frameBytes);
  frame.writeUInt32BE(0xff_fb_90_00, 0);
  return Buffer.concat([tag, ...Array.from({ length: words * framesAWord }, () => frame)]);
}
