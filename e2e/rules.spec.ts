import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor } from './support/browser.ts';

afterAll(closeBrowser);

const folder = new URL('../shared/src/rules/', import.meta.url).pathname;

/** Runs the table in the current environment and returns the differences; both sides are text, as values such as NaN cannot be serialized. */
const runTable = `
  import { checkValue } from './engine.ts';
  import { ruleTable } from './rule-table.ts';
  const wrong = [];
  let count = 0;
  for (const row of ruleTable) {
    for (const side of ['accepted', 'refused']) {
      row[side].forEach((value, index) => {
        count += 1;
        const isAccepted = checkValue(value, row.rules, { values: row.values ?? {}, ...(row.type ? { type: row.type } : {}) }).length === 0;
        if (isAccepted !== (side === 'accepted')) wrong.push(JSON.stringify(row.rules) + ' ' + side + ' ' + index);
      });
    }
  }
  globalThis.outcome = { count, wrong };
`;

it('accepts and refuses the same values in the browser and on the server', async () => {
  const { outputFiles } = await build({
    stdin: { contents: runTable, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    logLevel: 'silent',
  });
  const { page, context, problems } = await newVisitor();
  await page.goto('about:blank');
  await page.evaluate(outputFiles[0]?.text ?? '');
  const outcome = await page.evaluate(
    () => (globalThis as unknown as { outcome: { count: number; wrong: string[] } }).outcome,
  );
  expect(outcome.wrong).toEqual([]);
  expect(outcome.count).toBeGreaterThan(300);
  expect(problems).toEqual([]);
  await context.close();
});
