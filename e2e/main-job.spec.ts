import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestVideo } from '../server/test/media.ts';
import { choose, openNew, save } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';
import { chooseFiles } from './support/lessons.ts';

const mobile = '13900030001';
const videoSec = 40;
let admin: Visitor;
let member: Visitor;
let secret = '';

/** Changes the status of the open row with that button, which then shows what was done. */
async function changeStatus(page: Page, verb: RegExp, done: string): Promise<void> {
  await page.getByRole('button', { name: verb }).first().click();
  // The course lacks a cover, which is listed first; the product lacks nothing.
  const confirm = page.getByRole('complementary', { name: '发布前检查' }).getByRole('button', { name: verb });
  await confirm.or(page.getByText(done)).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await page.getByText(done).waitFor();
}

/** Keeps the video playing and returns its position: playback may be interrupted while the stream is being opened. */
const watch = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const video = document.querySelector('video');
    if (video?.paused) await video.play().catch(() => undefined);
    return video?.currentTime ?? 0;
  });

/** Repeats a query until it returns a row. */
async function untilFound(text: string): Promise<void> {
  await expect.poll(async () => (await query(text)).length, { timeout: 300_000, interval: 500 }).toBeGreaterThan(0);
}

beforeAll(async () => {
  [admin, member] = [await newVisitor(), await newVisitor({ size: phone })];
});
afterAll(closeBrowser);

it('the administrator creates a course from a real video file', async () => {
  const { page } = admin;
  await logInAsAdmin(page);
  const subject = await openNew(page, 'subjects', '科目');
  await subject.getByLabel('科目名称').fill('英语口语');
  await save(page, subject);
  const teacher = await openNew(page, 'teachers', '老师');
  await teacher.getByLabel('姓名').fill('王老师');
  await save(page, teacher);
  const course = await openNew(page, 'courses', '课程');
  await course.getByLabel('课程名称').fill('日常英语口语');
  await choose(page, course, '科目', '英语口语');
  await choose(page, course, '老师', '王老师');
  await save(page, course);
  await page.getByRole('textbox', { name: '章节名称' }).last().fill('第一章 问候');
  await page.getByRole('button', { name: '添加章节' }).click();
  const chooser = await chooseFiles(page);
  await chooser.setFiles(await makeTestVideo({ seconds: videoSec }));
  await page.getByRole('button', { name: /^播放：/ }).waitFor({ timeout: 300_000 });
  await changeStatus(page, /^发\s?布$/, '已发布“日常英语口语”');
  await untilFound('select 1 from courses where status = 1');
});

it('the administrator creates and exports cards', async () => {
  const { page } = admin;
  const product = await openNew(page, 'products', '商品');
  await product.getByLabel('商品名称').fill('口语年卡');
  const courses = product.getByRole('group', { name: '课程', exact: true });
  await courses.getByRole('checkbox', { name: '日常英语口语' }).check();
  await courses.getByRole('button', { name: '添加' }).click();
  await save(page, product);
  await changeStatus(page, /^上\s?架$/, '已上架“口语年卡”');
  const batch = await openNew(page, 'card-batches', '制卡批次');
  await batch.getByLabel('批次名称').fill('首批');
  await choose(page, batch, '商品', '口语年卡');
  await batch.getByLabel('数量').fill('50');
  const id = await save(page, batch);
  await untilFound(`select 1 from card_batches where id = ${id} and made_count = 50 and state = 2`);
  await page.getByRole('tab', { name: '概况' }).click();
  await page
    .getByRole('button', { name: /^发\s?放$/ })
    .last()
    .click();
  await page
    .locator('.kk-action')
    .getByRole('button', { name: /^发\s?放$/ })
    .click();
  await untilFound(`select 1 from cards where batch_id = ${id} and state = 20`);
  await page.getByRole('button', { name: '导出卡密' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '将导出' });
  await dialog.getByRole('textbox', { name: '原因' }).fill('交给印刷厂印制');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出卡密' }).click(),
  ]);
  const rows = (await readXlsx(new Uint8Array(await readFile(await file.path())))).sheets[0]?.rows ?? [];
  const secrets = rows
    .flat()
    .map(String)
    .filter((cell) => /^[0-9A-Z]{4}(-?[0-9A-Z]{4}){3}$/.test(cell));
  expect(secrets).toHaveLength(50);
  secret = secrets[0] ?? '';
});

it('a member activates a card on a phone and watches', async () => {
  const { page } = member;
  await registerMember(page, mobile);
  await page.goto('/home/cards/use-card');
  await page.getByRole('textbox', { name: '卡密' }).fill(secret.replaceAll('-', ' ').toLowerCase());
  await page.getByRole('button', { name: '查看卡片内容' }).click();
  await page.getByRole('heading', { name: '这张卡可以开通' }).waitFor();
  await page.getByText('日常英语口语').first().waitFor();
  await page.getByRole('button', { name: '确认激活' }).click();
  await page.getByRole('heading', { name: /开课了/ }).waitFor();
  await page.getByRole('link', { name: '去首页' }).click();
  await page.getByText('日常英语口语').first().waitFor();
  const [lesson] = await query<{ id: string }>('select id from lessons order by id desc limit 1');
  const beat = page.waitForResponse((response) => response.url().includes('/learning-records/beat') && response.ok(), {
    timeout: 300_000,
  });
  await page.goto(`/home/lessons/${lesson?.id ?? ''}`);
  await page.locator('video').waitFor();
  await expect.poll(() => watch(page), { timeout: 300_000 }).toBeGreaterThan(3);
  await beat;
  const seenSec = async (): Promise<number> =>
    (await query<{ seen_sec: number }>('select seen_sec from learning_records'))[0]?.seen_sec ?? 0;
  await expect.poll(seenSec).toBeGreaterThan(0);
  expect(await seenSec()).toBeLessThan(videoSec);
  // However long the second device takes, this one is still playing then.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.loop = true;
  });
});

it('a second device takes over playback, and the first one shows it and stops', async () => {
  await send(admin.page, 'PUT', 'admin/configs', { values: { member_session_limit: 2 } });
  const second = await newVisitor({ size: phone });
  await logInAgain(second.page, mobile);
  await second.page.goto(member.page.url());
  await second.page.getByRole('heading', { name: '您正在其他设备上观看' }).waitFor();
  await second.page.getByRole('button', { name: '在此继续观看' }).click();
  await second.page.locator('video').waitFor();
  await expect.poll(() => watch(second.page), { timeout: 300_000 }).toBeGreaterThan(0);
  // The first device is notified with its next beat.
  await member.page.getByRole('heading', { name: '已在其他设备上继续观看' }).waitFor({ timeout: 300_000 });
  await expect.poll(() => member.page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  expect(second.problems).toEqual([]);
  await second.context.close();
  await send(admin.page, 'PUT', 'admin/configs', { values: { member_session_limit: 1 } });
});

it('the administrator sees and exports the record, and who changed the course', async () => {
  const { page } = admin;
  await page.goto('/admin/learning-records');
  await page.getByRole('row').filter({ hasText: '日常英语口语' }).first().waitFor();
  await page.getByRole('button', { name: '导出' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '开始导出' }).click(),
  ]);
  const rows = (await readXlsx(new Uint8Array(await readFile(await file.path())))).sheets[0]?.rows ?? [];
  expect(rows.flat().map(String)).toContain('日常英语口语');
  await page.goto('/admin/logs');
  await page.getByRole('row').filter({ hasText: '课程' }).first().waitFor();
  expect(admin.problems).toEqual([]);
  expect(member.problems).toEqual([]);
});
