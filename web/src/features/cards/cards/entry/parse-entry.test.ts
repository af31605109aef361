import { describe, expect, it } from 'vitest';
import { formatSecret, makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { parseEntry, tidyEntry } from './parse-entry.ts';

const secret = makeSecret(Uint8Array.from({ length: 15 }, (_, index) => index * 7));
const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');

describe('readEntry', () => {
  it.each([
    ['', { state: 'empty' }],
    ['   ', { state: 'empty' }],
    ['AB12', { state: 'unfinished', left: 12 }],
    [wrong, { state: 'typo' }],
    [`${secret}Z`, { state: 'too_long' }],
    ['请问怎么激活', { state: 'no_code' }],
    [secret.toLowerCase(), { state: 'complete', code: secret }],
    [`您的卡密：${formatSecret(secret)}，请尽快激活`, { state: 'complete', code: secret }],
    [`https://a.cn/home/cards/use-card?code=${secret}`, { state: 'complete', code: secret }],
  ])('%j is %j', (text, entry) => {
    expect(parseEntry(text)).toEqual(entry);
  });
});

describe('tidyEntry', () => {
  it.each([
    ['abcd1', 'abcd', 'ABCD-1'],
    ['ABCD-', 'ABCD-1', 'ABCD'],
    ['ABCD-12X34', 'ABCD-1234', 'ABCD-12X34'],
    ['您的卡密', '', '您的卡密'],
    [secret, '', formatSecret(secret)],
    [`${formatSecret(secret)}9`, formatSecret(secret), `${formatSecret(secret)}9`],
  ])('%j after %j is %j', (next, before, tidied) => {
    expect(tidyEntry(next, before)).toBe(tidied);
  });
});
