import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KodoEtag, kodoEtag } from './etag.ts';
import vectors from '../../../../test/fakes/vectors/qiniu.json' with { type: 'json' };

const CONTENTS = new Map([
  ['"hello" (5 bytes)', Buffer.from('hello')],
  ['empty', Buffer.alloc(0)],
  ['5 MiB of byte 0x61', Buffer.alloc(5 * 1024 * 1024, 0x61)],
]);

it.each(vectors.etag.cases)('hashes $content as the vendor does', ({ content, etag }) => {
  const bytes = CONTENTS.get(content);
  expect(bytes).toBeDefined();
  expect(kodoEtag(bytes ?? Buffer.of(1))).toBe(etag);
});

it('does not depend on how the bytes arrive', () => {
  const bytes = Buffer.alloc(9 * 1024 * 1024, 'kaike');
  const whole = kodoEtag(bytes);
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 5_000_000 }), (piece) => {
      const etag = new KodoEtag();
      for (let at = 0; at < bytes.length; at += piece) etag.update(bytes.subarray(at, at + piece));
      return etag.digest() === whole;
    }),
    { numRuns: 10 },
  );
});

it('keeps the block border: 4 MiB is one block, one byte more is two', () => {
  const block = 4 * 1024 * 1024;
  expect(Buffer.from(kodoEtag(Buffer.alloc(block)), 'base64url')[0]).toBe(0x16);
  expect(Buffer.from(kodoEtag(Buffer.alloc(block + 1)), 'base64url')[0]).toBe(0x96);
});
