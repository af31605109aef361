import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import type { Context } from '../core/context.ts';
import { identifyFolder } from '../process/folder-identity.ts';
import { joinNodes } from './nodes.ts';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  app = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'kaike-files-'));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** A node that started before, on files of its own; it lives while the work goes on if it beats. */
async function beside<T>({ files, beats }: { files: string; beats: boolean }, work: () => Promise<T>): Promise<T> {
  const { db } = app.ctx;
  await sql`insert into nodes (id, role, version, files, started_at) values (gen_random_uuid(), 'all', '0', ${files}, now() - interval '1 hour')`.execute(
    db,
  );
  let isOver = false;
  const beating = (async () => {
    while (beats && !isOver) await sql`update nodes set seen_at = clock_timestamp() where version = '0'`.execute(db);
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await beating;
  }
}

const withConfig = (changes: Partial<Context['config']>): Context => ({
  ...app.ctx,
  config: { ...app.ctx.config, ...changes },
});
const joinAndLeave = async (changes: Partial<Context['config']> = {}): Promise<void> => {
  const node = await joinNodes(withConfig(changes), 'all');
  await node.leave();
};
const nodesNow = async () => (await sql<{ version: string }>`select version from nodes`.execute(app.ctx.db)).rows;

it('refuses a node beside a living one with files of its own, and leaves no trace of it', async () => {
  await beside({ files: 'elsewhere/1/2', beats: true }, () =>
    expect(joinAndLeave()).rejects.toThrow('Another node serves this database with a data folder of its own'),
  );
  expect(await nodesNow()).toEqual([{ version: '0' }]);
});

it('takes nodes that share the folder, say so, or keep their files in another storage', async () => {
  const own = identifyFolder(join(app.ctx.config.data_dir, 'uploads'));
  await beside({ files: own, beats: true }, () => joinAndLeave());
  await sql`update nodes set files = 'elsewhere/1/2'`.execute(app.ctx.db);
  await beside({ files: 'elsewhere/1/2', beats: true }, () => joinAndLeave({ shared_files: true }));
  await app.setting('storage_driver', 's3');
  await beside({ files: 'elsewhere/1/2', beats: true }, () => joinAndLeave());
});

it('does not mind one that has ended, or is of a release that did not say', async () => {
  await beside({ files: 'elsewhere/1/2', beats: false }, async () => {
    await sql`update nodes set seen_at = now() - interval '31 seconds'`.execute(app.ctx.db);
    await joinAndLeave();
    await sql`update nodes set seen_at = now(), files = null`.execute(app.ctx.db);
    await joinAndLeave();
  });
});

it('tells folders and their copies apart', () => {
  expect(identifyFolder(folder)).toBe(identifyFolder(folder));
  expect(identifyFolder(join(folder, 'copy'))).not.toBe(identifyFolder(folder));
});
