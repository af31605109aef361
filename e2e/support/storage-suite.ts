import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountAt, vendorStarters, type VendorName } from '../../server/test/fakes/storage-vendors.ts';
import { makeLargeVideo } from '../../server/test/media.ts';
import { closeBrowser, newVisitor, type Visitor } from './browser.ts';
import { query } from './database.ts';
import { chooseFiles } from './lessons.ts';
import { logInAsAdmin } from './people.ts';
import { expectFilm, onSecondServer } from './second-server.ts';
import { send } from './send.ts';
import { ownServer } from './server.ts';

const now = (): Date => new Date();

let admin: Visitor;
let folder: string;

const saveSettings = (values: object): Promise<unknown> => send(admin.page, 'PUT', 'admin/configs', { values });

async function openCourse(page: Page, title: string): Promise<number> {
  const { id } = await send(page, 'POST', 'admin/courses', { title });
  await send(page, 'POST', `admin/courses/${id}/chapters`, { title: '第一章' });
  await page.goto(`/admin/courses/${id}`);
  return id;
}

/** Holds the parts on their way to the vendor until `release`. */
async function holdParts(page: Page, base: string): Promise<{ release: () => Promise<void>; first: Promise<void> }> {
  let arrived: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route(`${base}/**`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    arrived();
    return undefined;
  });
  return { first, release: () => page.unroute(`${base}/**`) };
}

type Options = { /** Plays on another server with an empty folder, too. */ on_second_server?: boolean };

/** A video goes to each of these storages and is played from there. */
export function testStorages(
  vendors: readonly VendorName[],
  { on_second_server: isElsewhere = false }: Options = {},
): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaike-storage-'));
    admin = await newVisitor();
    await logInAsAdmin(admin.page);
  });
  afterAll(async () => {
    await closeBrowser();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(vendors)(
    'a video goes from the browser straight to %s, survives a pause, and plays from there',
    async (name) => {
      const { page } = admin;
      const fake = await vendorStarters[name](now);
      const account = accountAt[name](fake.base);
      await saveSettings({ storage_driver: name, ...account });
      try {
        const title = `去往 ${name}`;
        const course = await openCourse(page, `课程 ${name}`);
        const file = join(folder, `${title}.mp4`);
        await writeFile(file, await makeLargeVideo());
        const { first, release } = await holdParts(page, fake.base);
        await (await chooseFiles(page)).setFiles(file);
        await first;
        await page.getByRole('button', { name: '暂停' }).click();
        await release();
        await page.getByRole('button', { name: '继续' }).click();
        await page.getByRole('button', { name: `播放：${title}` }).click({ timeout: 300_000 });
        const plays = () =>
          page.locator('video').evaluate(async (video: HTMLVideoElement) => {
            video.muted = true;
            await video.play().catch(() => undefined);
            return video.currentTime > 0;
          });
        await expect.poll(plays).toBe(true);
        const browser = fake.requests.filter(({ headers }) => headers['user-agent']?.includes('Mozilla'));
        expect(browser.some(({ method, url }) => method === 'GET' && url.pathname.endsWith('.m4s'))).toBe(true);
        const parts = browser.filter(({ method }) => method === 'PUT').map(({ body }) => body.length);
        expect(parts.reduce((sum, size) => sum + size, 0)).toBe((await makeLargeVideo()).length);
        const rows = await query<{ storage: string }>(
          'select f.storage from stored_files f join media m on m.storage_key = f.key where m.title = $1',
          [title],
        );
        expect(rows).toEqual([{ storage: name }]);
        if (isElsewhere) {
          const empty = await mkdtemp(join(folder, 'empty-'));
          await onSecondServer(empty, async (url) => {
            await expectFilm(page, url, { course, title });
            // The next file begins at the first server.
            await page.goto(ownServer().url);
          });
          const files = await readdir(empty, { recursive: true });
          expect(files.filter((one) => /\.(mp4|m4s)$/.test(one))).toEqual([]);
        }
        expect(admin.problems).toEqual([]);
      } finally {
        // The account stays: it says where the files are that are kept there.
        await saveSettings({ storage_driver: 'local' });
        await fake.close();
      }
    },
  );
}
