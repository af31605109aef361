import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createObjectKey, decodeObjectKey, encodeObjectKey, extensionOf, isObjectKey } from './object-key.ts';

it('creates keys of year, month and 120 random bits', () => {
  const at = new Date('2026-01-31T23:30:00Z');
  expect(createObjectKey('png', at, (bytes) => Buffer.alloc(bytes, 0xab))).toBe(`2026/01/${'ab'.repeat(15)}.png`);
  expect(createObjectKey('', at, randomBytes)).toMatch(/^2026\/01\/[0-9a-f]{30}$/);
});

describe('isObjectKey', () => {
  it.each(['2026/01/a.png', 'a', 'video/lesson-1_x.mp4', '2026/11/0a/seg-1.m4s'])('accepts %s', (key) => {
    expect(isObjectKey(key)).toBe(true);
  });

  it.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '../x',
    'a/../b',
    'a/..',
    './a',
    'a/./b',
    'a//b',
    'a/',
    '.parts/x',
    'a/.hidden',
    'a\\b',
    '..\\x',
    'C:\\x',
    'C:/x',
    'a\0b',
    'a b',
    'a%2e%2e/b',
    'a\nb',
    'a/b.',
    '课程/a.png',
    'x'.repeat(600),
  ])('refuses %j', (key) => {
    expect(isObjectKey(key)).toBe(false);
  });
});

describe('the key in a path', () => {
  it('survives encoding and decoding', () => {
    expect(decodeObjectKey(encodeObjectKey('2026/01/a.png'))).toBe('2026/01/a.png');
    expect(decodeObjectKey(encodeObjectKey(undefined))).toBeUndefined();
  });

  it.each(['../../etc/passwd', '/etc/passwd', '.parts/x', ''])('refuses %j', (key) => {
    expect(() => decodeObjectKey(encodeObjectKey(key))).toThrow(
      expect.objectContaining({ code: 'rejected', status: 400 }),
    );
  });
});

it.each([
  ['a.PNG', 'png'],
  ['a/b.tar.gz', 'gz'],
  ['a.b/c', ''],
  ['a', ''],
])('the extension of %s is %j', (key, ext) => {
  expect(extensionOf(key)).toBe(ext);
});
