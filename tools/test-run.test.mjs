import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourless, summaryOf } from './test-run.mjs';

test('colours are for people who watch; into a file nothing is coloured, whatever the environment says', () => {
  const env = { PATH: '/bin', FORCE_COLOR: '1' };
  assert.deepEqual(colourless(env, true), env);
  assert.deepEqual(colourless(env, false), { PATH: '/bin', NO_COLOR: '1' });
});

test('a run ends with its parts, the ten slowest files, what it left out, and how many passed', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `file ${index}`, ms: index * 1000 }));
  const parts = [{ title: 'browser', ms: 61_000 }];
  const lines = summaryOf({ totals: { passed: 12, failed: 1 }, files, parts }, [
    'Left to npm run test:deep: the bench.',
  ]);
  assert.deepEqual(lines.slice(1, 6), [
    'Parts:',
    '   61.0 s  browser',
    '10 slowest files:',
    '   11.0 s  file 11',
    '   10.0 s  file 10',
  ]);
  assert.deepEqual(lines.slice(13), [
    '    2.0 s  file 2',
    'Left to npm run test:deep: the bench.',
    '12 passed, 1 failed',
  ]);
});
