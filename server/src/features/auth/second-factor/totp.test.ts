import { describe, expect, it } from 'vitest';
import { base32, codeOf, findStep, otpAuthUri, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of RFC 6238', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds', (seconds, code) => {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
  });

  it('are accepted one step early and late, not two', () => {
    const now = new Date(1_234_567_890_000);
    const at = (steps: number) => findStep(secret, codeOf(secret, stepAt(now) + steps), now);
    expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null]);
  });
});

describe('a secret to type', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is base32 of RFC 4648: %s', (text, typed) => {
    expect(base32(Buffer.from(text))).toBe(typed);
  });

  it('is in the address of the QR code', () => {
    expect(otpAuthUri({ secret, account: '张三', issuer: '开课' })).toBe(
      `otpauth://totp/${encodeURIComponent('开课:张三')}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=${encodeURIComponent('开课')}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
