import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { homePages } from '@kaike/shared/pages/home';
import { resources } from '@kaike/shared/resources/index';
import { faultsOf, plainFaultsOf } from './audit.ts';
import { closeBrowser, desktop, newVisitor, phone, wide } from './browser.ts';
import {
  activateBySupport,
  makeAdminBySupport,
  makeAgencyBySupport,
  publishBySupport,
  studyBySupport,
} from './database.ts';
import { grantCourse } from './lessons.ts';
import { goToPage, openPage, settled } from './open-page.ts';
import { logInAgain, logInAsAdmin, registerMember } from './people.ts';
import { send } from './send.ts';
import { ownServer } from './server.ts';

type Entry = { url: string; group: string; is_page: number; status: number; in_menu: boolean };

async function menuUrls(page: Page, group: string): Promise<string[]> {
  const answer = await page.request.get('/web-api/open/menu');
  const { menus } = (await answer.json()) as { menus: Entry[] };
  return menus
    .filter(
      (menu) =>
        menu.group === group && menu.is_page === 1 && menu.status === 1 && menu.in_menu && !menu.url.includes(':'),
    )
    .map((menu) => menu.url);
}

const plainUrls = (pages: readonly { url: string }[]): string[] =>
  pages.map((page) => page.url).filter((url) => !url.includes(':'));

/** Addresses that are parts of another page. */
const leadsTo: Record<string, string> = { '/home/cards': '/home/cards/use-card' };

type Audit = (page: Page, url: string) => Promise<string[]>;

/** Loads each page by its address and collects the problems. */
const walk = (page: Page, urls: readonly string[], audit: Audit = faultsOf): Promise<string[]> =>
  visit(page, urls, { open: openPage, audit });

/** Loads the first page by its address and goes to the others from there, which takes half the work. */
async function walkWithin(page: Page, urls: readonly string[], audit: Audit = faultsOf): Promise<string[]> {
  return [
    ...(await walk(page, urls.slice(0, 1), audit)),
    ...(await visit(page, urls.slice(1), { open: goToPage, audit })),
  ];
}

/** Lists that every run audits by axe, for all that one engine draws; test:deep audits each. */
const auditedLists = ['/admin/courses', '/admin/members', '/admin/cards', '/admin/agencies'];
const lists = new Set(resources.map(({ name }) => `/admin/${name}`));
const auditSome: Audit = (page, url) =>
  lists.has(url) && !auditedLists.includes(url) ? plainFaultsOf(page) : faultsOf(page);

async function visit(
  page: Page,
  urls: readonly string[],
  { open, audit }: { open: typeof openPage; audit: Audit },
): Promise<string[]> {
  const problems: string[] = [];
  for (const url of urls) {
    await open(page, url);
    if (new URL(page.url()).pathname !== (leadsTo[url] ?? url)) problems.push(`${url}: led to ${page.url()}`);
    const text = await page.locator('body').innerText();
    if (/页面不存在|没有访问权限|服务器内部错误|Page not found|加载失败/.test(text))
      problems.push(`${url}: an error is shown: ${text.slice(0, 120)}`);
    const faults = await audit(page, url);
    if (faults.length === 0) continue;
    // Elements without names while wording is loading are checked again after half a second of quiet.
    await page.waitForLoadState('networkidle');
    problems.push(...(await audit(page, url)));
  }
  return problems;
}

/** A combination of device and theme; each one has its own members. */
export type Look = {
  name: string;
  size: { width: number; height: number };
  language: 'zh-CN' | 'en';
  dark: boolean;
  mobiles: 'even' | 'odd';
};

export const looks = {
  desktop: { name: 'a desktop in Chinese', size: desktop, language: 'zh-CN', dark: false, mobiles: 'even' },
  wide: { name: 'a wide screen in Chinese', size: wide, language: 'zh-CN', dark: false, mobiles: 'even' },
  wide_dark: { name: 'a dark wide screen in English', size: wide, language: 'en', dark: true, mobiles: 'odd' },
  phone: { name: 'a dark phone in English', size: phone, language: 'en', dark: true, mobiles: 'odd' },
} satisfies Record<string, Look>;

/** Permissions of somebody who only manages lessons; some lists are read-only. */
const editorPermissions = [
  'courses.list',
  'courses.show',
  'courses.create',
  'courses.update',
  'subjects.list',
  'teachers.list',
  'teachers.show',
  'learning-records.list',
  'messages.list',
  'messages.create',
].map((name) => `admin.${name}`);

const mobileOf = (mobiles: Look['mobiles'], pair: number): string =>
  `1390002000${2 * pair - (mobiles === 'odd' ? 1 : 0)}`;

/** Opens every entry of the back office menu that the super administrator has, in one look; without `auditsLists`, few of its lists by axe. */
export function testWholeMenu({ name, size, language, dark }: Look, { auditsLists = true } = {}): void {
  afterAll(closeBrowser);

  it(`every entry of the menu opens for the super administrator on ${name}`, async () => {
    const { page, context, problems } = await newVisitor({ size, dark });
    await logInAsAdmin(page);
    await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
    const urls = await menuUrls(page, 'admin');
    expect(urls.length).toBeGreaterThan(10);
    expect([...(await walkWithin(page, urls, auditsLists ? faultsOf : auditSome)), ...problems]).toEqual([]);
    await context.close();
  });
}

/** Opens the first record of every list, in one look. */
export function testRecords({ name, size, language, dark }: Look): void {
  afterAll(closeBrowser);

  it(`a record of every list opens on ${name}`, async () => {
    const { page, context, problems } = await newVisitor({ size, dark });
    await logInAsAdmin(page);
    await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
    const opened: string[] = [];
    const faults: string[] = [];
    for (const resource of resources.filter(({ only }) => only.includes('show'))) {
      const answer = await page.request.get(`/web-api/admin/${resource.name}/list?per_page=1`);
      const { data } = (await answer.json()) as { data: { id: number }[] };
      if (!data[0]) continue;
      opened.push(resource.name);
      await openPage(page, `/admin/${resource.name}?open=${data[0].id}`);
      faults.push(...(await faultsOf(page)));
    }
    expect(opened).toContain('users');
    expect([...faults, ...problems]).toEqual([]);
    await context.close();
  });
}

/** Opens every entry of the menus of people with fewer permissions, in one look. */
export function testSmallerMenus({ name, size, language, dark, mobiles }: Look): void {
  afterAll(closeBrowser);

  describe(`every entry of the menu on ${name}`, () => {
    it('opens for an agency', async () => {
      const { page, context, problems } = await newVisitor({ size, dark });
      const mobile = mobileOf(mobiles, 3);
      await registerMember(page, mobile);
      await makeAgencyBySupport(mobile);
      await logInAgain(page, mobile);
      await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
      const urls = await menuUrls(page, 'admin');
      expect(urls).toContain('/admin/cards');
      expect(urls).not.toContain('/admin/configs');
      expect([...(await walk(page, urls)), ...problems]).toEqual([]);
      await context.close();
    });

    it('opens for an administrator with a few permissions', async () => {
      const { page, context, problems } = await newVisitor({ size, dark });
      const mobile = mobileOf(mobiles, 4);
      await registerMember(page, mobile);
      await makeAdminBySupport(mobile, editorPermissions);
      await logInAgain(page, mobile);
      await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
      const urls = await menuUrls(page, 'admin');
      expect(urls.toSorted()).toEqual([
        '/admin/courses',
        '/admin/index',
        '/admin/learning-records',
        '/admin/messages',
        '/admin/subjects',
        '/admin/teachers',
      ]);
      expect([
        ...(await walk(page, [...urls, '/admin/personage/index', '/admin/personage/password'])),
        ...problems,
      ]).toEqual([]);
      await openPage(page, '/admin/roles');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
        language === 'en' ? 'No access' : '没有访问权限',
      );
      expect(await faultsOf(page)).toEqual([]);
      await context.close();
    });
  });
}

/** Opens every page for a member without a card, in one look. */
export function testNewMemberMenu({ name, size, language, dark, mobiles }: Look): void {
  afterAll(closeBrowser);

  describe(`every entry of the menu on ${name}`, () => {
    it('opens for a member', async () => {
      const { page, context, problems } = await newVisitor({ size, dark });
      await registerMember(page, mobileOf(mobiles, 1));
      await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
      const urls = plainUrls(homePages);
      expect(urls).toContain('/home/cards/use-card');
      expect([...(await walk(page, urls)), ...problems]).toEqual([]);
      await context.close();
    });
  });
}

/** Opens every page of members who have activated, and of visitors, in one look. */
export function testMemberMenus({ name, size, language, dark, mobiles }: Look): void {
  afterAll(closeBrowser);

  describe(`every entry of the menu on ${name}`, () => {
    it('opens for a member who has activated', async () => {
      const { page, context, problems } = await newVisitor({ size, dark });
      const mobile = mobileOf(mobiles, 2);
      await registerMember(page, mobile);
      await activateBySupport(mobile);
      await logInAgain(page, mobile);
      await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
      expect(await menuUrls(page, 'home')).toContain('/home/index');
      expect([...(await walkWithin(page, plainUrls(homePages))), ...problems]).toEqual([]);
      await context.close();
    });

    it('opens for a visitor', async () => {
      const { page, context, problems } = await newVisitor({ size, language, dark });
      expect([
        ...(await walk(page, ['/open/index', '/open/login', '/open/register', '/open/password', '/open/agreement'])),
        ...problems,
      ]).toEqual([]);
      await context.close();
    });
  });
}

/** What is seen at once when a reader has set text twice as large. */
const faultsWithLargeText: Audit = async (page) => {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await settled(page);
  return plainFaultsOf(page);
};

const visitorUrls = ['/open/index', '/open/courses', '/open/help', '/open/study', '/open/mine', '/open/login'];

/** A course of two articles, to be read in part without a card. */
async function makeCourse(admin: Page): Promise<number> {
  const { id: course } = await send(admin, 'POST', 'admin/courses', {
    title: '零基础英语开口课',
    subtitle: '每天一课',
  });
  const chapter = await send(admin, 'POST', `admin/courses/${course}/chapters`, { title: '第一章 开口第一步' });
  for (const title of ['你好，怎么称呼', '介绍我的家乡'])
    await send(admin, 'POST', `admin/courses/${course}/lessons`, {
      chapter_id: chapter.id,
      type: 4,
      title,
      content: '<p>Hello</p>',
    });
  await publishBySupport(course);
  return course;
}

/** Opens every page of members, and those of visitors, on a phone with text twice as large. */
export function testLargeText(language: Look['language'], mobile: string): void {
  afterAll(closeBrowser);

  it(`no page is wider than a phone with text twice as large in ${language}`, async () => {
    const { page, context, problems } = await newVisitor({ size: phone, language });
    const urls = [...visitorUrls, '/open/register', '/open/password', '/open/agreement'];
    expect(await walk(page, urls, faultsWithLargeText)).toEqual([]);
    const { page: adminPage, context: adminContext } = await newVisitor();
    await logInAsAdmin(adminPage);
    const course = await makeCourse(adminPage);
    await registerMember(page, mobile);
    await grantCourse(adminPage, mobile, course);
    await adminContext.close();
    await studyBySupport(mobile, course);
    await logInAgain(page, mobile);
    await context.addCookies([{ name: 'Language', value: language, url: ownServer().url }]);
    const ownUrls = [...plainUrls(homePages), `/open/courses/${course}`, `/home/courses/${course}`];
    expect([...(await walk(page, ownUrls, faultsWithLargeText)), ...problems]).toEqual([]);
    await context.close();
  });
}
