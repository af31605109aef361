import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLargeVideo, makeTestVideo } from '../server/test/media.ts';
import { closeBrowser, newVisitor, phone, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';
import { chooseFiles } from './support/lessons.ts';
import { settled } from './support/open-page.ts';

const uploads = '**/uploads/kodo/**';
let admin: Visitor;
let folder: string;
let course: number;

const make = async (page: Page, path: string, data: object): Promise<number> =>
  (await send(page, 'POST', `admin/${path}`, data)).id;

/** A course with two chapters, the first with three lessons. */
async function makeCourse(page: Page): Promise<number> {
  const id = await make(page, 'courses', { title: '大纲课程' });
  const first = await make(page, `courses/${id}/chapters`, { title: '第一章' });
  await make(page, `courses/${id}/chapters`, { title: '第二章' });
  for (const title of ['甲课', '乙课', '丙课']) await make(page, `courses/${id}/lessons`, { chapter_id: first, title });
  return id;
}

async function openOutline(page: Page): Promise<void> {
  await page.goto(`/admin/courses/${course}`);
  await page.getByRole('button', { name: '修改名称：第一章' }).waitFor();
  // What is dragged by its place must not move meanwhile.
  await settled(page);
}

const storedOrder = async (): Promise<string[]> =>
  (
    await query<{
      title: string;
    }>(`select h.title || '/' || l.title as title from lessons l join chapters h on h.id = l.chapter_id
  where l.course_id = ${course} and l.deleted_at is null order by h.sort, l.sort`)
  ).map((row) => row.title);

async function pick(page: Page, click: () => Promise<void>, files: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click()]);
  await chooser.setFiles(files);
}

const addVideos = async (page: Page, files: string | string[]): Promise<void> =>
  (await chooseFiles(page)).setFiles(files);

/** Moves a row by one position with the keyboard, as announced by the live region. */
async function carry(
  page: Page,
  title: string,
  { from, key, to }: { from: number; key: 'ArrowUp' | 'ArrowDown'; to: number },
): Promise<void> {
  const place = (row: number) => page.getByText(`“${title}”移到第 ${row} 行，共 5 行`);
  await page.getByRole('button', { name: `移动“${title}”` }).focus();
  await page.keyboard.press('Space');
  await place(from).waitFor({ state: 'attached' });
  await page.keyboard.press(key);
  await place(to).waitFor({ state: 'attached' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-outline-'));
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
  course = await makeCourse(admin.page);
});
afterAll(async () => {
  await closeBrowser();
  await rm(folder, { recursive: true, force: true });
});

it('a lesson is dragged to another chapter with the pointer, and moved with the keyboard', async () => {
  const { page } = admin;
  await openOutline(page);
  const [from, to] = await Promise.all(
    ['甲课', '第二章'].map((title) => page.getByRole('button', { name: `移动“${title}”` }).boundingBox()),
  );
  if (!from || !to) throw new Error('a handle cannot be seen');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 40, { steps: 5 });
  await page.mouse.move(to.x + 8, to.y + 16, { steps: 12 });
  await page.mouse.up();
  await expect.poll(storedOrder).toEqual(['第一章/乙课', '第一章/丙课', '第二章/甲课']);
  await carry(page, '丙课', { from: 3, key: 'ArrowUp', to: 2 });
  await page.keyboard.press('Space');
  await expect.poll(storedOrder).toEqual(['第一章/丙课', '第一章/乙课', '第二章/甲课']);
});

it('dragging in an outline that somebody else has changed loads the latest one', async () => {
  const { page } = admin;
  await openOutline(page);
  await make(page, `courses/${course}/chapters`, { title: '别人的章' });
  await carry(page, '丙课', { from: 2, key: 'ArrowDown', to: 3 });
  await page.keyboard.press('Space');
  await page.getByText('目录刚刚被其他人修改过').first().waitFor();
  await page.getByRole('button', { name: '修改名称：别人的章' }).waitFor();
  expect(await storedOrder()).toEqual(['第一章/丙课', '第一章/乙课', '第二章/甲课']);
});

it('an upload survives a lost connection and a reload, and results in one video', async () => {
  const { page } = admin;
  const video = join(folder, '第1课_问候.mp4');
  await writeFile(video, await makeLargeVideo());
  await openOutline(page);
  let sent = 0;
  await page.route(uploads, async (route) => {
    const isPart = route.request().method() === 'PUT';
    if (isPart && sent >= 2) return route.abort('internetdisconnected');
    if (isPart) sent += 1;
    return route.continue();
  });
  await addVideos(page, video);
  await page.getByText('连接已断开，恢复后自动继续').first().waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('有 1 个文件还没有传完').first().waitFor();
  await pick(
    page,
    () => page.getByRole('button', { name: '选择文件继续' }).click(),
    await makeTestVideo({ seconds: 6 }),
  );
  await page.getByText('选择的不是同一个文件').first().waitFor();
  await page.unroute(uploads);
  const again: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/uploads/kodo/')) again.push(request.url());
  });
  await pick(page, () => page.getByRole('button', { name: '选择文件继续' }).click(), video);
  await page.getByRole('button', { name: '播放：第1课 问候' }).waitFor({ timeout: 300_000 });
  expect(again).toHaveLength(2);
  expect(await query("select status, duration_sec from media where title = '第1课 问候'")).toEqual([
    { status: 3, duration_sec: 6 },
  ]);
});

it('a file that is not a video is reported at once, and nothing is sent', async () => {
  const { page } = admin;
  const fake = join(folder, '假视频.mp4');
  await writeFile(fake, 'not a video, whatever its name');
  await openOutline(page);
  await addVideos(page, fake);
  await page.getByText('这个文件不是视频，请选择 mp4、mov、mkv 或 webm 文件').first().waitFor();
  expect(await query("select 1 from media where title = '假视频'")).toEqual([]);
  await expect.poll(async () => (await storedOrder()).filter((place) => place.endsWith('/假视频'))).toHaveLength(1);
  await page.getByRole('button', { name: '取消上传' }).click();
  await page.getByRole('button', { name: '编辑课时：假视频' }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await storedOrder()).filter((place) => place.endsWith('/假视频'))).toEqual([]);
});

it('a deleted lesson is restored, and a phone shows everything without horizontal scrolling', async () => {
  const { page } = admin;
  await openOutline(page);
  await page.getByRole('button', { name: '更多操作：乙课' }).click();
  await page.getByRole('menuitem', { name: '删除课时' }).click();
  await page.getByRole('button', { name: '修改名称：乙课' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销操作' }).click();
  await page.getByRole('button', { name: '编辑课时：乙课' }).waitFor();
  await page.setViewportSize(phone);
  await openOutline(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  expect(admin.problems).toEqual([]);
});
