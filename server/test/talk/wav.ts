const frameMs = 20;

/** A recording of a voice that comes and goes in a room: loudness of both, 16 bit, as the page sends it. */
export function wavOf({
  voice,
  room,
  ms = 2000,
  rate = 16_000,
}: {
  voice: number;
  room: number;
  ms?: number;
  rate?: number;
}): Buffer {
  const count = Math.round((rate * ms) / 1000);
  const samples = Int16Array.from({ length: count }, (_, index) => {
    const isSpoken = Math.floor((index * 1000) / rate / (frameMs * 10)) % 2 === 1;
    const sample = (isSpoken ? voice : room) * Math.sin((index * 2 * Math.PI * 220) / rate);
    return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
  });
  return wavFrom(samples, rate);
}

/** A WAV of these samples. */
export function wavFrom(samples: Int16Array, rate = 16_000): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
