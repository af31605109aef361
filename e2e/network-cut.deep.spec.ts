import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { grantCourse, makeVideoCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';

const mobile = '13900030088';
const lengthSec = 150;
/** Maximum loss through a network cut. */
const mayLoseSec = 15;
const polling = { timeout: 300_000, interval: 250 };
let member: Visitor;
let lessons: number[] = [];

afterAll(closeBrowser);

const look = (page: Page) =>
  page.locator('video').evaluate((element) => {
    const video = element as HTMLVideoElement;
    const { buffered, currentTime: position, paused } = video;
    return { position, paused, ahead: buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - position };
  });
const positionOf = async (page: Page): Promise<number> => (await look(page)).position;
const untilPosition = (page: Page, second: number): Promise<void> =>
  expect.poll(() => positionOf(page), polling).toBeGreaterThan(second);

/** The lesson's seconds credited by the server. */
async function creditedOf(lesson: number): Promise<number> {
  const [row] = await query<{ seen_sec: number }>('select seen_sec from learning_records where lesson_id = $1', [
    lesson,
  ]);
  return row?.seen_sec ?? 0;
}

it('a member has a course of two videos', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const videoCourse = await makeVideoCourse(admin.page, '断网也不丢', [
    { seconds: lengthSec },
    { seconds: lengthSec + 1 },
  ]);
  lessons = videoCourse.lessons;
  member = await newVisitor({ size: phone });
  await registerMember(member.page, mobile);
  await grantCourse(admin.page, mobile, videoCourse.course);
  await logInAgain(member.page, mobile);
});

it('keeps playing offline from about a minute of buffer, and everything played is credited', async () => {
  const { page, context } = member;
  const [lesson = 0] = lessons;
  await page.goto(`/home/lessons/${lesson}`);
  await expect.poll(async () => (await look(page)).ahead, polling).toBeGreaterThan(45);
  expect((await look(page)).ahead, 'no more than that is fetched at once').toBeLessThan(80);
  await untilPosition(page, 4);
  const cutAt = await positionOf(page);
  await context.setOffline(true);
  await page.getByText('网络已断开，离线记录将在联网后补传。').first().waitFor();
  await untilPosition(page, cutAt + 34);
  await picture(page, 'network-cut');
  expect((await look(page)).paused).toBe(false);
  expect(await creditedOf(lesson)).toBeLessThan(cutAt + mayLoseSec);
  await context.setOffline(false);
  await page.getByText('网络已断开，离线记录将在联网后补传。').waitFor({ state: 'hidden' });
  const played = await positionOf(page);
  await expect.poll(() => creditedOf(lesson), polling).toBeGreaterThanOrEqual(Math.floor(played) - mayLoseSec);
});

it('waits quietly when the buffer is empty, and continues by itself', async () => {
  const { page, context } = member;
  const [lesson = 0] = lessons;
  await expect.poll(async () => (await look(page)).ahead, polling).toBeGreaterThan(30);
  await page.locator('video').evaluate((element) => {
    (element as HTMLVideoElement).playbackRate = 8;
  });
  await context.setOffline(true);
  await page.getByText('网络已断开，联网后自动继续播放').first().waitFor({ timeout: 300_000 });
  await picture(page, 'network-cut-waiting');
  const stoodAt = await positionOf(page);
  await page.locator('video').evaluate((element) => {
    (element as HTMLVideoElement).playbackRate = 1;
  });
  await context.setOffline(false);
  await untilPosition(page, stoodAt + 3);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await creditedOf(lesson)).toBeGreaterThan(0);
});

it('credits what was played offline after the page was closed without the network', async () => {
  const { page, context } = member;
  const [, lesson = 0] = lessons;
  await page.goto(`/home/lessons/${lesson}`);
  await expect.poll(async () => (await look(page)).ahead, polling).toBeGreaterThan(45);
  await untilPosition(page, 2);
  await context.setOffline(true);
  await untilPosition(page, 30);
  const played = await positionOf(page);
  expect(await creditedOf(lesson)).toBeLessThan(mayLoseSec);
  await page.goto('about:blank').catch(() => undefined);
  await context.setOffline(false);
  await page.goto(`/home/lessons/${lesson}`);
  await expect.poll(() => creditedOf(lesson), polling).toBeGreaterThanOrEqual(Math.floor(played) - mayLoseSec);
});

it.each(['/open/courses', '/home/learning-records', '/home/cards/use-card'])(
  '%s comes back by itself when the server does, with what was typed',
  async (path) => {
    const { page } = member;
    await openPage(page, path);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    const isForm = path.endsWith('use-card');
    if (isForm) await page.getByRole('textbox').first().fill('DM23');
    await page.route('**/web-api/**', (route) => route.abort());
    await page.reload();
    await page.getByText('加载失败').first().waitFor();
    await page.unroute('**/web-api/**');
    await page.getByText('加载失败').first().waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (isForm) await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('DM23');
  },
);

it('a page whose scripts did not arrive is loaded anew by itself', async () => {
  const { page } = member;
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/open/courses');
  await page.getByText('正在重新加载').waitFor();
  await page.unroute('**/assets/*.js');
  await page.getByRole('combobox', { name: '搜索课程' }).waitFor();
});
