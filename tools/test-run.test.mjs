import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourless } from './test-run.mjs';

test('colours are for people who watch; into a file nothing is coloured, whatever the environment says', () => {
  const env = { PATH: '/bin', FORCE_COLOR: '1' };
  assert.deepEqual(colourless(env, true), env);
  assert.deepEqual(colourless(env, false), { PATH: '/bin', NO_COLOR: '1' });
});
