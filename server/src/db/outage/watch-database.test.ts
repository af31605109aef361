import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startProxy, type Proxy } from '../../../test/processes/proxy.ts';
import { isDatabaseAway } from './database-away.ts';
import { createDb, createPool, type Db } from '../pool.ts';
import { createDatabaseWatch, type DatabaseWatch } from './watch-database.ts';

let database: TestDatabase;
let proxy: Proxy;
let watch: DatabaseWatch;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startProxy(database.connection);
  watch = createDatabaseWatch({ connection: proxy.connection, log: pino({ level: 'silent' }) });
  const pool = createPool(proxy.connection, { max: 4 });
  pool.on('connect', watch.add);
  db = createDb(pool, { watch });
});
afterEach(async () => {
  proxy.cut();
  await watch.close();
  await db.destroy();
  await proxy.close();
  await database.drop();
});

const one = async (): Promise<unknown> => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;
/** Neither ends by itself: the first works as long as the connection lasts, the second waits as long as the other holds the lock. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

it('refuses what waits for a database that does not answer, and whatever comes meanwhile, until it answers again', async () => {
  await one();
  proxy.freeze();
  // An open connection, one that is to be opened, and a transaction.
  const waiting = [one(), one(), db.transaction().execute((trx) => sql`select 1`.execute(trx))].map(failure);
  for (const error of await Promise.all(waiting)) expect(error).toSatisfy(isDatabaseAway);
  expect(watch.isAway).toBe(true);
  expect(await failure(one())).toSatisfy(isDatabaseAway);
  expect(await watch.answers(1)).toBe(false);
  proxy.thaw();
  await expect.poll(() => watch.isAway).toBe(false);
  expect(await one()).toBe(1);
});

it('lets a statement take as long as it takes while the database answers', async () => {
  const [waited] = await Promise.all([
    failure(sql`select pg_sleep(7)`.execute(db)),
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx);
      await sql`select pg_sleep(6)`.execute(trx);
    }),
    failure(sql`select pg_advisory_xact_lock(1)`.execute(db)),
  ]);
  expect([waited, watch.isAway]).toEqual([null, false]);
});

it('replaces a connection that something between has forgotten, and no other', async () => {
  await one();
  proxy.forget();
  expect(await failure(one())).toSatisfy(isDatabaseAway);
  expect([await one(), watch.isAway]).toEqual([1, false]);
});
