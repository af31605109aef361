import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents } from '../server/test/documents.ts';
import { makeTestVideo } from '../server/test/media.ts';
import { untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';
import { chooseFiles } from './support/lessons.ts';

const mobile = '13900030077';
const courseName = '三种课时';
const srt = '1\n00:00:00,500 --> 00:00:30,000\n第一句字幕\n';
let admin: Visitor;
let member: Visitor;
let visitor: Visitor;
let course = 0;
let lessons: { id: number; type: number; title: string }[] = [];

const lessonOf = (title: string): number => lessons.find((lesson) => lesson.title === title)?.id ?? 0;

/** Uploads a document as the page's administrator; returns the address that records store. */
async function upload(page: Page, name: string, bytes: Buffer): Promise<string> {
  const token = (await (await page.request.get('/web-api/open/token')).json()) as { _token: string };
  const reply = await page.request.post(`/web-api/admin/files?name=${encodeURIComponent(name)}`, {
    headers: { 'X-CSRF-TOKEN': token._token },
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer: bytes } },
  });
  return ((await reply.json()) as { address: string }).address;
}

const videoPosition = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);

/**
 * Follows a link to a lesson; as soon as a line with this text appears: the player's controls with its subtitle menu open,
 * and which of them lie under the line. The line stays for seconds only, so the page itself watches for it.
 */
const controlsUnder = (link: Locator, text: string): Promise<{ all: string[]; covered: string[] }> =>
  link.evaluate(async (element, words) => {
    const draw = (): Promise<unknown> => new Promise(requestAnimationFrame);
    const lineNow = (): Element | undefined =>
      Array.from(document.querySelectorAll('[role=status]')).find((status) => status.textContent.includes(words));
    const menuNow = (): HTMLElement | null => document.querySelector('button[aria-label^="字幕"]');
    (element as HTMLElement).click();
    let [line, menu] = [lineNow(), menuNow()];
    for (; !line || !menu; [line, menu] = [lineNow(), menuNow()]) await draw();
    const shown = line;
    const stage = shown.parentElement ?? shown;
    menu.click();
    await draw();
    await draw();
    const box = shown.getBoundingClientRect();
    const controls = Array.from(stage.querySelectorAll('button, input, [role=slider]')).filter(
      (control) => !shown.contains(control) && control.getBoundingClientRect().width > 0,
    );
    const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent;
    const isUnder = (control: Element): boolean => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    };
    return { all: controls.map(nameOf), covered: controls.filter(isUnder).map(nameOf) };
  }, text);

beforeAll(async () => {
  [admin, member, visitor] = [await newVisitor(), await newVisitor({ size: phone }), await newVisitor({ size: phone })];
});
afterAll(closeBrowser);

it('the administrator creates a course of an article, a document and a video with subtitles', async () => {
  const { page } = admin;
  await logInAsAdmin(page);
  ({ id: course } = await send(page, 'POST', 'admin/courses', { title: courseName }));
  const chapter = await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章' });
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/checks\b/, async (route) => {
    await isReleased;
    await route.fallback();
  });
  const request = page.waitForRequest(/\/checks\b/);
  await page.goto(`/admin/courses/${course}`);
  const add = page.getByRole('button', { name: '添加课时' });
  await Promise.all([add.waitFor(), request]);
  const boxBefore = await add.boundingBox();
  release();
  await page.getByRole('complementary', { name: '发布前检查' }).getByRole('status').waitFor();
  // What moves between press and release of a button is never pressed.
  expect(await add.boundingBox()).toEqual(boxBefore);
  await add.click();
  await page.getByRole('menuitem', { name: '图文课时' }).click();
  const editor = page.getByRole('region', { name: '新图文' });
  const fields = page.getByRole('region', { name: /^(新图文|图文课)$/ });
  await editor.waitFor();
  await fields.getByLabel('课时名称').fill('图文课');
  await fields.locator('[contenteditable="true"]').click();
  await page.keyboard.type('读完这一段，就学完了这一课。');
  await fields.getByLabel('最少阅读时间（秒）').fill('10');
  await fields.getByRole('switch', { name: '免费试学' }).click();
  await untilRow(
    `select title, read_sec, is_free, content like '%读完这一段，就学完了这一课。%' as has_text from lessons where course_id = ${course}`,
    { title: '图文课', read_sec: 10, is_free: true, has_text: true },
  );
  const file = await upload(page, '第一讲 讲义.pdf', documents.pdf);
  await send(page, 'POST', `admin/courses/${course}/lessons`, {
    chapter_id: chapter.id,
    title: '文档课',
    type: 3,
    file,
    read_sec: 10,
  });
  await send(page, 'PUT', `admin/courses/${course}/attachments`, {
    attachments: [await upload(page, '单词表.xlsx', documents.xlsx)],
  });
  await page.reload();
  const chooser = await chooseFiles(page);
  await chooser.setFiles(await makeTestVideo({ seconds: 30 }));
  await page.getByRole('button', { name: /^播放：/ }).waitFor({ timeout: 300_000 });
  lessons = (
    await query<{ id: string; type: number; title: string }>(
      `select id, type, title from lessons where course_id = ${course} and deleted_at is null order by sort`,
    )
  ).map((row) => ({ ...row, id: Number(row.id) }));
  const video = lessons.find((lesson) => lesson.type === 1);
  await send(page, 'PUT', `admin/courses/${course}/lessons/${video?.id ?? 0}/subtitles`, {
    language: 'zh-CN',
    text: srt,
  });
  await send(page, 'PUT', `admin/courses/${course}/lessons/${video?.id ?? 0}/subtitles`, {
    language: 'en',
    text: '1\n00:00:00,500 --> 00:00:09,000\nThe first line\n\n2\n00:00:20,000 --> 00:00:30,000\nThe second line\n',
  });
  await send(page, 'PUT', `admin/courses/${course}/lessons/${video?.id ?? 0}`, { title: '视频课', is_free: true });
  lessons = lessons.map((lesson) => (lesson.type === 1 ? { ...lesson, title: '视频课' } : lesson));
  await send(page, 'PUT', 'admin/courses/change-status', { ids: [course], status: 1 });
});

it('a visitor opens a free article and a free video, and is invited to join', async () => {
  const { page, problems } = visitor;
  await page.goto(`/open/courses/${course}`);
  await page.getByRole('button', { name: /图文课/ }).click();
  await page.getByRole('dialog').getByText('读完这一段').first().waitFor();
  await page.getByRole('dialog').getByRole('link', { name: '激活学习卡' }).waitFor();
  await picture(page, 'lessons-preview-article');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  // The first lesson to try plays where the cover was.
  await page.getByRole('button', { name: /^试看/ }).click();
  await expect.poll(() => videoPosition(page), { timeout: 300_000 }).toBeGreaterThan(0.5);
  const firstCue = (): Promise<string[]> =>
    page.locator('video').evaluate((video) => {
      const [track] = Array.from((video as HTMLVideoElement).textTracks);
      if (track) track.mode = 'showing';
      const [cue] = Array.from(track?.cues ?? []);
      return cue instanceof VTTCue ? [track?.label ?? '', cue.text] : [];
    });
  await expect.poll(firstCue, { timeout: 300_000 }).toEqual(['简体中文', '第一句字幕']);
  await page.locator('video').evaluate((video) => {
    (video as HTMLVideoElement).currentTime = 28;
  });
  await page.getByText('试看结束').first().waitFor({ timeout: 300_000 });
  await picture(page, 'lessons-preview-over');
  expect(await query(`select 1 from learning_records where course_id = ${course}`)).toEqual([]);
  expect(problems).toEqual([]);
});

it('a member reads an article and a document to the end', async () => {
  const { page } = member;
  await registerMember(page, mobile);
  const [row] = await query<{ id: string }>(
    `select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = '${mobile}'`,
  );
  await send(admin.page, 'POST', 'admin/members/grant', {
    ids: [Number(row?.id)],
    course_ids: [course],
    reason: '试用',
  });
  await logInAgain(page, mobile);
  await page.goto(`/home/courses/${course}`);
  await page.getByRole('link', { name: /单词表\.xlsx/ }).waitFor();
  await page
    .getByRole('link', { name: /图文课/ })
    .first()
    .click();
  await page.getByText('读完这一段').first().waitFor();
  const done = page.getByText('已学完', { exact: true }).first();
  // A page that is slow shows the end only.
  await page
    .getByText(/再读 \d+ 秒/)
    .or(done)
    .first()
    .waitFor();
  await picture(page, 'lessons-article');
  await done.waitFor();
  await page.getByRole('link', { name: '下一课时' }).click();
  await page.getByText('第一讲 讲义.pdf').first().waitFor();
  await page.getByRole('button', { name: '我已读完' }).click();
  await picture(page, 'lessons-document');
  await done.waitFor();
  // The list of lessons may say it of the first one.
  await expect
    .poll(() => query(`select 1 from learning_records where course_id = ${course} and completed_at is not null`))
    .toHaveLength(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.goto(`/home/courses/${course}`).then(() => page.getByRole('link', { name: /单词表\.xlsx/ }).click()),
  ]);
  expect([file.suggestedFilename(), (await readFile(await file.path())).equals(documents.xlsx)]).toEqual([
    '单词表.xlsx',
    true,
  ]);
});

it('a member shows subtitles and takes notes at a second of the video', async () => {
  const { page, problems } = member;
  await page.goto(`/home/lessons/${lessonOf('视频课')}`);
  await expect.poll(() => videoPosition(page), { timeout: 300_000 }).toBeGreaterThan(1);
  // A small window of the browser would show the picture without the mark.
  expect(
    await page.locator('video').evaluate((video) => {
      const { disablePictureInPicture, controls } = video as HTMLVideoElement;
      return { disablePictureInPicture, controls };
    }),
  ).toEqual({ disablePictureInPicture: true, controls: false });
  await page.mouse.move(180, 120);
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());
  await page.getByRole('button', { name: /^字幕/ }).click();
  await page.getByRole('button', { name: '简体中文' }).click();
  const cue = () =>
    page.locator('video').evaluate((video) => {
      const shown = (video as HTMLVideoElement).textTracks[0]?.activeCues?.[0];
      return shown instanceof VTTCue ? shown.text : '';
    });
  await expect.poll(cue, { timeout: 300_000 }).toBe('第一句字幕');
  await page.getByRole('tab', { name: '文稿' }).click();
  await page.getByRole('button', { name: /The second line/ }).click();
  await expect.poll(() => videoPosition(page)).toBeGreaterThanOrEqual(20);
  await page.getByRole('button', { name: /The first line/ }).click();
  await expect.poll(() => videoPosition(page)).toBeLessThan(10);
  await picture(page, 'lessons-transcript');
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: /^记在 00:0\d$/ }).fill('这里很重要');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('这里很重要').first().waitFor();
  await expect
    .poll(() => query('select 1 from lesson_notes where deleted_at is null and lesson_id = $1', [lessonOf('视频课')]))
    .toHaveLength(1);
  await picture(page, 'lessons-notes');
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('这里很重要').first().waitFor();
  await page.getByRole('button', { name: /^跳到 / }).click();
  // Without the network a note is queued in this browser.
  await member.context.setOffline(true);
  await page.getByRole('button', { name: /^在 .* 记一笔$/ }).click();
  await page.getByRole('textbox', { name: /^记在 / }).fill('断网时写的');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('等待联网后保存').first().waitFor();
  await member.context.setOffline(false);
  await page.getByText('等待联网后保存').waitFor({ state: 'hidden' });
  await expect
    .poll(() => query('select 1 from lesson_notes where deleted_at is null and lesson_id = $1', [lessonOf('视频课')]))
    .toHaveLength(2);
  const exports = page.getByRole('button', { name: /^导出/ });
  const tops = await exports.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size], 'the ways to export stand side by side').toEqual([2, 1]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 Markdown' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('断网时写的');
  expect(problems).toEqual([]);
});

it('the line that names where it resumed covers no control and no open menu', async () => {
  const { page } = member;
  await page.locator('video').evaluate((video) => {
    (video as HTMLVideoElement).currentTime = 12;
  });
  await page.goto(`/home/courses/${course}`);
  const { all, covered } = await controlsUnder(page.getByRole('link', { name: /视频课/ }).first(), '继续播放');
  expect(all).toContain('简体中文');
  expect(covered).toEqual([]);
});

it('a closed lesson names itself, and everything that is said of it is in reach', async () => {
  const stranger = await newVisitor({ size: { width: 320, height: 640 } });
  await registerMember(stranger.page, '13900030078');
  const [closed] = lessons.filter(({ type }) => type === 1);
  await query('update lessons set is_free = false, preview_sec = 0 where id = $1', [closed?.id]);
  await query('update courses set is_free = false where id = $1', [course]);
  await stranger.page.goto(`/home/lessons/${closed?.id}`);
  const box = stranger.page.getByRole('alertdialog');
  await box.waitFor();
  expect(await stranger.page.getByRole('heading', { level: 1 }).textContent()).toBe(closed?.title);
  const { above, hidden } = await box.evaluate((panel) => ({
    above: panel.getBoundingClientRect().top - (panel.querySelector('h2')?.getBoundingClientRect().top ?? 0),
    hidden: panel.scrollHeight - panel.clientHeight,
  }));
  expect([above <= 0, hidden]).toEqual([true, 0]);
  await picture(stranger.page, 'lesson-closed');
});
