import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clocksIn } from './check-clocks.mjs';

const linesOf = (source) => clocksIn(source.join('\n')).map((clock) => Number(clock.split(':')[0]));

test('measuring, sleeping and giving up early are found, with their lines', () => {
  const source = [
    'const start = performance.now();',
    'const used = process.cpuUsage();',
    'expect(Date.now() - started).toBeLessThan(500);',
    'await page.waitForTimeout(100);',
    "import { setTimeout as wait } from 'node:timers/promises';",
    'await new Promise((resolve) => setTimeout(resolve, 200));',
    'await expect.poll(done, { timeout: 5_000 }).toBe(true);',
    'page.setDefaultTimeout(30_000);',
    'expect(treeSeconds(pid) - before).toBeLessThan(2);',
  ];
  assert.deepEqual(linesOf(source), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('dates, turns of the event loop and patience are none', () => {
  const source = [
    'const yesterday = new Date(Date.now() - 86_400_000);',
    'const earlier = new Date(Date.now() - 3 * dayMs);',
    'await new Promise((resolve) => setTimeout(resolve));',
    "const text = 'performance.now()';",
    'await expect.poll(done, { timeout: 300_000 }).toBe(true);',
  ];
  assert.deepEqual(linesOf(source), []);
});
