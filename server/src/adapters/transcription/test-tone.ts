import type { RecordedSound } from './port.ts';

const rate = 16_000;
const headBytes = 44;
const toneHz = 440;
const loudness = 3000;

/** A second of a tone as WAV: enough for a service to accept or refuse the account. */
export function testTone(): RecordedSound {
  const bytes = Buffer.alloc(headBytes + rate * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  // PCM, one channel.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(rate * 2, 40);
  for (let at = 0; at < rate; at += 1)
    bytes.writeInt16LE(Math.round(Math.sin((2 * Math.PI * toneHz * at) / rate) * loudness), headBytes + at * 2);
  return { bytes, type: 'wav', ms: 1000 };
}
