import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { loadConfig, type Config } from '../server/src/config.ts';
import { buildContext } from '../server/src/context.ts';
import type { Context } from '../server/src/core/context.ts';
import { startEmbedded, type EmbeddedDatabase } from '../server/src/db/embedded.ts';
import { APP_ROLE } from '../server/src/db/embedded/app-role.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { findMigrationsFolder, loadMigrations } from '../server/src/db/migration-files.ts';
import { embeddedFolder } from '../server/src/db/open-database.ts';
import { createPool } from '../server/src/db/pool.ts';
import { hashPassword } from '../server/src/features/auth/login/public.ts';
import { makeCards } from '../server/src/features/cards/batches/public.ts';
import { createSnapshot } from '../server/src/features/commerce/products/public.ts';
import { seed } from '../server/src/features/system/setup/public.ts';
import { fillPinyinJob } from '../server/src/jobs/pinyin.ts';
import { migrateJobs } from '../server/src/jobs/runner.ts';
import { createLog } from '../server/src/logs/log.ts';
import { allowForTests } from '../server/test/cluster-cache.ts';
import { fillBigTables } from '../server/test/big/big-tables.ts';

export const benchPassword = 'Bench2026pass';
/** Accounts that can log in with a password. */
export const passwordAccounts = 5000;
const cardsPerBatch = 100_000;

const fillFile = join(import.meta.dirname, 'fill.sql');
const listsFile = join(import.meta.dirname, '../server/test/big/big-tables.ts');

let connection: EmbeddedDatabase['connection'] | null = null;

/** Connection to the cluster of `openData`. */
export function embeddedConnection(): EmbeddedDatabase['connection'] {
  if (!connection) throw new Error('openData comes first');
  return connection;
}

export type BenchData = { folder: string; env: NodeJS.ProcessEnv; ctx: Context; close: () => Promise<void> };

/** A folder per content and schema. */
function folderOf(filling: string): string {
  const hash = createHash('sha256').update(readFileSync(filling)).update('3');
  for (const { name, checksum } of loadMigrations(findMigrationsFolder())) hash.update(`${name} ${checksum}\n`);
  return join(tmpdir(), `kaike-bench-${hash.digest('hex').slice(0, 12)}`);
}

async function makeBatch(ctx: Context, number: number): Promise<void> {
  const product = await sql<{ id: number }>`select id from products where sn = 'BP0'`.execute(ctx.db);
  const productId = product.rows[0]?.id ?? 0;
  const snapshot = JSON.stringify(await createSnapshot(ctx.db, productId));
  const { rows } = await sql<{
    id: number;
  }>`insert into card_batches (batch_no, name, product_id, product_snapshot, prefix, quantity, state, issue_on_made)
    values (${`BENCH${number}`}, ${`压测批次 ${number}`}, ${productId}, ${snapshot}, 'BN', ${cardsPerBatch}, 1, true) returning id`.execute(
    ctx.db,
  );
  await makeCards(ctx, rows[0]?.id ?? 0);
}

async function fill(ctx: Context, print: (line: string) => void): Promise<void> {
  print('filling members, courses and learning records …');
  const client = await ctx.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(readFileSync(fillFile, 'utf8'));
    await client.query(`insert into entitlements (member_id, kind, course_id, source_type, start_at, end_at)
      select distinct r.member_id, 'course', r.course_id, 'grant', now() - interval '1 day', now() + interval '300 days'
      from learning_records r where r.member_id in (select id from members order by id limit 20000)`);
  } finally {
    client.release(true);
  }
  print('making 200,000 cards …');
  await makeBatch(ctx, 1);
  await makeBatch(ctx, 2);
}

/** Removes what imports and `addCourses` made. */
export const clearImports = [
  `delete from teachers where name like '导入老师%'`,
  `delete from lessons where course_id in (select id from courses where sn like 'BX%')`,
  `delete from chapters where course_id in (select id from courses where sn like 'BX%')`,
  `delete from courses where sn like 'BX%' or title like '导入课程%'`,
  'truncate import_rows',
  'delete from imports',
];

/** Restores what a run used up, so that every run measures the same rows. */
async function restore(ctx: Context): Promise<void> {
  const client = await ctx.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // With the current cost, so that no login has to rehash.
    await client.query(
      'update users set password_hash = $1 where id in (select id from users where username like $2 order by id limit $3)',
      [await hashPassword(benchPassword), 'bench\\_%', passwordAccounts],
    );
    // Without foreign keys: each deleted card would be looked up in all tables that reference it.
    await client.query('set session_replication_role = replica');
    for (const statement of [
      `delete from entitlements where source_type = 'card'`,
      `update cards set state = 20, owner_member_id = null, activated_member_id = null, activated_at = null, activation_request_id = null where state = 40`,
      'delete from play_tickets',
      'delete from study_gathered',
      'delete from user_sessions',
      'delete from learning_days',
      `update members m set activated_at = null from users u where u.id = m.user_id and u.username like 'bench\\_%' and u.id % 3 = 0 and m.activated_at is not null`,
      ...clearImports,
      `delete from cards where batch_id in (select id from card_batches where batch_no not like 'BENCH%')`,
      `delete from card_batches where batch_no not like 'BENCH%'`,
      'vacuum analyze',
    ])
      await client.query(statement);
  } finally {
    client.release(true);
  }
}

/** The context on this database, whose schema it brings up first: a context compares the secret with the one that is noted there. */
export async function openContext(
  config: Config,
  { connection: to }: EmbeddedDatabase,
  log: Context['log'],
): Promise<Context> {
  const pool = createPool(to, { max: 1 });
  await migrate(pool, { log: () => undefined }).finally(() => pool.end());
  return buildContext({ config, connection: to, log });
}

/** Runs begin at a checkpoint, which the role of the product may not ask for. */
async function allowCheckpoints({ superuser }: EmbeddedDatabase): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`grant pg_checkpoint to ${APP_ROLE}`).finally(() => client.end());
}

type Filling = {
  folder: string;
  fill: (ctx: Context, print: (line: string) => void) => Promise<void>;
  restore: (ctx: Context) => Promise<void>;
};

async function openCluster(
  print: (line: string) => void,
  { folder, fill: fillWith, restore: restoreWith }: Filling,
): Promise<BenchData> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const env = {
    ...process.env,
    KAIKE_ENV: 'testing',
    KAIKE_DATA_DIR: folder,
    KAIKE_ADMIN_PASSWORD: 'Bench2026admin',
    KAIKE_WORKERS: '1',
    DATABASE_URL: '',
    REDIS_URL: '',
  };
  const config = loadConfig(env);
  const database: EmbeddedDatabase = await startEmbedded({
    data_dir: embeddedFolder(folder),
    database: 'kaike',
    log: () => undefined,
  });
  connection = database.connection;
  await allowForTests(database);
  await allowCheckpoints(database);
  const ctx = await openContext(config, database, createLog(config));
  const close = async (): Promise<void> => {
    await ctx.close();
    await database.stop();
  };
  try {
    const mark = join(folder, 'filled');
    if (!existsSync(mark)) {
      await migrateJobs(ctx);
      await seed(ctx);
      await fillWith(ctx, print);
      writeFileSync(mark, '');
    }
    print('restoring and vacuuming …');
    await fillPinyinJob.run(ctx, {}); // the product's first minutes would do it, beside what is measured
    await restoreWith(ctx);
    await sql`checkpoint`.execute(ctx.db);
    return { folder, env, ctx, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A running cluster with the benchmark's rows; the folder is reused as long as schema and rows are the same. */
export const openData = (print: (line: string) => void): Promise<BenchData> =>
  openCluster(print, { folder: folderOf(fillFile), fill, restore });

/** The same with a million cards and learning records and 100,000 members, for the back office's lists. */
export const openListData = (print: (line: string) => void): Promise<BenchData> =>
  openCluster(print, {
    folder: folderOf(listsFile),
    fill: async (ctx) => {
      print('filling the lists …');
      await fillBigTables(ctx.db, {
        people: 100_000,
        cards: 1_000_000,
        records: 1_000_000,
        logs: 100_000,
        orders: 10_000,
      });
    },
    restore: async (ctx) => void (await sql`delete from user_sessions`.execute(ctx.db)),
  });

/** Ten thousand published courses of ten lessons, made by arithmetic as in `fill.sql`; returns their ids. */
export async function addCourses({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`insert into courses (sn, title, subject_id, teacher_ids, sale_price, list_price, status, lesson_count, duration_sec, sort)
    select 'BX' || n, '公开课程第 ' || n || ' 册', (select min(id) from subjects) + n % 20, array[(select min(id) from teachers) + n % 50], n, n * 2, 1, 10, 6000, n % 100
    from generate_series(1, 10000) n returning id`.execute(db);
  await sql`with chapter as (
      insert into chapters (course_id, title, sort) select c.id, '第 ' || n || ' 章', n from courses c, generate_series(1, 2) n where c.sn like 'BX%' returning id, course_id
    ) insert into lessons (course_id, chapter_id, title, media_id, duration_sec, sort)
    select h.course_id, h.id, '第 ' || n || ' 课', (select min(id) from media) + (h.id + n) % 100, 600, n from chapter h, generate_series(1, 5) n`.execute(
    db,
  );
  await sql`analyze courses, chapters, lessons`.execute(db);
  return rows.map(({ id }) => id);
}
