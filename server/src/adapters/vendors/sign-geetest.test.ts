import { expect, it } from 'vitest';
import vectors from '../../../test/fakes/vectors/geetest.json' with { type: 'json' };
import * as geetest from './sign-geetest.ts';

const { v3, v4 } = vectors;

it('signs the lot of version 4 as the vendor’s documentation shows', () => {
  expect(geetest.signLot(v4.captcha_key, v4.lot_number)).toBe(v4.sign_token);
  expect(geetest.signLot(`${v4.captcha_key}x`, v4.lot_number)).not.toBe(v4.sign_token);
});

it('signs the challenge of version 3 and recognizes its solution', () => {
  expect(geetest.signChallenge(v3.key, v3.registerResponseChallenge)).toBe(v3.challenge);
  expect(v3.digestVariants.md5).toBe(v3.challenge);
  expect(geetest.isSolved(v3.key, v3.challenge, v3.validateExpected)).toBe(true);
  expect(geetest.isSolved(`${v3.key}x`, v3.challenge, v3.validateExpected)).toBe(false);
  expect(geetest.isSolved(v3.key, v3.challenge, '')).toBe(false);
  expect(geetest.md5(v3.seccode)).toBe(v3.secondaryResponseSeccode);
});

it('creates challenges of version 3 without the vendor', () => {
  const { challenge, validate } = v3.offline;
  expect(geetest.offlineChallenge('12', '34')).toBe(challenge);
  expect(geetest.isSolvedOffline(challenge, validate)).toBe(true);
  expect(geetest.isSolvedOffline(v3.challenge, validate)).toBe(false);
});
