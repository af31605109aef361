import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import type { VendorFake } from '../../../../../test/fakes/storage-vendors.ts';
import { localPath } from '../../../../../test/local-path.ts';
import { s3Account } from '../../../../../test/fakes/s3.ts';
import { listFiles, openAccount } from '../../../../../test/remote-storage.ts';
import { moveAlone } from './move-lock.ts';
import { resumeMove } from './work-move.ts';

const path = '/admin/configs/file-moves';
const { running, paused, stopped, done, undone } = fileMoveState;
let app: TestApp;
let admin: AdminPerson;
let fake: VendorFake;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  fake = await openAccount(app, 's3');
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(async () => {
  fake.fail('none');
  // An address that was not reached is called again.
  app.clock.advance(31_000);
  for (const key of await listFiles(app.ctx.config.data_dir)) await rm(localPath(app.ctx, key));
  await sql`delete from stored_files`.execute(app.ctx.db);
  await sql`delete from file_moves`.execute(app.ctx.db);
});

const storage = () => app.ctx.adapters.storage;
const store = async (count: number): Promise<string[]> => {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await storage().store('txt', Buffer.from(`file ${n}`))).key);
  return keys.toSorted();
};
const look = async (as: AdminPerson = admin) => (await app.http('GET', path, { as })).body;
const steer = (step: string, body?: object, as: AdminPerson = admin) =>
  app.http('POST', step === '' ? path : `${path}/${step}`, { as, body });
/** Places are remembered for some minutes, in which old copies serve. */
const later = (): void => app.clock.advance(301_000);

it('files from before there were rows are counted', async () => {
  const key = `2025/11/${'d'.repeat(30)}.txt`;
  await mkdir(dirname(localPath(app.ctx, key)), { recursive: true });
  await writeFile(localPath(app.ctx, key), 'an old file');
  expect((await look()).places).toContainEqual({ storage: 'local', files: 1, bytes: 11, is_set_up: true });
});

describe('POST /admin/configs/file-moves', () => {
  it('moves everything in the background and shows how far it is, what an undo brings back and until when', async () => {
    await store(3);
    expect((await look()).places).toEqual(
      expect.arrayContaining([
        { storage: 'local', files: 3, bytes: 18, is_set_up: true },
        { storage: 's3', files: 0, bytes: 0, is_set_up: true },
      ]),
    );
    expect((await steer('', { to: 's3' })).body.move).toMatchObject({ state: running, total: 3, moved: 0 });
    expect((await steer('', { to: 'local' })).body.code).toBe('file_move.running');
    await app.runJobs();
    const after = await look();
    expect(after.move).toMatchObject({ target: 's3', state: done, total: 3, moved: 3, failed: 0, failures: [] });
    expect(after.undo).toMatchObject({ files: 3, bytes: 18 });
    const days = (new Date(after.undo.first_until).getTime() - app.clock.now().getTime()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect((await steer('', { to: 's3' })).body.code).toBe('file_move.nothing');
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'record_title', 'operator'])
      .where('action', '=', 'move_files')
      .executeTakeFirstOrThrow();
    expect(log.record_title).toBe('resources.configs.choices.storage_driver.s3');
  });

  it('stops after some failures in a row when the vendor is away, loses nothing, and goes on from there', async () => {
    const keys = await store(8);
    await steer('', { to: 's3' });
    fake.fail('hang_up');
    await app.runJobs();
    const { move } = await look();
    expect(move).toMatchObject({ state: stopped, moved: 0, failed: 5, reason: '连不上存储服务' });
    expect(move.failures[0]).toEqual({ key: keys[0], reason: '连不上存储服务' });
    fake.fail('none');
    // The pause of an address that was not reached is over, too.
    app.clock.advance(31_000);
    expect((await steer('resume')).body.move).toMatchObject({ state: running, failed: 0, failures: [], reason: '' });
    await app.runJobs();
    expect((await look()).move).toMatchObject({ state: done, moved: 8, total: 8, failed: 0 });
  });

  it('tells a wrong key from a vendor that is away, and one bad file from both', async () => {
    await store(2);
    await app.setting('s3_access_key_secret', 'wrong');
    await steer('', { to: 's3' });
    await app.runJobs();
    const { move } = await look();
    expect(move).toMatchObject({ state: done, failed: 2 });
    expect(move.failures[0].reason).toBe('密钥不正确，或没有权限');
    await app.setting('s3_access_key_secret', s3Account.secret);
    await steer('', { to: 's3' });
    await app.runJobs();
    expect((await look()).move).toMatchObject({ state: done, moved: 2, failed: 0 });
  });

  it('is paused between two files and goes on when asked', async () => {
    await store(2);
    await steer('', { to: 's3' });
    expect((await steer('pause')).body.move.state).toBe(paused);
    expect((await steer('pause')).body.code).toBe('file_move.not_open');
    await app.runJobs();
    expect((await look()).move).toMatchObject({ state: paused, moved: 0 });
    await steer('resume');
    await app.runJobs();
    expect((await look()).move).toMatchObject({ state: done, moved: 2 });
  });

  it('is undone, and ended for good', async () => {
    const [key = ''] = await store(2);
    await steer('', { to: 's3' });
    expect((await steer('undo')).body.code).toBe('file_move.running');
    await app.runJobs();
    later();
    await steer('', { to: 'local' });
    await steer('pause');
    const { body } = await steer('undo');
    expect([body.move.state, body.places.find((one: { storage: string }) => one.storage === 'local').files]).toEqual([
      undone,
      2,
    ]);
    await steer('', { to: 's3' });
    await app.runJobs();
    expect((await steer('undo')).body.move).toMatchObject({ state: undone, target: 's3' });
    expect((await steer('undo')).body.move).toMatchObject({ state: done, target: 's3' });
    later();
    const ended = (await steer('finish')).body;
    expect([ended.undo.files, ended.removing]).toEqual([0, 2]);
    await app.runJobs();
    expect((await look()).removing).toBe(0);
    expect((await storage().stat(key))?.size).toBe(6);
    expect((await steer('undo')).body.undo.files).toBe(0);
  });

  it('is neither undone nor ended for good without its line in the log', async () => {
    await store(2);
    await steer('', { to: 's3' });
    await app.runJobs();
    later();
    await sql`alter table logs add constraint no_lines check (action not in ('undo_move', 'finish_move')) not valid`.execute(
      app.ctx.db,
    );
    expect([(await steer('undo')).status, (await steer('finish')).status]).toEqual([500, 500]);
    await sql`alter table logs drop constraint no_lines`.execute(app.ctx.db);
    expect((await look()).undo.files).toBe(2);
    expect((await steer('undo')).body.undo.files).toBe(2);
    expect((await look()).places).toContainEqual(expect.objectContaining({ storage: 'local', files: 2 }));
  });

  it('is done by one process at a time, and taken up when that one dies', async () => {
    await store(1);
    await steer('', { to: 's3' });
    await moveAlone(app.ctx.db, async () => {
      await app.runJobs();
      expect((await steer('undo')).body.code).toBe('file_move.running');
    });
    expect((await look()).move).toMatchObject({ state: running, moved: 0 });
    await resumeMove(app.ctx);
    await app.runJobs();
    expect((await look()).move).toMatchObject({ state: done, moved: 1 });
  });

  it('is for the school and for those who may move files; a storage that is not set up is no place', async () => {
    await store(1);
    const reader = await app.person.adminWith(['admin.configs.list']);
    expect((await look(reader)).places).not.toEqual([]);
    for (const step of ['', 'pause', 'resume', 'undo', 'finish'])
      expect((await steer(step, { to: 's3' }, reader)).status).toBe(403);
    expect((await app.http('GET', path, { as: await app.person.member() })).status).toBe(403);
    expect((await steer('', { to: 'oss' })).body.code).toBe('file_move.not_set_up');
    expect((await steer('', {})).status).toBe(422);
  });
});
