import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, makeCompound, makeZip } from '../../../../test/documents.ts';
import { storedKind, kindOfExtension, sniffFile } from './sniff.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-sniff-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pad = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat([
    ...parts.map((part) => Buffer.from(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    Buffer.alloc(64),
  ]);
const ftyp = (brand: string): Buffer => pad([0, 0, 0, 24], `ftyp${brand}`);
const ebml = (type: string): Buffer =>
  pad([0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | type.length], type);

/** The directory's second sector points back to its first. */
function circling(): Buffer {
  const bytes = Buffer.from(documents.doc);
  bytes.writeUInt32LE(1, 512 + 2 * 4);
  return bytes;
}

async function sniff(bytes: Buffer): Promise<string | undefined> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return (await sniffFile(path))?.ext;
}

describe('sniffFile', () => {
  it.each<[string, Buffer]>([
    ['jpg', pad([0xff, 0xd8, 0xff, 0xe0])],
    ['png', pad([0x89], 'PNG\r\n\x1a\n')],
    ['gif', pad('GIF87a')],
    ['gif', pad('GIF89a')],
    ['webp', pad('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['bmp', pad('BM', [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0])],
    ['mp4', ftyp('isom')],
    ['mp4', ftyp('mp42')],
    ['mp4', ftyp('iso5')],
    ['mov', ftyp('qt  ')],
    ['mov', pad([0, 0, 0, 8], 'wide')],
    ['mov', pad([0, 1, 2, 3], 'moov')],
    ['m4a', ftyp('M4A ')],
    ['webm', ebml('webm')],
    ['mkv', ebml('matroska')],
    ['mp3', pad('ID3', [4, 0])],
    ['mp3', pad([0xff, 0xfb, 0x90, 0x64])],
    ['wav', pad('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['pdf', pad('%PDF-1.7')],
    ['pdf', documents.pdf],
    ['docx', documents.docx],
    ['xlsx', documents.xlsx],
    ['pptx', documents.pptx],
    ['epub', documents.epub],
    ['zip', documents.zip],
    ['zip', documents.docm],
    ['zip', Buffer.concat([makeZip({ a: 'a' }).subarray(0, -2), Buffer.from([5, 0]), Buffer.from('hello')])],
    ['doc', documents.doc],
    ['xls', documents.xls],
    ['xls', documents.xls95],
    ['ppt', documents.ppt],
    ['msi', documents.msi],
    ['apk', documents.apk],
    ['exe', documents.program],
    ['dmg', documents.dmg],
    ['pkg', documents.pkg],
    ['txt', Buffer.from('MZ is how a program begins, and this is a text about it, long enough to reach the pointer.')],
    ['txt', documents.txt],
    ['txt', documents.gbk],
    ['txt', documents.md],
    ['txt', Buffer.from('你好')],
    ['txt', Buffer.from('\uFEFF第一讲', 'utf16le')],
    ['txt', Buffer.from(`${'汉'.repeat(300_000)}<script>`)],
    ['txt', Buffer.from("I'm free to go wherever I want")],
  ])('recognizes %s', async (ext, bytes) => {
    expect(await sniff(bytes)).toBe(ext);
  });

  it.each<[string, Buffer]>([
    ['svg', pad('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['svg with a prolog', pad('<?xml version="1.0"?><svg/>')],
    ['html', pad('<!DOCTYPE html><script>alert(1)</script>')],
    ['html after blanks', pad('   \n<html>')],
    ['text', pad('hello, this is no video at all')],
    ['text with a box name in the right place', pad("I'm free to go wherever I want")],
    ['text that begins as a bitmap', pad('BMW is a car and not a picture')],
    ['UTF-16 text', pad([0xff, 0xfe], 'h\0e\0l\0l\0o\0')],
    ['AAC frames', pad([0xff, 0xf1, 0x50, 0x80])],
    ['HEIC', ftyp('heic')],
    ['AVIF', ftyp('avif')],
    ['a zip cut short', documents.zip.subarray(0, -30)],
    ['a zip cut short in the middle', documents.zip.subarray(0, 200)],
    ['a zip with a piece missing', Buffer.concat([documents.zip.subarray(0, 60), documents.zip.subarray(90)])],
    ['a zip with bytes behind it', Buffer.concat([documents.zip, Buffer.from('more')])],
    ['a directory that names nothing', makeZip({})],
    ['an old document with macros', documents.docWithMacros],
    ['a document under a password', documents.locked],
    ['a compound file of something else', makeCompound(['Contents'])],
    ['a compound file cut short', documents.doc.subarray(0, -10)],
    ['a compound header alone', documents.doc.subarray(0, 512)],
    ['a directory that goes round in circles', circling()],
    ['HTML', documents.html],
    ['an SVG', documents.svg],
    ['XML', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a/>')],
    ['a style sheet in a page', Buffer.from('  <style>a{}</style>')],
    ['a Windows program', documents.exe],
    ['text with a control character', Buffer.from('hello\x07')],
    ['text in no encoding', Buffer.from([0x80, 0x81, 0xff, 0xff])],
    ['half a character at the end', documents.txt.subarray(0, -2)],
    ['a program', pad([0x7f], 'ELF')],
    ['a pdf after other bytes', pad('<html>%PDF-1.7')],
    ['EBML of another type', ebml('secret')],
    ['a single byte', Buffer.of(0xff)],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_name, bytes) => {
    expect(await sniff(bytes)).toBeUndefined();
  });
});

describe('kindOfExtension', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['jpg', 'image/jpeg'],
    ['m4v', 'video/mp4'],
    ['mov', 'video/quicktime'],
  ])('%s is %s', (ext, mime) => {
    expect(kindOfExtension(ext)?.mime).toBe(mime);
  });

  it.each(['svg', 'html', 'dll', '', 'constructor'])('does not accept %s', (ext) => {
    expect(kindOfExtension(ext)).toBeUndefined();
  });
});

describe('storedKind', () => {
  it.each([
    ['txt', 'md', 'md'],
    ['txt', 'csv', 'csv'],
    ['docx', 'zip', 'zip'],
    ['jpg', 'png', 'jpg'],
    ['mov', 'mp4', 'mov'],
    ['pdf', 'pdf', 'pdf'],
    ['docx', 'pdf', undefined],
    ['zip', 'docx', undefined],
    ['xlsx', 'docx', undefined],
    ['txt', 'pdf', undefined],
    ['mp4', 'png', undefined],
    ['mp4', 'm4a', 'm4a'],
    ['m4a', 'mp4', undefined],
    ['wav', 'mp3', 'wav'],
    ['mp3', 'mp4', undefined],
    ['pdf', 'txt', undefined],
    ['mp3', 'zip', undefined],
    ['pdf', 'exe', undefined],
    ['exe', 'pdf', undefined],
    ['apk', 'zip', undefined],
    ['zip', 'apk', undefined],
    ['doc', 'xls', undefined],
    ['docx', 'doc', undefined],
  ] as const)('%s called .%s: %s', (content, name, expected) => {
    const kind = kindOfExtension(content);
    expect(kind && storedKind(kind, kindOfExtension(name))?.ext).toBe(expected);
  });
});
