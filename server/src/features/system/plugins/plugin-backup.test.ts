import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../../test/database.ts';
import { connectionOf } from '../../../../test/processes/kill.ts';
import { checkBackup } from '../../../backup/check-backup.ts';
import { restoreBackup } from '../../../backup/restore-backup.ts';
import { writeBackup } from '../../../backup/write-backup.ts';
import { buildContext } from '../../../context.ts';
import type { Context } from '../../../core/context.ts';
import { findProjectRoot } from '../../../project-root.ts';
import { uninstallPlugin, saveSettings } from './life/change-plugin.ts';
import { inspectPackage } from './life/inspect.ts';
import { installPackage } from './life/install-package.ts';
import { restorePluginData } from './life/restore-data.ts';
import { pluginsOf } from './run/plugin-host.ts';
import { ensureSchema } from './run/plugin-schema.ts';

let app: TestApp;
let member: MemberPerson;
let target: TestDatabase;
let folder: string;
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-plugin-backup-'));
  mkdirSync(join(folder, 'old'));
  app = await startTestApp({ config: { data_dir: join(folder, 'old') } });
  target = await createEmptyDatabase();
  app.clock.set(new Date('2026-11-26T04:00:00Z'));
  member = await app.person.member();
});
afterAll(async () => {
  await uninstallPlugin(app.ctx, 'check-in', true);
  await app.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

/** The same installation at another place, as the console command opens it. */
async function atTarget<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const { connection } = target;
  const config = { ...app.ctx.config, data_dir: join(folder, 'new') };
  const ctx = await buildContext({ config, connection, log: app.ctx.log, pool_size: 2 });
  try {
    return await work(ctx);
  } finally {
    await pluginsOf(ctx).close();
    await ctx.close();
  }
}

const days = {
  name: 'GET /home/days',
  input: { query: { month: '2026-11-01' }, params: {}, body: {}, today: '2026-11-26' },
};

it('a backup brings the rows of a plugin, its account, its settings and its numbers to an empty place', async () => {
  await installPackage(app.ctx, await inspectPackage(app.ctx, join(findProjectRoot(), 'plugins', 'check-in')));
  await saveSettings(app.ctx, 'check-in', { make_up_days: 3 });
  for (const day of ['2026-11-26', '2026-11-25', '2026-11-23'])
    expect((await app.http('POST', '/home/plugins/check-in/days', { as: member, body: { day } })).status).toBe(200);
  // Not as the migrations made them.
  await sql`delete from plugin_check_in__resources.badges where days > 30`.execute(app.ctx.db);
  await sql`create table plugin_check_in.forced (id int)`.execute(app.ctx.db);
  await sql`alter table plugin_check_in.forced force row level security`.execute(app.ctx.db);
  const file = join(folder, 'backup.tar.gz');
  const { secret } = app.ctx.config;
  await writeBackup({
    connection: connectionOf(app.ctx),
    data_dir: join(folder, 'old'),
    secret,
    with_secret: false,
    file,
    plugin_account: (id) => ensureSchema(app.ctx, id),
    log,
  });
  const manifest = await restoreBackup({
    connection: target.connection,
    data_dir: join(folder, 'new'),
    given_secret: secret,
    secret_file: join(folder, 'new/secret'),
    file,
    force: false,
    log,
  });
  const input = { ...days.input, member: { id: member.member_id, name: '' } };
  const before = await pluginsOf(app.ctx).call('check-in', 'route', { name: days.name, input });
  await atTarget(async (ctx) => {
    expect(await restorePluginData(ctx, { file, manifest, log })).toEqual([]);
    expect(lines).toContain('The data of the plugin check-in is back.');
    expect(await pluginsOf(ctx).call('check-in', 'route', { name: days.name, input })).toEqual(before);
    expect(before).toMatchObject({ badges: [{ days: 3 }, { days: 7 }, { days: 30 }] });
    const { rows } = await sql<{ owner: string; tables: string[] }>`select pg_get_userbyid(n.nspowner) as owner,
      array_agg(c.relname::text order by c.relname) as tables from pg_namespace n join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
      where n.nspname like 'plugin\_check\_in%' group by n.nspowner order by 2`.execute(ctx.db);
    expect(rows).toEqual([
      { owner: expect.not.stringContaining('check_in'), tables: ['badges'] },
      { owner: expect.stringMatching(/^kaike_\d+_check_in$/), tables: ['days', 'kaike_migrations'] },
    ]);
    expect((await ctx.db.selectFrom('plugins').select('settings').executeTakeFirst())?.settings).toEqual({
      make_up_days: 3,
    });
  });
});

it('what the tables of a plugin no longer take is said, and the school is there all the same', async () => {
  const file = join(folder, 'backup.tar.gz');
  await atTarget(async (ctx) => {
    const manifest = await checkBackup(file);
    const tables = manifest.tables.map((table) =>
      table.name === 'days' ? { ...table, columns: [...table.columns, 'gone'] } : table,
    );
    expect(await restorePluginData(ctx, { file, manifest: { ...manifest, tables }, log })).toEqual(['check-in']);
    expect(lines.at(-1)).toBe(
      'The data of the plugin check-in could not be restored: its migrations make no table days with the columns of the backup',
    );
    expect(await restorePluginData(ctx, { file, manifest, log })).toEqual([]);
    await uninstallPlugin(ctx, 'check-in', true);
  });
});
