import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeBrowser, desktop, newVisitor, phone } from './support/browser.ts';
import { activateBySupport, makeAgencyBySupport } from './support/database.ts';
import { logInAgain, logInAsAdmin, registerLearner } from './support/people.ts';

afterAll(closeBrowser);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rawKey = /^[a-z_]+(\.[a-z0-9_-]+)+$/;
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Entry = { url: string; group: string; is_page: number; status: number; in_menu: boolean };

async function menuUrls(page: Page, group: string): Promise<string[]> {
  const answer = await page.request.get('/web-api/open/menu');
  const { menus } = (await answer.json()) as { menus: Entry[] };
  return menus.filter((menu) => menu.group === group && menu.is_page === 1 && menu.status === 1 && menu.in_menu && !menu.url.includes(':')).map((menu) => menu.url);
}

/** What a person or a screen reader would stumble over on the page as it is now. */
async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const text = await page.locator('body').innerText();
  faults.push(...text.split('\n').map((line) => line.trim()).filter((line) => rawKey.test(line)).map((line) => `wording is missing: ${line}`));
  if (/页面不存在|没有访问权限|服务器内部错误|Page not found|加载失败/.test(text)) faults.push(`an error is shown: ${text.slice(0, 120)}`);
  await page.evaluate(axe);
  faults.push(...await page.evaluate(async (tags) => {
    const runner = (window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe;
    const { violations } = await runner.run(document, { runOnly: { type: 'tag', values: tags } });
    return violations.map(({ id, nodes }) => `axe ${id} ×${nodes.length}: ${nodes[0]?.html.slice(0, 160) ?? ''} – ${nodes[0]?.failureSummary.slice(0, 200) ?? ''}`);
  }, levels));
  return faults;
}

/** Opens each page and collects what is wrong with any of them. */
async function walk(page: Page, urls: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const url of urls) {
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('main').first().waitFor();
    if (new URL(page.url()).pathname !== url) found.push(`${url}: led to ${page.url()}`);
    found.push(...(await findFaults(page)).map((fault) => `${url}: ${fault}`));
  }
  return found;
}

const looks = [
  { name: 'a desktop in Chinese', size: desktop, language: 'zh-CN' as const },
  { name: 'a phone in English', size: phone, language: 'en' as const },
];

describe('every entry of the menu', () => {
  it.each(looks)('opens for the super administrator on $name', async ({ size, language }) => {
    const { page, context, problems } = await newVisitor({ size });
    await logInAsAdmin(page);
    await context.addCookies([{ name: 'Language', value: language, url: page.url() }]);
    const urls = await menuUrls(page, 'admin');
    expect(urls.length).toBeGreaterThan(10);
    expect([...await walk(page, urls), ...problems]).toEqual([]);
    await context.close();
  });

  it.each(looks)('opens for a learner on $name', async ({ name, size, language }) => {
    const { page, context, problems } = await newVisitor({ size });
    await registerLearner(page, name.includes('phone') ? '13900020001' : '13900020002');
    await context.addCookies([{ name: 'Language', value: language, url: page.url() }]);
    // Before a card is activated a learner has these two; the main job walks the others.
    expect([...await walk(page, ['/home/cards/use-card', '/home/personage/index']), ...problems]).toEqual([]);
    await context.close();
  });

  it.each(looks)('opens for a learner who has activated on $name', async ({ name, size, language }) => {
    const { page, context, problems } = await newVisitor({ size });
    const mobile = name.includes('phone') ? '13900020003' : '13900020004';
    await registerLearner(page, mobile);
    await activateBySupport(mobile);
    await logInAgain(page, mobile);
    await context.addCookies([{ name: 'Language', value: language, url: page.url() }]);
    const urls = await menuUrls(page, 'home');
    expect(urls).toContain('/home/index');
    expect([...await walk(page, urls), ...problems]).toEqual([]);
    await context.close();
  });

  it.each(looks)('opens for an agency on $name', async ({ name, size, language }) => {
    const { page, context, problems } = await newVisitor({ size });
    const mobile = name.includes('phone') ? '13900020005' : '13900020006';
    await registerLearner(page, mobile);
    await makeAgencyBySupport(mobile);
    await logInAgain(page, mobile);
    await context.addCookies([{ name: 'Language', value: language, url: page.url() }]);
    const urls = await menuUrls(page, 'admin');
    expect(urls).toContain('/admin/cards');
    expect(urls).not.toContain('/admin/configs');
    expect([...await walk(page, urls), ...problems]).toEqual([]);
    await context.close();
  });

  it.each(looks)('opens for a visitor on $name', async ({ size, language }) => {
    const { page, context, problems } = await newVisitor({ size, language });
    expect([...await walk(page, ['/open/index', '/open/login', '/open/register', '/open/password', '/open/agreement']), ...problems]).toEqual([]);
    await context.close();
  });
});
