import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { faultsOf } from './support/audit.ts';
import { grantCourse, makeVideoCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, registerLearner } from './support/people.ts';
import { send } from './support/send.ts';

afterAll(closeBrowser);

const mobile = '13900030099';
const linesOf = (page: Page): Promise<number> => page.locator('video').evaluate((video) => (video as HTMLVideoElement).videoHeight);

async function choose(page: Page, name: string): Promise<void> {
  await page.mouse.move(180, 100);
  await page.getByRole('button', { name: /^画质/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

it('a learner saves data, and finds the choice again; what has one quality offers none', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const { course, lessons: [large = 0, small = 0] } = await makeVideoCourse(admin.page, '画质', [{ seconds: 60, width: 1280, height: 720 }, { seconds: 20 }]);
  await send(admin.page, 'PUT', `admin/courses/${course}/lessons/${large}/subtitles`, { language: 'en', text: '1\n00:00:00,500 --> 00:00:30,000\nHello\n' });
  await expect.poll(() => query("select 1 from media where renditions->>'playlist' like '%/master.m3u8'"), { timeout: 60_000 }).toHaveLength(1);
  const { page, problems } = await newVisitor({ size: phone });
  await registerLearner(page, mobile);
  await grantCourse(admin.page, mobile, course);
  await logInAgain(page, mobile);
  await page.goto(`/home/lessons/${large}`);
  await expect.poll(() => linesOf(page), { timeout: 20_000 }).toBe(720);
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());
  await page.getByRole('button', { name: /^画质/ }).click();
  await picture(page, 'quality-menu');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await choose(page, '省流');
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).play());
  await expect.poll(() => linesOf(page), { timeout: 30_000 }).toBe(360);
  await page.reload();
  await expect.poll(() => linesOf(page), { timeout: 20_000 }).toBe(360);
  await choose(page, '高清');
  await expect.poll(() => linesOf(page), { timeout: 30_000 }).toBe(720);
  await page.goto(`/home/lessons/${small}`);
  await expect.poll(() => linesOf(page), { timeout: 20_000 }).toBe(180);
  await page.mouse.move(180, 100);
  await page.getByRole('button', { name: /^倍速|^速度|×/ }).first().waitFor();
  expect([await page.getByRole('button', { name: /^画质/ }).count(), problems]).toEqual([0, []]);
});
