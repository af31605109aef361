import assert from 'node:assert/strict';
import { test } from 'node:test';
import { castsOver, findCasts } from './check-casts.mjs';

test('casts and reads by a string are found, with their lines', () => {
  const source = [
    "const name = row['name'];",
    'const status = row.status as Status;',
    'const sizes = [1, 2] as const;',
    "import { one as two } from './one.ts';",
    "const cast = ' as Status';",
    'const first = names[0] ?? names[index];',
  ].join('\n');
  assert.deepEqual(findCasts(source), { casts: [2], reads: [1] });
});

test('one per 1,000 lines is accepted, two are refused with their places', () => {
  const lines = (count) => Array.from({ length: count }, () => 'export {};');
  const cast = 'export const id = row.id as number;';
  assert.deepEqual(castsOver('server', { 'server/a.ts': [cast, ...lines(999)].join('\n') }), []);
  assert.deepEqual(castsOver('server', { 'server/a.ts': [cast, cast, ...lines(998)].join('\n') }), [
    'server: 2 casts in 1000 lines\n  server/a.ts:1\n  server/a.ts:2',
  ]);
});
