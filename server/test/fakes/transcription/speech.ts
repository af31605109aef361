const rate = 16_000;

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A recording as WAV, 16 kHz mono, with what is said in its comment, from which the fakes read it. */
export function speech(words: string, ms = 2000): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const comment = chunk('ICMT', Buffer.from(`${words}\0`));
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), comment])),
    chunk('data', Buffer.alloc(Math.round((rate * 2 * ms) / 1000 / 2) * 2)),
  ]);
  return chunk('RIFF', body);
}

/** What is said in a recording; null when it does not say. */
export function wordsIn(bytes: Buffer): string | null {
  const at = bytes.subarray(0, 4096).indexOf('ICMT');
  if (at < 0) return null;
  const size = bytes.readUInt32LE(at + 4);
  return bytes.toString('utf8', at + 8, at + 8 + size).replaceAll('\0', '');
}

/** The form in which a recording arrives. */
export function formOf(
  bytes: Buffer,
  { type = 'audio/wav', name = 'speech' } = {},
): {
  body: Buffer;
  headers: Record<string, string>;
} {
  const boundary = 'kaike-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
