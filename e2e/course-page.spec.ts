import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { publishBySupport } from './support/database.ts';
import { grantCourse } from './support/lessons.ts';
import { openPage } from './support/open-page.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const mobile = '13900030091';
const narrow = { width: 320, height: 640 };
let course = 0;
let member: Visitor;

beforeAll(async () => {
  const { page, context } = await newVisitor();
  await logInAsAdmin(page);
  const teacher = await send(page, 'POST', 'admin/teachers', { name: '温老师', intro: '十年教学。' });
  ({ id: course } = await send(page, 'POST', 'admin/courses', {
    title: '芬兰语入门',
    subtitle: '从第一句问候开始',
    intro: '十节课学会日常对话。',
    detail: '<p>适合零基础。</p>'.repeat(12),
    teacher_ids: [teacher.id],
  }));
  const chapter = await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章 问候' });
  for (let number = 1; number <= 12; number += 1)
    await send(page, 'POST', `admin/courses/${course}/lessons`, {
      chapter_id: chapter.id,
      type: 4,
      title: `第 ${number} 课`,
      content: '<p>Moi</p>',
    });
  await publishBySupport(course);
  member = await newVisitor();
  await registerMember(member.page, mobile);
  await grantCourse(page, mobile, course);
  await logInAgain(member.page, mobile);
  await context.close();
});
afterAll(closeBrowser);

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '本页内容' }).getByRole('button', { name, exact: true });
const isMarked = (page: Page, name: string): Promise<string | null> => tab(page, name).getAttribute('aria-current');
const topOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Jumps by keyboard to the outline and is there. */
async function walk(page: Page): Promise<void> {
  await tab(page, '目录').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isMarked(page, '目录')).toBe('true');
  const bar = (await tab(page, '目录').boundingBox()) ?? { y: Infinity, height: 0 };
  // Not under the line of tabs, which is still there.
  await expect.poll(() => topOf(page, '#outline')).toBeLessThan(200);
  expect(await topOf(page, '#outline')).toBeGreaterThanOrEqual(bar.y + bar.height);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('outline');
}

it.each([
  { name: 'phone', size: phone },
  { name: 'desktop', size: desktop },
  { name: 'narrow', size: narrow },
])('a visitor jumps to the parts of a course and passes it on: $name', async ({ name, size }) => {
  const { page, context, problems } = await newVisitor({ size });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, `/open/courses/${course}`);
  expect(await isMarked(page, '介绍')).toBe('true');
  await picture(page, `course-public-${name}`);
  await walk(page);
  await picture(page, `course-public-outline-${name}`);
  const faults = await faultsOf(page);
  await tab(page, '介绍').click();
  await page.getByRole('button', { name: '分享' }).click();
  const sheet = page.getByRole('dialog', { name: '分享这门课程' });
  await sheet.getByRole('img', { name: '芬兰语入门' }).waitFor();
  await sheet.getByText(`/open/courses/${course}`).waitFor();
  await picture(page, `course-share-${name}`);
  faults.push(...(await faultsOf(page)));
  await sheet.getByRole('button', { name: '复制链接' }).click();
  await page.getByText('已复制，发给对方即可').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  expect([...faults, ...problems]).toEqual([]);
  await context.close();
});

it.each([
  { name: 'phone', size: phone },
  { name: 'desktop', size: desktop },
  { name: 'narrow', size: narrow },
])('a learner jumps to the parts of a course: $name', async ({ name, size }) => {
  const { page, problems } = member;
  await page.setViewportSize(size);
  await openPage(page, `/home/courses/${course}`);
  expect(await isMarked(page, '目录')).toBe('true');
  await picture(page, `course-mine-${name}`);
  await tab(page, '老师').click();
  await expect.poll(() => isMarked(page, '老师')).toBe('true');
  await picture(page, `course-mine-teachers-${name}`);
  await walk(page);
  // What lies half under the bar that stays counts as too small to press.
  await page.evaluate(() => scrollTo(0, 0));
  expect([...(await faultsOf(page)), ...problems]).toEqual([]);
});

it.each([
  { name: 'dark', look: { dark: true, size: phone } },
  { name: 'en', look: { language: 'en', size: phone } as const },
  { name: 'en-desktop', look: { language: 'en', dark: true, size: desktop } as const },
])('the course and its share sheet are in order: $name', async ({ name, look }) => {
  const { page, context, problems } = await newVisitor(look);
  await openPage(page, `/open/courses/${course}`);
  await picture(page, `course-look-${name}`);
  await page.getByRole('button', { name: look.language === 'en' ? 'Share' : '分享' }).click();
  await page.getByRole('dialog').getByRole('img', { name: '芬兰语入门' }).waitFor();
  await picture(page, `course-share-${name}`);
  expect([...(await faultsOf(page)), ...problems]).toEqual([]);
  await context.close();
});
