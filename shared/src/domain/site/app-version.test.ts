import { expect, test } from 'vitest';
import { compareVersions, requiredUpdate } from './app-version.ts';

test.each([
  ['1.9', '1.10', -1],
  ['1.10', '1.10.0', 0],
  ['2', '1.99.99', 1],
  ['1.0.0.1', '1.0.0', 1],
  ['01.2', '1.2', 0],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});

test.each([
  ['2.0', 'none'],
  ['2.1', 'none'],
  ['1.9', 'optional'],
  ['1.5', 'optional'],
  ['1.4.9', 'forced'],
])('%s has to: %s', (running, update) => {
  expect(requiredUpdate(running, { version_name: '2.0', min_version: '1.5' })).toBe(update);
});

test('without a minimum version no update is forced', () => {
  expect(requiredUpdate('0.1', { version_name: '2.0', min_version: '' })).toBe('optional');
});
