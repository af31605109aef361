import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;
/** Control characters that binary files contain and text never does. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r\u0085]/u;
/** Content a browser might interpret as a page or a drawing. */
const PAGE = /^[\s\uFEFF]*<(?:!doctype\s|html|head|body|script|style|title|iframe|object|embed|svg|\?xml)/i;

/** The encodings of Chinese text; nothing else counts as text. */
const ENCODINGS = ['utf-8', 'gb18030'] as const;

/** Whether a file is plain text throughout; HTML, SVG and other XML are not. */
export async function isPlainText(file: FileHandle, size: number): Promise<boolean> {
  for (const encoding of (await hasUtf16Mark(file)) ? ['utf-16le'] : ENCODINGS) {
    if (await canDecode(file, size, new TextDecoder(encoding, { fatal: true }))) return true;
  }
  return false;
}

async function canDecode(file: FileHandle, size: number, decoder: InstanceType<typeof TextDecoder>): Promise<boolean> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return false;
    const text = decode(decoder, chunk.subarray(0, bytesRead), at + bytesRead < size);
    if (text === undefined || NO_TEXT.test(text) || (at === 0 && PAGE.test(text))) return false;
    at += bytesRead;
  }
  return size > 0;
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    // Not this encoding; the next one is tried.
    return undefined;
  }
}

async function hasUtf16Mark(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer[0] === 0xff && buffer[1] === 0xfe;
}
