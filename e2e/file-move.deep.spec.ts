import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountAt, vendorStarters } from '../server/test/fakes/storage-vendors.ts';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { holdChanges, query } from './support/database.ts';
import { makeVideoCourse } from './support/lessons.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';
import { expectFilm, onSecondServer } from './support/second-server.ts';
import { ownServer } from './support/server.ts';

let admin: Visitor;
let emptyFolder: string;

beforeAll(async () => {
  emptyFolder = await mkdtemp(join(tmpdir(), 'kaike-move-'));
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  await closeBrowser();
  await rm(emptyFolder, { recursive: true, force: true });
});

/** Where the rows say that files are, with their number. */
const places = () =>
  query<{ storage: string; count: number }>(
    'select storage, count(*)::int as count from stored_files group by storage order by storage',
  );

/** A picture as the library of pictures stores it; returns its address. */
async function uploadPicture(page: Page): Promise<string> {
  const { _token: token } = (await (await page.request.get('/web-api/open/token')).json()) as { _token: string };
  const reply = await page.request.post('/web-api/home/upload/index', {
    headers: { 'X-CSRF-TOKEN': token },
    multipart: { file: { name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() } },
  });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { url: string }).url;
}

const panel = (page: Page): Locator => page.getByRole('region', { name: '文件存储位置' });
const rowOf = (page: Page, name: string): Locator =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const filesAt = (page: Page, name: string): Promise<string> => rowOf(page, name).getByRole('cell').first().innerText();

/** Presses a button of the panel and agrees to what its dialog says. */
async function agree(page: Page, button: Locator): Promise<void> {
  const name = await button.innerText();
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'detached' });
}

type Content = { course: number; title: string; image: string };

/** The film plays and the picture loads on a server that remembers no place of a file. */
const expectServed = (page: Page, { image, ...film }: Content, dataFolder: string): Promise<void> =>
  onSecondServer(dataFolder, async (url) => {
    await expectFilm(page, url, film);
    const width = await page.evaluate(
      (address) =>
        new Promise<number>((resolve) => {
          const one = new Image();
          one.addEventListener('load', () => resolve(one.naturalWidth));
          one.addEventListener('error', () => resolve(0));
          one.src = address;
        }),
      new URL(image, url).href,
    );
    expect(width).toBeGreaterThan(0);
    await page.goto('about:blank');
  });

it('all files move to another storage on the settings page, serve from there, and come back within seven days', async () => {
  const { page } = admin;
  const fake = await vendorStarters.s3(() => new Date());
  const account = accountAt.s3(fake.base);
  const save = (values: object): Promise<unknown> => send(page, 'PUT', 'admin/configs', { values });
  const dataFolder = ownServer().environment['KAIKE_DATA_DIR'] ?? '';
  let content: Content = { course: 0, title: '', image: '' };
  try {
    const { course, lessons } = await makeVideoCourse(page, '会搬家的课程', [{ seconds: 8 }]);
    const [lesson] = await query<{ title: string }>(`select title from lessons where id = ${lessons[0] ?? 0}`);
    content = { course, title: lesson?.title ?? '', image: await uploadPicture(page) };
    await save({ ...account, s3_access_key_secret: 'wrong' });
    await page.goto('/admin/configs?group=storage');
    await rowOf(page, 'S3').waitFor();
    const before = await places();
    const total = before[0]?.count ?? 0;
    expect([before.map(({ storage }) => storage), total >= 2]).toEqual([['local'], true]);

    // With a wrong key every file stays where it is, and the page says why.
    await agree(page, rowOf(page, 'S3').getByRole('button', { name: '把文件搬到这里' }));
    await panel(page).getByText(`${total} 个未搬，仍在原处`).waitFor();
    await panel(page).getByText('未搬的文件', { exact: true }).click();
    await panel(page).getByText('密钥不正确，或没有权限').first().waitFor();
    expect(await places()).toEqual(before);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'file-move-failed');

    // The first file is copied, and cannot be switched to its new place yet: the page shows a move under way.
    await save(account);
    const release = await holdChanges('stored_files');
    await panel(page).getByRole('button', { name: '重试未搬的文件' }).click();
    await panel(page).getByText('正在搬到 S3').waitFor();
    await panel(page).getByText(`已搬 0 / ${total} 个`).waitFor();
    await picture(page, 'file-move-running');
    await panel(page).getByRole('button', { name: '暂停' }).click();
    await panel(page).getByText('已暂停（目标：S3').waitFor();
    await release();
    await panel(page).getByRole('button', { name: '继续' }).click();
    await panel(page).getByText('已搬到 S3').waitFor();
    await panel(page).getByText(`已搬 ${total} / ${total} 个`).waitFor();
    expect(await places()).toEqual([{ storage: 's3', count: total }]);
    await expect.poll(() => filesAt(page, 'S3')).toBe(String(total));
    await panel(page)
      .getByText(/旧副本还在，.+前可以搬回去/)
      .waitFor();

    // Every object is the file it was made from.
    expect(fake.objects.size).toBeGreaterThan(total);
    for (const [key, { bytes }] of fake.objects)
      expect(bytes.equals(await readFile(join(dataFolder, 'uploads', ...key.split('/')))), key).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'file-move-done');
    await page.setViewportSize(phone);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'file-move-done-375');
    await page.setViewportSize(desktop);

    fake.requests.length = 0;
    await expectServed(page, content, emptyFolder);
    const read = fake.requests.filter(
      ({ method, headers }) => method === 'GET' && /Mozilla/.test(String(headers['user-agent'])),
    );
    expect(read.some(({ url }) => url.pathname.endsWith('.m4s'))).toBe(true);

    await page.goto('/admin/configs?group=storage');
    await agree(page, panel(page).getByRole('button', { name: '撤销搬移' }));
    await panel(page).getByText('已撤销，原定搬到 S3').waitFor();
    await expect.poll(() => filesAt(page, '本机磁盘')).toBe(String(total));
    expect(await places()).toEqual(before);
    await picture(page, 'file-move-undone');
  } finally {
    await fake.close();
  }
  // The vendor is gone, and nothing misses it.
  await expectServed(page, content, dataFolder);
  expect(admin.problems).toEqual([]);
});
