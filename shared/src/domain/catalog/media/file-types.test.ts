import { describe, expect, it } from 'vitest';
import {
  defaultFileBytes,
  extensionOfName,
  fileLimitsOf,
  fileTypeOf,
  isPlayableFile,
  refusalOf,
} from './file-types.ts';

describe('fileTypeOf', () => {
  it.each([
    ['PDF', 'pdf'],
    ['jpeg', 'jpg'],
    ['markdown', 'md'],
    ['docx', 'docx'],
  ])('%s is %s', (ext, type) => {
    expect(fileTypeOf(ext)).toBe(type);
  });

  it.each(['dll', 'html', 'svg', 'docm', '', 'constructor', '__proto__'])('does not accept %s', (ext) => {
    expect(fileTypeOf(ext)).toBeUndefined();
  });
});

describe('extensionOfName', () => {
  it.each([
    ['第一讲 讲义.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['无扩展名', ''],
    ['.bashrc', 'bashrc'],
    ['a.pdf ', 'pdf'],
    ['a.', ''],
  ])('of %s is %s', (name, ext) => {
    expect(extensionOfName(name)).toBe(ext);
  });
});

describe('refusalOf', () => {
  const limits = fileLimitsOf({ accept: ['pdf', 'zip'], max_bytes: 1000 });
  it.each([
    ['讲义.pdf', 1000, null],
    ['讲义.PDF', 1, null],
    ['讲义.pdf', 1001, 'too_large'],
    ['讲义.pdf', 0, 'empty'],
    ['讲义.docx', 1, 'type'],
    ['讲义.pdf.exe', 1, 'type'],
  ] as const)('%s of %d bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size }, limits)).toBe(refusal);
  });

  it('accepts installers only if a field names them', () => {
    expect(
      ['a.exe', 'a.apk', 'a.msi', 'a.dmg', 'a.pkg'].map((name) => refusalOf({ name, size: 1 }, fileLimitsOf({}))),
    ).toEqual(Array.from({ length: 5 }, () => 'type'));
    expect(refusalOf({ name: 'a.apk', size: 1 }, fileLimitsOf({ accept: ['apk'] }))).toBeNull();
    expect(refusalOf({ name: '旧讲义.doc', size: 1 }, fileLimitsOf({}))).toBeNull();
  });

  it('has default limits', () => {
    expect(fileLimitsOf({}).max_bytes).toBe(defaultFileBytes);
    expect(refusalOf({ name: 'a.html', size: 1 }, fileLimitsOf({}))).toBe('type');
  });
});

it.each([
  ['第一课.mp4', true],
  ['lesson.MOV', true],
  ['sound.m4a', true],
  ['讲义.pdf', false],
  ['cover.jpg', false],
  ['noextension', false],
])('%s can be played: %s', (name, expected) => {
  expect(isPlayableFile(name)).toBe(expected);
});
