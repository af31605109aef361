import { describe, expect, it } from 'vitest';
import { assertBucket, isInsertOnly, isMimeAllowed, resolveKey } from './put-policy.ts';
import type { PutPolicy } from './upload-token.ts';

const policy = (scope: string, more: Partial<PutPolicy> = {}): PutPolicy => ({ scope, deadline: 1, ...more });

describe('resolveKey', () => {
  it.each<[string, PutPolicy, string | undefined, string | undefined]>([
    ['the scope names it', policy('b:2026/01/a.png'), undefined, '2026/01/a.png'],
    ['the client requests the same', policy('b:2026/01/a.png'), '2026/01/a.png', '2026/01/a.png'],
    ['the bucket leaves it to the server', policy('b'), undefined, undefined],
    ['the bucket takes a safe key', policy('b'), 'x/y.png', 'x/y.png'],
    ['the prefix takes a key below it', policy('b:up/', { isPrefixalScope: 1 }), 'up/y.png', 'up/y.png'],
    ['the prefix leaves it to the server', policy('b:up/', { isPrefixalScope: 1 }), undefined, undefined],
  ])('%s', (_name, putPolicy, requested, expected) => {
    expect(resolveKey(putPolicy, requested)).toBe(expected);
  });

  it.each<[string, PutPolicy, string, string]>([
    ['another key', policy('b:2026/01/a.png'), '2026/01/b.png', 'key_out_of_scope'],
    ['a longer key', policy('b:2026/01/a.png'), '2026/01/a.png.exe', 'key_out_of_scope'],
    ['a key beside the prefix', policy('b:up/', { isPrefixalScope: 1 }), 'down/y.png', 'key_out_of_scope'],
    ['a key that climbs out of the prefix', policy('b:up/', { isPrefixalScope: 1 }), 'up/../x.png', 'invalid_key'],
    ['a key that climbs', policy('b'), '../../etc/passwd', 'invalid_key'],
  ])('refuses %s', (_name, putPolicy, requested, reason) => {
    expect(() => resolveKey(putPolicy, requested)).toThrow(expect.objectContaining({ code: 'rejected', reason }));
  });
});

it('is insert-only when the policy says so or the scope has no key', () => {
  expect(isInsertOnly(policy('b'))).toBe(true);
  expect(isInsertOnly(policy('b:k'))).toBe(false);
  expect(isInsertOnly(policy('b:k', { insertOnly: 1 }))).toBe(true);
});

it('refuses another bucket', () => {
  expect(() => assertBucket(policy('b:k'), 'b')).not.toThrow();
  expect(() => assertBucket(policy('b:k'), 'c')).toThrow(expect.objectContaining({ status: 631 }));
});

describe('isMimeAllowed', () => {
  it.each<[string, string | undefined, boolean]>([
    ['image/png', undefined, true],
    ['image/png', '', true],
    ['image/png', 'image/*', true],
    ['image/png', 'image/jpeg;image/png', true],
    ['video/mp4', 'image/*;video/mp4', true],
    ['video/webm', 'image/*;video/mp4', false],
    ['imagex/png', 'image/*', false],
    ['application/pdf', '!image/*;video/*', true],
    ['video/mp4', '!image/*;video/*', false],
  ])('%s in %s: %s', (mime, limit, expected) => {
    expect(isMimeAllowed(mime, limit)).toBe(expected);
  });
});
