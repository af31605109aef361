import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, desktop, newVisitor, phone } from './support/browser.ts';
import { putOnSale } from './support/back-office.ts';
import { query } from './support/database.ts';
import { drawn, openPage } from './support/open-page.ts';
import { logIn, logInAsAdmin, memberPassword, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

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

const pagesOfLearner = [
  '/open/index',
  '/open/courses',
  '/open/help',
  '/home/index',
  '/home/courses',
  '/home/cards/use-card',
  '/home/personage/index',
];

const sizes = [
  { size: desktop, mobile: '13900019101' },
  { size: phone, mobile: '13900019102' },
];

const cases = sizes.flatMap((size) => visits.map((visit) => ({ ...size, ...visit, first: visit.pages[0] })));

/** Lets the answers of the server arrive one by one, each after everything that can be drawn without it has been drawn. */
async function holdAnswers(page: Page): Promise<void> {
  const held = new Set<Request>();
  let last = Promise.resolve();
  await page.route('**/web-api/**', (route) => {
    held.add(route.request());
    last = last
      .then(() => drawn(page, (request) => !held.has(request)))
      // The page has been left: nobody waits for the answer.
      .catch(() => undefined)
      .then(() => {
        held.delete(route.request());
        return route.continue();
      });
    return last;
  });
}

/** What moved more than browsers call good, by page. */
async function movementsOn(page: Page, pages: readonly string[]): Promise<Record<string, unknown>> {
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
  await holdAnswers(page);
  const movements: Record<string, unknown> = {};
  for (const path of pages) {
    await openPage(page, path);
    const shifts = await page.evaluate<{ value: number }[]>('shifts');
    if (shifts.reduce((sum, { value }) => sum + value, 0) > mostShift) movements[path] = shifts;
  }
  return movements;
}

it.each(cases)('nothing moves while pages load: $first at $size.width', async ({ pages, enter, size, mobile }) => {
  const { page, context } = await newVisitor({ size });
  await enter(page, mobile);
  expect(await movementsOn(page, pages)).toEqual({});
  await context.close();
});

it('nothing moves for a learner with a card, and in a school with a course', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const batch = await send(admin.page, 'POST', 'admin/card-batches', {
    name: '首批',
    product_id: await putOnSale(admin.page, '口语年卡'),
    prefix: 'DB',
    quantity: sizes.length,
    issue_on_made: true,
  });
  const issued = `select id from cards where batch_id = ${batch.id} and state = 20 order by id`;
  await expect.poll(() => query(issued)).toHaveLength(sizes.length);
  const cards = await query<{ id: string }>(issued);
  for (const [index, { size, mobile }] of sizes.entries()) {
    const { secret } = await send<{ secret: string }>(admin.page, 'POST', `admin/cards/${cards[index]?.id}/reveal`, {
      reason: '核对',
    });
    const { page, context } = await newVisitor({ size });
    await logIn(page, mobile, memberPassword);
    await send(page, 'POST', 'home/cards/use-card', { code: secret, mode: 'activate', request_id: randomUUID() });
    expect(await movementsOn(page, pagesOfLearner)).toEqual({});
    await context.close();
  }
});

it('the stamp after an activation, larger at first, widens no phone’s page, which would sink the tabs', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const { id } = await send(admin.page, 'POST', 'admin/card-batches', {
    name: '盖章',
    product_id: await putOnSale(admin.page, '盖章年卡'),
    prefix: 'ST',
    quantity: 1,
    issue_on_made: true,
  });
  const issued = `select id from cards where batch_id = ${id} and state = 20`;
  await expect.poll(() => query(issued)).toHaveLength(1);
  const [card] = await query<{ id: string }>(issued);
  const { secret } = await send<{ secret: string }>(admin.page, 'POST', `admin/cards/${card?.id}/reveal`, {
    reason: '核对',
  });
  const { page, context } = await newVisitor({ size: phone, moves: true });
  await registerMember(page, '13900019109');
  await page.goto(`/home/cards/use-card?code=${secret}`);
  await page.getByRole('button', { name: '确认激活' }).click();
  await page.getByRole('heading', { name: /开课了/ }).waitFor();
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await context.close();
});
