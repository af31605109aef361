import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

describe('decodeText', () => {
  const gbk = [0xb5, 0xda, 0xd2, 0xbb, 0xbd, 0xb2];
  it.each([
    ['UTF-8', new TextEncoder().encode('第一讲'), '第一讲'],
    ['UTF-8 cut in the middle of a character', new TextEncoder().encode('第一讲').slice(0, 8), '第一'],
    ['GB 18030', Uint8Array.from(gbk), '第一讲'],
    ['UTF-8 with its mark', Uint8Array.from([0xef, 0xbb, 0xbf, 0x31]), '1'],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x2c, 0x7b]), '第'],
    ['UTF-16 of big endian', Uint8Array.from([0xfe, 0xff, 0x7b, 0x2c]), '第'],
  ])('%s', (_name, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});
