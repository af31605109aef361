import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { connectionOf } from '../../../../test/processes/kill.ts';
import { checkBackup } from '../../../backup/check-backup.ts';
import { writeBackup } from '../../../backup/write-backup.ts';
import { ensureSchema } from './run/plugin-schema.ts';

let test: PluginTest;
let folder: string;
let plugin: pg.Client;
let lines: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-hostile-backup-'));
  test = await startPluginTest();
  await test.install(
    test.pack(
      'bait',
      { server: 'server.mjs' },
      { 'server.mjs': '', 'migrations/0001.sql': 'create table own (id int)' },
    ),
  );
  plugin = new pg.Client(await ensureSchema(test.app.ctx, 'bait'));
  await plugin.connect();
  await plugin.query('set search_path = plugin_bait');
});
beforeEach(() => {
  lines = [];
});
/** Makes a backup in the middle of which the plugin, which can see it, does what it likes; resolves with the archive as text. */
async function backUpDuring(attack: string): Promise<{ content: string; left_out: string[] }> {
  const file = join(folder, `${randomBytes(4).toString('hex')}.tar.gz`);
  const seesBackup = async (): Promise<boolean> =>
    (await plugin.query("select 1 from pg_stat_activity where application_name = 'kaike backup'")).rowCount !== 0;
  const { left_out = [] } = await writeBackup({
    connection: connectionOf(test.app.ctx),
    data_dir: folder,
    secret: test.app.ctx.config.secret,
    with_secret: false,
    file,
    // What is to be copied is known by now, and nothing of the plugin has been read.
    plugin_account: async (id) => {
      expect(await seesBackup()).toBe(true);
      await plugin.query(attack);
      return ensureSchema(test.app.ctx, id);
    },
    log: (line) => void lines.push(line),
  });
  await checkBackup(file);
  return { content: gunzipSync(readFileSync(file)).toString('latin1'), left_out };
}

afterAll(async () => {
  await plugin.end();
  await test.close(['bait']);
  rmSync(folder, { recursive: true });
});

const whoRan = "select 'ran as ' || session_user as a";

it('copies what a plugin owns, also in partitions, over its own account', async () => {
  await plugin.query(`create table parts (a text) partition by range (a);
    create table part partition of parts default; insert into parts values ('in a partition');
    create sequence numbers; select nextval('numbers')`);
  const { content, left_out } = await backUpDuring('select 1');
  expect(left_out).toEqual([]);
  expect(content).toContain('in a partition');
  expect(JSON.parse(/\{\n "format".*\n\}/s.exec(content)?.[0] ?? '{}').sequences).toContainEqual({
    schema: 'plugin_bait',
    name: 'numbers',
    last_value: 1,
    is_called: true,
  });
});

it('runs nothing that takes the place of a table while a backup is made', async () => {
  for (const bait of [
    'table bait (a text) partition by range (a)',
    'table bait (a text)',
    'unlogged table bait (a text)',
  ]) {
    await plugin.query(`create ${bait}`);
    const { content, left_out } = await backUpDuring(`begin; drop table bait; create view bait as ${whoRan}; commit`);
    await plugin.query('drop view bait');
    expect(content, bait).not.toContain('ran as');
    if (bait.startsWith('unlogged')) continue;
    expect(left_out, bait).toEqual(['bait']);
    expect(lines.join(), bait).toContain('The data of the plugin bait was left out: bait was replaced');
  }
});

it('does not wait for a table that the plugin holds', async () => {
  await plugin.query('create table bait (a text)');
  const { left_out } = await backUpDuring('begin; lock table bait');
  await plugin.query('rollback; drop table bait');
  expect(left_out).toEqual(['bait']);
  expect(lines.join()).toContain('left out: canceling statement due to lock timeout');
});

it('believes no catalogue that the account of the plugin sees', async () => {
  await plugin.query(`create table bait (a text); insert into bait values ('the true row');
    create view pg_class as select c.* from pg_catalog.pg_class c, (${whoRan}) w where w.a = ''`);
  const { user } = plugin;
  await plugin.query(`alter role ${user} in database ${plugin.database} set search_path = plugin_bait, pg_catalog`);
  const { content, left_out } = await backUpDuring('select 1');
  expect(left_out).toEqual([]);
  expect(content).toContain('the true row');
});
