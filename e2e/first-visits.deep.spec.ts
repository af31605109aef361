import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { visits as budgets } from '../tools/check-budget.mjs';
import { closeBrowser, desktop, newVisitor, phone } from './support/browser.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';

afterAll(closeBrowser);

const kilobyte = 1024;

/** `budget`: its name in tools/check-budget.mjs; `all`: requests with what comes once the page is complete. */
const visits = [
  { path: '/open/login', budget: '/open/login', size: phone, enter: null, all: 15 },
  {
    path: '/home/learning-records',
    budget: '/home/learning-records',
    size: phone,
    enter: (page: Page) => registerMember(page, '13900039101'),
    all: 34,
  },
  { path: '/admin/members', budget: 'admin list', size: desktop, enter: logInAsAdmin, all: 42 },
];

/** Requests before anything is shown, and kilobytes that are sent in all, with their headers. */
function limitsOf(name: string): { first: number; kilobytes: number } {
  const budget = budgets.find((one) => one.name === name);
  return { first: budget?.requests ?? 0, kilobytes: (budget?.script ?? 0) + (budget?.style ?? 0) };
}

type BrowserRequest = { url: string; isFirst: boolean; bytes: number };

/** Records what a page requests; a request is a first one when the page itself names it, or the script that runs before the first paint. */
async function recordRequests(page: Page): Promise<Map<string, BrowserRequest>> {
  const sent = new Map<string, BrowserRequest>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    const isEarly = initiator.stack?.callFrames.some(({ url }) => url.endsWith('/early.js')) ?? false;
    sent.set(requestId, {
      url: new URL(request.url).pathname,
      isFirst: type === 'Document' || initiator.type === 'parser' || isEarly,
      bytes: 0,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return sent;
}

it.each(visits)('a first visit of $path requests little', async ({ path, budget, size, enter, all }) => {
  const { first, kilobytes } = limitsOf(budget);
  const person = await newVisitor({ size });
  if (enter) await enter(person.page);
  // Another browser has none of the files.
  const { page, context, problems } = await newVisitor({ size });
  await context.addCookies(await person.context.cookies());
  const sent = await recordRequests(page);
  const token = page.waitForResponse(/\/open\/token/);
  await page.goto(path);
  await settled(page);
  await token;
  await settled(page);
  const requests = [...sent.values()];
  const table = requests
    .map(({ url, isFirst, bytes }) => `${isFirst ? 'first' : 'later'} ${String(bytes).padStart(7)} ${url}`)
    .join('\n');
  const firsts = requests.filter(({ isFirst }) => isFirst);
  const total = requests.reduce((sum, { bytes }) => sum + bytes, 0) / kilobyte;
  process.stdout.write(
    `\n${path}: ${firsts.length} first requests, ${requests.length} in all, ${total.toFixed(1)} KB\n${table}\n`,
  );
  // Nothing would be recorded if the browser named initiators in another way.
  expect(firsts.map(({ url }) => url)).toContain(path);
  expect(firsts.length, table).toBeLessThanOrEqual(first);
  expect(firsts.length).toBeGreaterThan(5);
  expect(requests.length, table).toBeLessThanOrEqual(all);
  expect(total, table).toBeLessThanOrEqual(kilobytes);
  expect(problems).toEqual([]);
  await Promise.all([context.close(), person.context.close()]);
});
