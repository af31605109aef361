import { expect, test } from 'vitest';
import { looksLikeSound } from './looks-like-sound.ts';

const bytes = (...parts: (string | number[])[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))));

test.each([
  ['mp3 with tags', bytes('ID3', [4, 0, 0, 0, 0, 0, 0, 0, 0]), true],
  ['bare mp3', bytes([0xff, 0xfb, 0x90, 0x64], 'xxxxxxxx'), true],
  ['m4a', bytes([0, 0, 0, 28], 'ftypM4A '), true],
  ['wav', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '), true],
  ['AVI', bytes('RIFF', [1, 2, 3, 4], 'AVI LIST'), false],
  ['AAC without a container', bytes([0xff, 0xf1, 0x50, 0x80], 'xxxxxxxx'), false],
  ['text', bytes('This is a text file.'), false],
  ['nothing', bytes(), false],
])('%s', async (_name, file, expected) => {
  expect(await looksLikeSound(file)).toBe(expected);
});
