import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { findSecretState, fingerprintOf, settleSecret } from '../core/installation/installation-secret.ts';
import { createPool } from '../db/pool.ts';
import { assertRestored } from './unfinished-restore.ts';
import { checkBackup } from './check-backup.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = 's'.repeat(40);
const quiet = { log: () => undefined };

let databases: TestDatabase[];
let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let file: string;

async function withPool<T>({ connection }: TestDatabase, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(connection, { max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const run = (database: TestDatabase, text: string) => withPool(database, (pool) => pool.query(text));

/** Data that is hard to copy: triggers, a self-referencing tree, bytes, JSON, gaps in ids. */
const SAMPLE = `
  insert into users (username, name) select 'user' || n, '用户 ' || n from generate_series(1, 500) n;
  delete from users where id > 490;
  insert into roles (name, parent_id) values ('root', null), ('leaf', 1);
  update roles set parent_id = 2 where id = 1;
  insert into logs (resource, action, after, prev_hash, hash) select 'roles', 'update', '{"name": "\\u4e2d"}', '', '' from generate_series(1, 5);
  insert into members (user_id, id_card) select id, '\\x00ff' from users;
  insert into app_state (key, value) values ('note', '"kept"')`;

/** One line per table: number of rows and checksum. */
async function summarise(database: TestDatabase): Promise<string[]> {
  return withPool(database, async (pool) => {
    const tables = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations') order by 1",
    );
    const lines: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ line: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as line from ${name} t`,
      );
      lines.push(`${name} ${rows[0]?.line ?? ''}`);
    }
    return lines;
  });
}

const back = (changes: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({
    connection: source.connection,
    data_dir: join(folder, 'old'),
    secret: SECRET,
    with_secret: true,
    file,
    plugin_account: () => Promise.reject(new Error('no plugin is installed')),
    ...quiet,
    ...changes,
  });
const restore = (changes: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    connection: target.connection,
    data_dir: join(folder, 'new'),
    given_secret: null,
    secret_file: join(folder, 'new/secret'),
    file,
    force: false,
    ...quiet,
    ...changes,
  });

beforeEach(async () => {
  source = await createTestDatabase();
  target = await createEmptyDatabase();
  databases = [source, target];
  folder = mkdtempSync(join(tmpdir(), 'kaike-backup-'));
  file = join(folder, 'backup.tar.gz');
  for (const name of ['old/uploads/2026/长 名', 'old/postgres', 'old/tmp', 'new'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'old/uploads/2026/长 名/video.mp4'), randomBytes(300_000));
  writeFileSync(join(folder, 'old/uploads/empty'), '');
  writeFileSync(join(folder, 'old/postgres/base'), 'not a file to keep');
  writeFileSync(join(folder, 'old/tmp/half'), 'not a file to keep');
  await run(source, SAMPLE);
  await withPool(source, (pool) => settleSecret(pool, SECRET));
});

afterEach(async () => {
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

describe('backup and restore', () => {
  it('bring everything to another installation', async () => {
    await back();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await restore();
    expect(await summarise(target)).toEqual(await summarise(source));
    expect(readFileSync(join(folder, 'new/uploads/2026/长 名/video.mp4'))).toEqual(
      readFileSync(join(folder, 'old/uploads/2026/长 名/video.mp4')),
    );
    expect(statSync(join(folder, 'new/uploads/empty')).size).toBe(0);
    expect(readdirSync(join(folder, 'new')).sort()).toEqual(['secret', 'uploads']);
    expect(readFileSync(join(folder, 'new/secret'), 'utf8').trim()).toBe(SECRET);
  });

  it('continue the ids, with triggers and references restored', async () => {
    await back();
    await restore();
    const { rows } = await withPool(target, (pool) =>
      pool.query("insert into users (username) values ('next') returning id"),
    );
    expect(rows).toEqual([{ id: 501 }]);
    await expect(run(target, 'delete from logs')).rejects.toThrow('append-only');
    await expect(run(target, "insert into roles (name, parent_id) values ('lost', 999)")).rejects.toThrow(
      'foreign key',
    );
    const chained = await withPool(target, (pool) =>
      pool.query(
        "insert into logs (resource, action, prev_hash, hash) values ('x', 'y', '', '') returning prev_hash = (select l.hash from logs l order by l.id desc limit 1) as chained",
      ),
    );
    expect(chained.rows).toEqual([{ chained: true }]);
  });

  it('are a consistent snapshot although the server keeps writing', async () => {
    let isDone = false;
    const writePairs = () =>
      withPool(source, async (pool) => {
        let count = 0;
        for (; !isDone; count += 1) {
          await pool.query(
            `with state as (insert into app_state (key, value) values ('pair ${count}', '1')) insert into users (username) values ('pair ${count}')`,
          );
        }
        return count;
      });
    const [, written] = await Promise.all([
      back().finally(() => {
        isDone = true;
      }),
      writePairs(),
    ]);
    await restore();
    const { rows } = await withPool(target, (pool) =>
      pool.query<{ states: number; users: number }>(`
      select (select count(*)::int from app_state where key like 'pair %') as states, (select count(*)::int from users where username like 'pair %') as users`),
    );
    expect(written).toBeGreaterThan(5);
    expect(rows[0]?.states).toBe(rows[0]?.users);
  });

  it('refuse a database that holds data, unless forced', async () => {
    await back();
    const occupied = await createTestDatabase();
    databases.push(occupied);
    await run(occupied, "insert into users (username) values ('somebody')");
    await expect(restore({ connection: occupied.connection })).rejects.toThrow('already holds data');
    mkdirSync(join(folder, 'new/uploads'));
    writeFileSync(join(folder, 'new/uploads/mine'), 'mine');
    await restore({ connection: occupied.connection, force: true });
    expect(await summarise(occupied)).toEqual(await summarise(source));
    const aside = readdirSync(join(folder, 'new')).find((name) => name.startsWith('uploads.before-restore-')) ?? '';
    expect(readFileSync(join(folder, 'new', aside, 'mine'), 'utf8')).toBe('mine');
  });

  it('refuse the tables of another program even when forced', async () => {
    await back();
    await run(target, 'create table theirs (id int)');
    await expect(restore({ force: true })).rejects.toThrow('another program');
  });

  it('refuse while a server uses the database', async () => {
    await back();
    await withPool(target, async (pool) => {
      await pool.query('select 1');
      await expect(restore()).rejects.toThrow('Kaike is running');
    });
  });

  it('notice every kind of damage before touching anything', async () => {
    await back();
    const bytes = gunzipSync(readFileSync(file));
    const damage = async (change: (copy: Buffer) => Buffer) => {
      writeFileSync(file, gzipSync(change(Buffer.from(bytes))));
      await expect(restore()).rejects.toThrow(/damaged|truncated|altered|no manifest/);
    };
    const at = bytes.indexOf('用户 77');
    await damage((copy) => {
      copy.write('用户 78', at);
      return copy;
    });
    await damage((copy) => copy.subarray(0, copy.length / 2));
    await damage((copy) => Buffer.concat([copy.subarray(0, bytes.indexOf('manifest.json')), Buffer.alloc(1024)]));
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    await expect(restore()).rejects.toThrow('no usable backup');
    writeFileSync(file, 'hello');
    await expect(restore()).rejects.toThrow('no usable backup');
    const { rows } = await withPool(target, (pool) =>
      pool.query("select count(*)::int as count from pg_tables where schemaname = 'public'"),
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('leave the database and the files as they were when the data do not fit together', async () => {
    await run(
      source,
      'alter table members drop constraint members_user_id_fkey; insert into members (user_id) values (999999)',
    );
    await back();
    const occupied = await createTestDatabase();
    databases.push(occupied);
    await run(occupied, "insert into users (username) values ('somebody')");
    const before = await summarise(occupied);
    await expect(restore({ connection: occupied.connection, force: true })).rejects.toThrow('members_user_id_fkey');
    expect(await summarise(occupied)).toEqual(before);
    expect(readdirSync(join(folder, 'new'))).toEqual([]);
  });

  it('require the secret the data were written with', async () => {
    await back({ with_secret: false });
    await expect(restore()).rejects.toThrow('set the same KAIKE_SECRET');
    await expect(restore({ given_secret: 'x'.repeat(40) })).rejects.toThrow('another KAIKE_SECRET');
    await restore({ given_secret: SECRET });
    expect(existsSync(join(folder, 'new/secret'))).toBe(false);
  });

  it('record the secret of the backup, also one that was made before databases did', async () => {
    await run(source, "delete from app_state where key = 'secret'");
    await back();
    await restore();
    expect(await withPool(target, findSecretState)).toEqual({ current: fingerprintOf(SECRET) });
  });

  it('finish when run again after an interruption behind the commit, and until then nothing starts', async () => {
    await back();
    const unwritable = { secret_file: join(folder, 'nowhere/secret') };
    await expect(restore(unwritable)).rejects.toThrow('ENOENT');
    const assertStart = () => withPool(target, assertRestored);
    await expect(assertStart()).rejects.toThrow(`run kaike restore ${file} again`);
    const interrupted = { load_plugins: () => Promise.reject(new Error('interrupted')) };
    await expect(restore(interrupted)).rejects.toThrow('interrupted');
    await expect(assertStart()).rejects.toThrow('was not finished');
    await restore();
    await assertStart();
    expect(await summarise(target)).toEqual(await summarise(source));
    expect(readFileSync(join(folder, 'new/secret'), 'utf8').trim()).toBe(SECRET);
    await expect(restore()).rejects.toThrow('already holds data');
  });

  it('refuse a backup of a newer version', async () => {
    await run(source, "insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')");
    await back();
    await expect(restore()).rejects.toThrow('newer version of Kaike (it has 9999_future.sql)');
  });

  it('include waiting jobs, unlocked', async () => {
    const { runMigrations } = await import('graphile-worker');
    await withPool(source, (pool) => runMigrations({ pgPool: pool }));
    await run(source, "select graphile_worker.add_job('later', '{\"n\": 1}')");
    await run(source, "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'");
    await back();
    await restore();
    const { rows } = await withPool(target, (pool) =>
      pool.query(
        'select j.payload, j.locked_by, t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id',
      ),
    );
    expect(rows).toEqual([{ payload: { n: 1 }, locked_by: null, identifier: 'later' }]);
  });

  it('leave nothing behind when the backup cannot be written', async () => {
    await expect(back({ connection: { ...source.connection, database: 'nowhere' } })).rejects.toThrow('nowhere');
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
    await expect(back({ file: join(folder, 'missing/backup.tar.gz') })).rejects.toThrow('ENOENT');
  });

  it("are archives that the system's tar can unpack and pack again", async () => {
    const name = `old/uploads/${'长'.repeat(60)}`;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, `${'b'.repeat(90)}.mp4`), 'a name longer than 100 bytes');
    const { entries } = await back();
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    const tar = (...args: string[]) => spawnSync('tar', args, { cwd: unpacked }).status;
    expect(tar('-xzf', file)).toBe(0);
    const names = [...entries.map((entry) => entry.name), 'manifest.json'];
    expect(tar('-czf', file, '--format=pax', ...names)).toBe(0);
    expect((await checkBackup(file)).entries).toEqual(entries);
  });

  it('can be checked alone', async () => {
    await back();
    const manifest = await checkBackup(file);
    expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(490);
    expect(manifest.entries.map(({ name }) => name)).toContain('files/uploads/2026/长 名/video.mp4');
  });
});
