import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { findMigrationsFolder, loadMigrations } from './migration-files.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let output: string[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = createPool(database.connection);
  folder = mkdtempSync(join(tmpdir(), 'kaike-migrations-'));
  output = [];
  write('0001_notes.sql', 'create table notes (id int primary key);\ninsert into notes values (1);');
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}

const run = () => migrate(pool, { log: (line) => output.push(line), folder });
const count = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;

describe('migrate', () => {
  it('applies what is new, in order, once; the log names what an update brings, but not all that makes a new database', async () => {
    expect(await run()).toEqual({ applied: ['0001_notes.sql'] });
    write('0010_more.sql', 'insert into notes values (10)');
    write('0002_more.sql', 'insert into notes values (2)');
    expect(await run()).toEqual({ applied: ['0002_more.sql', '0010_more.sql'] });
    expect(await run()).toEqual({ applied: [] });
    expect(await count('notes')).toBe(3);
    expect(output).toEqual([
      expect.stringMatching(/^Created the tables in [\d.]+ s\.$/),
      expect.stringContaining('Applied 0002_more.sql'),
      expect.stringContaining('Applied 0010_more.sql'),
    ]);
  });

  it('lets many processes migrate at once', async () => {
    const pools = Array.from({ length: 4 }, () => createPool(database.connection));
    const results = await Promise.all(pools.map((each) => migrate(each, { log: () => undefined, folder })));
    await Promise.all(pools.map((each) => each.end()));
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 1]);
    expect(await count('notes')).toBe(1);
  });

  it('rolls back a file that fails and names the line, keeping the files before it', async () => {
    write('0002_broken.sql', 'create table extra (id int);\n\ninsert into nowhere values (1);');
    await expect(run()).rejects.toThrow('0002_broken.sql, line 3 failed: relation "nowhere" does not exist');
    expect(await count('notes')).toBe(1);
    await expect(count('extra')).rejects.toThrow('does not exist');
    expect(await listPendingMigrations(pool, folder)).toEqual(['0002_broken.sql']);
    write('0002_broken.sql', 'create table extra (id int)');
    expect(await run()).toEqual({ applied: ['0002_broken.sql'] });
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await run();
    write('0001_notes.sql', 'create table notes (id bigint primary key)');
    await expect(run()).rejects.toThrow('0001_notes.sql was changed after it had been applied');
  });

  it('ignores line endings', async () => {
    await run();
    write('0001_notes.sql', 'create table notes (id int primary key);\r\ninsert into notes values (1);');
    expect(await run()).toEqual({ applied: [] });
  });

  it('refuses a database that a newer version has used', async () => {
    write('0002_more.sql', 'select 1');
    await run();
    rmSync(join(folder, '0002_more.sql'));
    await expect(run()).rejects.toThrow('used by a newer one');
  });

  it('lists everything as pending on an empty database', async () => {
    expect(await listPendingMigrations(pool, folder)).toEqual(['0001_notes.sql']);
  });

  it('releases the lock, also after a failure', async () => {
    write('0002_broken.sql', 'nonsense');
    await expect(run()).rejects.toThrow('0002_broken.sql, line 1');
    const locks = await pool.query(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    expect(locks.rowCount).toBe(0);
  });
});

describe('readMigrations', () => {
  it.each(['1_x.sql', '0002-x.sql', '0002_X.sql'])('refuses the name %s', (name) => {
    write(name, '');
    expect(() => loadMigrations(folder)).toThrow(name);
  });

  it('refuses two files with one number', () => {
    write('0001_other.sql', '');
    expect(() => loadMigrations(folder)).toThrow('number 0001');
  });
});

describe('findMigrationsFolder', () => {
  it("finds the project's own from the source", () => {
    expect(findMigrationsFolder()).toBe(resolve(import.meta.dirname, '../../migrations'));
  });
});
