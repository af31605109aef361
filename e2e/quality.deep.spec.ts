import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { faultsOf } from './support/audit.ts';
import { grantCourse, makeVideoCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

afterAll(closeBrowser);

const mobile = '13900030099';
const linesOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).videoHeight);

async function choose(page: Page, name: string): Promise<void> {
  await page.mouse.move(180, 100);
  await page.getByRole('button', { name: /^画质/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

it('a member chooses to save data, and the choice is remembered; a single quality offers no choice', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const {
    course,
    lessons: [large = 0, small = 0],
  } = await makeVideoCourse(admin.page, '画质', [{ seconds: 20, width: 1280, height: 720 }, { seconds: 10 }]);
  await send(admin.page, 'PUT', `admin/courses/${course}/lessons/${large}/subtitles`, {
    language: 'en',
    text: '1\n00:00:00,500 --> 00:00:15,000\nHello\n',
  });
  await expect
    .poll(() => query("select 1 from media where renditions->>'playlist' like '%/master.m3u8'"), { timeout: 300_000 })
    .toHaveLength(1);
  const { page, problems } = await newVisitor({ size: phone });
  await registerMember(page, mobile);
  await grantCourse(admin.page, mobile, course);
  await logInAgain(page, mobile);
  await page.goto(`/home/lessons/${large}`);
  await expect.poll(() => linesOf(page), { timeout: 300_000 }).toBe(720);
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());
  await page.getByRole('button', { name: /^画质/ }).click();
  // The choices overlay everything, and with all buttons visible the length is still shown.
  await page.getByRole('dialog', { name: '画质' }).waitFor();
  await picture(page, 'quality-menu');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByText('/ 00:20').isVisible()).toBe(true);
  await choose(page, '省流');
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).play());
  await expect.poll(() => linesOf(page), { timeout: 300_000 }).toBe(360);
  await page.reload();
  await expect.poll(() => linesOf(page), { timeout: 300_000 }).toBe(360);
  await choose(page, '高清');
  await expect.poll(() => linesOf(page), { timeout: 300_000 }).toBe(720);
  await page.goto(`/home/lessons/${small}`);
  await expect.poll(() => linesOf(page), { timeout: 300_000 }).toBe(180);
  await page.mouse.move(180, 100);
  await page
    .getByRole('button', { name: /^倍速|^速度|×/ })
    .first()
    .waitFor();
  expect([await page.getByRole('button', { name: /^画质/ }).count(), problems]).toEqual([0, []]);
});

it('where the browser plays playlists natively, a choice continues at the same second, and no progress is lost', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const {
    course,
    lessons: [lesson = 0],
  } = await makeVideoCourse(admin.page, '苹果', [{ seconds: 40, width: 1280, height: 720 }]);
  await expect
    .poll(
      () =>
        query(
          `select 1 from media m join lessons l on l.media_id = m.id where l.id = ${lesson} and m.renditions->>'playlist' like '%/master.m3u8'`,
        ),
      { timeout: 300_000 },
    )
    .toHaveLength(1);
  const { page, problems } = await newVisitor({ size: phone });
  await registerMember(page, '13900030098');
  await grantCourse(admin.page, '13900030098', course);
  // Chromium can do it as well; this Apple feature enables it.
  await page.addInitScript(() =>
    Object.assign(HTMLVideoElement.prototype, { webkitShowPlaybackTargetPicker: () => undefined }),
  );
  await logInAgain(page, '13900030098');
  await page.goto(`/home/lessons/${lesson}`);
  const video = page.locator('video');
  const state = () =>
    video.evaluate((element) => {
      const { src, currentTime, paused, playbackRate, videoHeight } = element as HTMLVideoElement;
      return {
        file: /([\w-]+\.m3u8)/.exec(src)?.[1] ?? src,
        second: currentTime,
        paused,
        rate: playbackRate,
        lines: videoHeight,
      };
    });
  await expect.poll(async () => (await state()).second, { timeout: 300_000 }).toBeGreaterThan(6);
  expect((await state()).file).toBe('master.m3u8');
  await page.mouse.move(180, 100);
  await page
    .getByRole('button', { name: /^倍速|^速度|×/ })
    .first()
    .click();
  await page.getByRole('button', { name: '1.5×', exact: true }).click();
  const { second } = await state();
  await choose(page, '省流');
  await expect.poll(async () => (await state()).lines, { timeout: 300_000 }).toBe(360);
  const low = await state();
  expect(low).toMatchObject({ file: 'small-index.m3u8', paused: false, rate: 1.5 });
  expect([low.second > second, low.second < second + 10]).toEqual([true, true]);
  await expect.poll(async () => (await state()).second, { timeout: 300_000 }).toBeGreaterThan(21);
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  const paused = await state();
  await choose(page, '自动');
  await expect.poll(async () => (await state()).lines, { timeout: 300_000 }).toBeGreaterThan(0);
  expect(await state()).toMatchObject({
    file: 'master.m3u8',
    paused: true,
    second: expect.closeTo(paused.second, 0) as number,
    rate: 1.5,
  });
  // Every cell of five seconds, and one ticket: nothing was restarted.
  const seen = `select 1 from learning_records where lesson_id = ${lesson} and get_byte(seen_bitmap, 0) & 15 = 15`;
  await expect.poll(() => query(seen), { timeout: 300_000 }).toHaveLength(1);
  expect([await query(`select 1 from play_tickets where lesson_id = ${lesson}`), problems]).toEqual([
    [{ '?column?': 1 }],
    [],
  ]);
});
