import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowPatterns } from './check-patterns.mjs';

test('patterns that backtrack or begin anew at every character are found, with their lines', () => {
  const source = [
    'const nested = /^(?:a+)+$/;',
    String.raw`const spaces = /\s*,\s*$/;`,
    String.raw`const ends = /\/+$/;`,
    'const tags = /<[^<>]*>/g;',
    String.raw`const number = /^\d{1,20}$/;`,
    "const text = '/(a+)+/';",
  ];
  const slow = slowPatterns(source.join('\n'));
  assert.deepEqual(
    slow.map((one) => Number(one.split(':')[0])),
    [1, 2, 3],
  );
});
