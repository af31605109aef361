import { expect, test } from 'vitest';
import { looksLikeVideo } from './looks-like-video.ts';

const bytes = (...parts: (string | number[])[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))));

test.each([
  ['mp4', bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0]), true],
  ['old QuickTime', bytes([0, 0, 0, 8], 'wide', [0, 0, 0, 0], 'mdat'), true],
  ['WebM', bytes([0x1a, 0x45, 0xdf, 0xa3], 'anything else'), true],
  ['text', bytes('This is a text file.'), false],
  ['a picture', bytes([0x89], 'PNG', [13, 10, 26, 10]), false],
  ['nothing', bytes(), false],
  ['AVI', bytes('RIFF', [0, 0, 0, 0], 'AVI '), false],
])('%s', async (_name, file, expected) => {
  expect(await looksLikeVideo(file)).toBe(expected);
});
