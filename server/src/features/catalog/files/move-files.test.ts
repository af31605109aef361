import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { localPath } from '../../../../test/local-path.ts';
import { connectionOf, killAtWrite, startProcess } from '../../../../test/processes/kill.ts';
import type { VendorFake } from '../../../../test/fakes/storage-vendors.ts';
import { listFiles, openAccount } from '../../../../test/remote-storage.ts';
import { removeOldCopies } from './remove-old-copies.ts';

const day = 86_400_000;
let app: TestApp;
let fake: VendorFake;
beforeEach(async () => {
  app = await startTestApp();
  fake = await openAccount(app, 's3');
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

const storage = () => app.ctx.adapters.storage;
const textOf = async (key: string): Promise<string> => String(await buffer(await storage().read(key)));
const onDisk = () => listFiles(app.ctx.config.data_dir);

/** A picture, a folder of two, and a file from before there were rows. */
async function storeSome(): Promise<{ picture: string; folder: string; old: string }> {
  const { key: picture } = await storage().store('webp', Buffer.from('a picture'));
  const folder = `2026/03/${'c'.repeat(30)}`;
  await storage().withLocalFolder(folder, async (path) => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'index.m3u8'), 'a playlist');
    await writeFile(join(path, 'segment-1.m4s'), 'a segment');
  });
  const old = `2025/11/${'d'.repeat(30)}.mp4`;
  await mkdir(dirname(localPath(app.ctx, old)), { recursive: true });
  await writeFile(localPath(app.ctx, old), 'an old video');
  return { picture, folder, old };
}

async function move(to: string): Promise<{ moved: string[]; failed: unknown[] }> {
  const [moved, failed]: [string[], unknown[]] = [[], []];
  for await (const { key, error } of storage().moves.moveAll(to)) {
    if (error === null) moved.push(key);
    else failed.push(error);
  }
  // Places are remembered for some minutes, in which the old copies serve.
  app.clock.advance(301_000);
  return { moved, failed };
}

const placesOf = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{ key: string; storage: string }>`select key, storage from stored_files`.execute(
    app.ctx.db,
  );
  return Object.fromEntries(rows.map((row) => [row.key, row.storage]));
};

describe('files:move', () => {
  it('copies everything, also what is older than rows, and reads it from the new place', async () => {
    const { picture, folder, old } = await storeSome();
    const { moved, failed } = await move('s3');
    expect([moved.toSorted(), failed]).toEqual([[old, picture, folder].toSorted(), []]);
    expect([...fake.objects.keys()].toSorted()).toEqual(
      [old, picture, `${folder}/index.m3u8`, `${folder}/segment-1.m4s`].toSorted(),
    );
    await storage().remove(old);
    expect(await Promise.all([textOf(picture), textOf(`${folder}/index.m3u8`)])).toEqual(['a picture', 'a playlist']);
    expect(fake.objects.has(old)).toBe(false);
    expect(await onDisk()).not.toContain(old);
    expect((await move('s3')).moved).toEqual([]);
  });

  it('can be undone for a week, even when the vendor is gone', async () => {
    const { picture, folder } = await storeSome();
    await move('s3');
    app.clock.advance(6 * day);
    await removeOldCopies.run(app.ctx, {});
    fake.fail('hang_up');
    expect(await storage().moves.undo()).toBe(3);
    app.clock.advance(301_000);
    expect(await Promise.all([textOf(picture), textOf(`${folder}/segment-1.m4s`)])).toEqual(['a picture', 'a segment']);
    expect(new Set(Object.values(await placesOf()))).toEqual(new Set(['local']));
  });

  it('removes the old copies after a week, and then there is no way back', async () => {
    const { picture } = await storeSome();
    await move('s3');
    expect(await onDisk()).toHaveLength(4);
    app.clock.advance(8 * day);
    await removeOldCopies.run(app.ctx, {});
    expect(await onDisk()).toEqual([]);
    expect(await storage().moves.undo()).toBe(0);
    expect(await textOf(picture)).toBe('a picture');
    await move('local');
    app.clock.advance(8 * day);
    await removeOldCopies.run(app.ctx, {});
    expect([fake.objects.size, (await onDisk()).length, await textOf(picture)]).toEqual([0, 4, 'a picture']);
  });

  it('is finished at once on request, but for what other servers may still read at the old place', async () => {
    const { picture, folder } = await storeSome();
    await move('s3');
    const { key: late } = await storage().store('webp', Buffer.from('later'));
    await sql`update stored_files set storage = 'local', moved_from = 's3', moved_at = ${app.clock.now()}
      where key = ${late}`.execute(app.ctx.db);
    expect(await storage().moves.finish()).toEqual({ removed: 3, waiting: 1 });
    expect(await onDisk()).toEqual([late]);
    expect(await Promise.all([textOf(picture), textOf(`${folder}/index.m3u8`)])).toEqual(['a picture', 'a playlist']);
    app.clock.advance(301_000);
    expect(await storage().moves.finish()).toEqual({ removed: 1, waiting: 0 });
    expect(await storage().moves.undo()).toBe(0);
  });

  it('which cannot be finished while the old storage is away goes on later, without a way back', async () => {
    const { picture } = await storeSome();
    await move('s3');
    await move('local');
    fake.fail('hang_up');
    await expect(storage().moves.finish()).rejects.toThrow();
    expect(await storage().moves.undo()).toBe(0);
    fake.fail('none');
    expect(await storage().moves.finish()).toEqual({ removed: 3, waiting: 0 });
    expect([fake.objects.size, await textOf(picture)]).toEqual([0, 'a picture']);
  });

  it('does not trust the vendor: a copy that differs does not count', async () => {
    const { picture } = await storeSome();
    const { set } = fake.objects;
    fake.objects.set = (key, object) =>
      set.call(fake.objects, key, { ...object, bytes: Buffer.alloc(object.bytes.length) });
    const { moved, failed } = await move('s3');
    expect([moved, failed.length]).toEqual([[], 3]);
    expect(failed[0]).toMatchObject({ code: 'bad_response', reason: 'copy_differs' });
    expect([await textOf(picture), new Set(Object.values(await placesOf()))]).toEqual([
      'a picture',
      new Set(['local']),
    ]);
  });

  it('leaves a folder that grew since where it grew, and removes what is left of it elsewhere', async () => {
    const { folder } = await storeSome();
    await move('s3');
    await storage().withLocalFolder(folder, (path) => writeFile(join(path, 'master.m3u8'), 'both'));
    expect(fake.objects.get(`${folder}/master.m3u8`)?.bytes.toString()).toBe('both');
    expect(await storage().moves.undo()).toBe(2);
    await removeOldCopies.run(app.ctx, {});
    expect((await placesOf())[folder]).toBe('s3');
    expect((await onDisk()).filter((name) => name.startsWith(folder))).toEqual([]);
    expect(await textOf(`${folder}/master.m3u8`)).toBe('both');
  });

  it('goes on after it was killed, and sends nothing twice', async () => {
    const { picture, folder, old } = await storeSome();
    const fixture = fileURLToPath(new URL('move-files.fixture.ts', import.meta.url));
    await killAtWrite(app.ctx, { table: 'stored_files', when: `new.storage = 's3' and new.key = '${folder}'` }, () => {
      const child = startProcess(fixture);
      child.send({ config: app.ctx.config, connection: connectionOf(app.ctx) });
      return child;
    });
    const { failed } = await move('s3');
    expect(failed).toEqual([]);
    expect(new Set(Object.values(await placesOf()))).toEqual(new Set(['s3']));
    const paths = fake.requests.filter(({ method }) => method === 'PUT').map(({ url }) => url.pathname);
    expect(paths).toHaveLength(new Set(paths).size);
    expect(paths).toHaveLength(4);
    expect(await Promise.all([textOf(picture), textOf(old), textOf(`${folder}/index.m3u8`)])).toEqual([
      'a picture',
      'an old video',
      'a playlist',
    ]);
  });
});
