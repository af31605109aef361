import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { settled } from './open-page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const rawKey = /^[a-z_]+(\.[a-z0-9_-]+)+$/;

type Axe = {
  run: (
    root: Document,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
};

async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      // What passed is not described, which is most of the work.
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.map(
      ({ id, nodes }) =>
        `axe ${id} ×${nodes.length}: ${nodes[0]?.html.slice(0, 160) ?? ''} – ${nodes[0]?.failureSummary.slice(0, 200) ?? ''}`,
    );
  }, levels);
}

/** Problems that are seen at once: missing wording, horizontal scrolling. */
export async function plainFaultsOf(page: Page): Promise<string[]> {
  const path = new URL(page.url()).pathname;
  const text = await page.locator('body').innerText();
  const raw = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => rawKey.test(line))
    .map((line) => `wording is missing: ${line}`);
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const faults = [...raw, ...(extra > 0 ? [`is ${extra} px wider than the screen`] : [])];
  return faults.map((fault) => `${path}: ${fault}`);
}

async function allFaultsOf(page: Page): Promise<string[]> {
  const path = new URL(page.url()).pathname;
  return [...(await plainFaultsOf(page)), ...(await axeFaults(page)).map((fault) => `${path}: ${fault}`)];
}

/** Problems of the current page: these, and axe A and AA. What is found while parts or words still load counts only if it stays. */
export async function faultsOf(page: Page): Promise<string[]> {
  if ((await allFaultsOf(page)).length === 0) return [];
  await settled(page);
  return allFaultsOf(page);
}
