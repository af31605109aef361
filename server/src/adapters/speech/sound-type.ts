import type { SpokenSound } from './port.ts';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  bytes.length > at + text.length && [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));

/** An MPEG frame of layer III, with or without a tag before it. */
const isMp3 = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'ID3') || (bytes.length > 4 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/** What a vendor sent, by its first bytes; null for anything but a sound that browsers play. */
export function detectSound(bytes: Uint8Array): SpokenSound | null {
  if (isMp3(bytes)) return { bytes, ext: 'mp3', mime: 'audio/mpeg' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return { bytes, ext: 'wav', mime: 'audio/wav' };
  return null;
}
