import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { inRoot } from './project.mjs';

const check = (...names) => spawnSync(process.execPath, [inRoot('tools/check.mjs'), ...names], { encoding: 'utf8' });

test('runs the checks that are named, and no others', () => {
  const { status, stdout } = check('migrations');
  assert.match(stdout, /^ok {3}migrations \([\d.]+ s\)\nchecks: 1 passed, 0 failed\n$/);
  assert.equal(status, 0);
});

test('names the checks there are when one is unknown', () => {
  const { status, stderr } = check('typos');
  assert.equal(status, 1);
  assert.match(stderr, /There is no check typos; there are unused, lint, format, .*, fence\.\n$/);
});
