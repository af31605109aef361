import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, desktop, newVisitor, phone } from './support/browser.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';

afterAll(closeBrowser);

/** What browsers call good (web.dev, Cumulative Layout Shift). */
const mostShift = 0.1;

const visits = [
  { pages: ['/open/login', '/open/index', '/open/courses', '/open/teachers'], enter: async () => undefined },
  {
    pages: ['/home/index', '/home/courses', '/home/ai-teacher', '/home/learning-records', '/home/personage/index'],
    enter: (page: Page, mobile: string) => registerMember(page, mobile),
  },
  {
    pages: ['/admin/index', '/admin/members', '/admin/personage/index'],
    enter: (page: Page) => logInAsAdmin(page),
  },
];

const sizes = [
  { size: desktop, mobile: '13900019101' },
  { size: phone, mobile: '13900019102' },
];

const cases = sizes.flatMap((size) => visits.map((visit) => ({ ...size, ...visit, first: visit.pages[0] })));

it.each(cases)('nothing moves while pages load: $first at $size.width', async ({ pages, enter, size, mobile }) => {
  const { page, context } = await newVisitor({ size });
  await enter(page, mobile);
  // The foot of a page comes into view when there is less than the skeleton promised: that disturbs nobody.
  await page.addInitScript(`
    window.shifts = [];
    const elementOf = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement);
    const isFoot = (source) => elementOf(source)?.closest('[class*="foot"]');
    const nameOf = (source) => \`\${elementOf(source)?.className} from \${source.previousRect.y} to \${source.currentRect.y}\`;
    new PerformanceObserver((list) => {
      for (const { sources, value } of list.getEntries())
        if (!sources.every(isFoot)) shifts.push({ value, moved: sources.map(nameOf) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  // Far enough away that the answers arrive one after the other.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  });
  const moving: Record<string, unknown> = {};
  for (const path of pages) {
    await page.goto(path);
    await settled(page);
    const shifts = await page.evaluate<{ value: number }[]>('shifts');
    if (shifts.reduce((sum, { value }) => sum + value, 0) > mostShift) moving[path] = shifts;
  }
  expect(moving).toEqual({});
  await context.close();
});
