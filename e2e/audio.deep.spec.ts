import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestSound, makeTestVideo } from '../server/test/media.ts';
import { faultsOf } from './support/audit.ts';
import { untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { chooseFiles, grantCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const mobile = '13900030122';
const polling = { timeout: 300_000, interval: 250 };
const lengthSec = 60;
let admin: Visitor;
let member: Visitor;
let course = 0;
let lesson = 0;

const positionOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime);

async function pick(page: Page, click: () => Promise<void>, file: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click()]);
  await chooser.setFiles(file);
}

/** The lesson's seconds credited by the server. */
async function creditedSec(): Promise<number> {
  const [row] = await query<{ seen_sec: number }>('select seen_sec from learning_records where lesson_id = $1', [
    lesson,
  ]);
  return row?.seen_sec ?? 0;
}

beforeAll(async () => {
  [admin, member] = [await newVisitor(), await newVisitor({ size: phone })];
});
afterAll(closeBrowser);

it('the administrator creates an audio lesson from a real file, and a wrong one is reported', async () => {
  const { page } = admin;
  await logInAsAdmin(page);
  ({ id: course } = await send(page, 'POST', 'admin/courses', { title: '随身听' }));
  await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章' });
  await page.goto(`/admin/courses/${course}`);
  await (await chooseFiles(page, '上传音频')).setFiles(await makeTestSound({ seconds: lengthSec, ext: 'mp3' }));
  await page.getByRole('button', { name: /^播放：/ }).waitFor({ timeout: 300_000 });
  await page.getByText('01:00', { exact: true }).first().waitFor();
  const rows = await query<{ id: string }>(
    `select id from lessons where course_id = ${course} and type = 2 and deleted_at is null`,
  );
  lesson = Number(rows[0]?.id);
  await page.getByRole('button', { name: /^更多操作/ }).click();
  await pick(page, () => page.getByRole('menuitem', { name: '更换音频' }).click(), await makeTestVideo({ seconds: 1 }));
  await page.getByText('这个文件不是音频，请选择 mp3、m4a 或 wav 文件').first().waitFor();
  await picture(page, 'audio-outline');
  await page.getByRole('button', { name: '取消上传' }).click();
  await page.getByRole('button', { name: /^更多操作/ }).click();
  await page.getByRole('menuitem', { name: '编辑课时' }).click();
  await page.getByLabel('课时名称').fill('连读跟读');
  await page.getByLabel('试听时长（秒）').fill('12');
  await page.getByText('试听 00:12').first().waitFor();
  await page.getByText(/^已自动保存/).waitFor();
  await picture(page, 'audio-lesson');
  await page.getByRole('button', { name: /^播放：/ }).click();
  await expect
    .poll(() => page.locator('audio').evaluate((element) => (element as HTMLAudioElement).duration), polling)
    .toBeCloseTo(lengthSec, 0);
  await page.keyboard.press('Escape');
  await send(page, 'PUT', 'admin/courses/change-status', { ids: [course], status: 1 });
});

it('a visitor hears its free beginning and nothing more', async () => {
  const { page, problems } = await newVisitor({ size: phone });
  await page.goto(`/open/courses/${course}`);
  await page
    .getByText(/音频 · 1:00/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /连读跟读/ }).click();
  await expect.poll(() => positionOf(page), polling).toBeGreaterThan(0.5);
  expect(await page.locator('video').evaluate((element) => (element as HTMLVideoElement).duration)).toBeLessThan(12.5);
  await page.locator('video').evaluate((element) => {
    (element as HTMLVideoElement).currentTime = 11;
  });
  await page.getByText('试听结束').first().waitFor();
  await picture(page, 'audio-preview-over');
  expect([await query(`select 1 from learning_records where lesson_id = ${lesson}`), problems]).toEqual([[], []]);
});

it('a member plays it on a phone, and the record grows', async () => {
  const { page, problems } = member;
  await registerMember(page, mobile);
  await grantCourse(admin.page, mobile, course);
  await logInAgain(page, mobile);
  await page.goto(`/home/courses/${course}`);
  await page
    .getByText(/音频 · 1:00/)
    .first()
    .waitFor();
  await picture(page, 'audio-course');
  await page
    .getByRole('link', { name: /连读跟读/ })
    .first()
    .click();
  await expect.poll(() => positionOf(page), polling).toBeGreaterThan(2);
  await page.getByRole('button', { name: '暂停', exact: true }).click();
  await picture(page, 'audio-lesson');
  expect(await faultsOf(page)).toEqual([]);
  for (const name of ['全屏', '画质'])
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).count(), name).toBe(0);
  const stoodAt = await positionOf(page);
  await page.getByRole('button', { name: '快进 15 秒' }).click();
  expect(await positionOf(page)).toBeCloseTo(stoodAt + 15, 0);
  await page.getByRole('button', { name: '后退 15 秒' }).click();
  await page.getByRole('button', { name: '播放', exact: true }).click();
  // It plays on beside other pages, and its lesson continues where it was.
  await page.getByRole('link', { name: '随身听' }).click();
  const mini = page.getByRole('region', { name: '正在播放的音频' });
  await mini.waitFor();
  const carriedAt = await positionOf(page);
  await expect.poll(() => positionOf(page), polling).toBeGreaterThan(carriedAt + 1);
  await picture(page, 'audio-mini');
  expect(await faultsOf(page)).toEqual([]);
  await mini.getByRole('link', { name: /连读跟读/ }).click();
  await page.getByRole('button', { name: '快进 15 秒' }).waitFor();
  await expect.poll(() => page.locator('video').count(), polling).toBe(1);
  await expect.poll(() => positionOf(page), polling).toBeGreaterThan(carriedAt);
  await page.getByRole('button', { name: /^倍速/ }).click();
  await page.getByRole('button', { name: '2×', exact: true }).click();
  await expect.poll(creditedSec, polling).toBeGreaterThan(10);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: /^记在 00:\d\d$/ }).fill('这里连读');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('这里连读').first().waitFor();
  await page.getByText('已学完', { exact: true }).first().waitFor({ timeout: 300_000 });
  await untilRow(
    `select completed_at is not null as done, percent >= 90 as far from learning_records where lesson_id = ${lesson}`,
    { done: true, far: true },
  );
  expect(problems).toEqual([]);
});
