import { expect, it } from 'vitest';
import { explainSecret, fingerprintOf, judgeSecret } from './installation-secret.ts';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const state = (current: string, next?: string) => ({
  current: fingerprintOf(current),
  ...(next === undefined ? {} : { next: fingerprintOf(next) }),
});

it.each([
  ['the secret of the database', state(a), a, null, 'known'],
  ['another one', state(a), b, null, 'other'],
  ['a new one beside it', state(a), b, a, 'begins'],
  ['the new one beside a third', state(a), b, c, 'other'],
  ['an old one that is still set', state(a), a, b, 'known'],
  ['both during a change', state(a, b), b, a, 'known'],
  ['both the other way round, which takes it back', state(a, b), a, b, 'known'],
  ['the old one alone during a change', state(a, b), a, null, 'half_changed'],
  ['the new one alone during a change', state(a, b), b, null, 'half_changed'],
  ['another new one during a change', state(a, b), c, a, 'half_changed'],
  ['a stranger during a change', state(a, b), c, null, 'other'],
] as const)('judges %s', (_name, known, secret, old, verdict) => {
  expect(judgeSecret(known, { secret, old_secret: old })).toBe(verdict);
  expect(explainSecret(verdict, '/data/secret') === null).toBe(verdict === 'known' || verdict === 'begins');
});
