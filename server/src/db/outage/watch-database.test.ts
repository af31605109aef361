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

/** A database behind a proxy, watched through it or beside it, with the product's timeout unless a busy machine would exhaust it. */
function startWatch({ is_beside, timeout_ms }: { is_beside: boolean; timeout_ms?: number }): void {
  const connection = is_beside ? database.connection : proxy.connection;
  watch = createDatabaseWatch({ connection, log: pino({ level: 'silent' }), timeout_ms });
  const pool = createPool(proxy.connection, { max: 4 });
  pool.on('connect', watch.add);
  db = createDb(pool, { watch });
}
const patient = 120_000;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startProxy(database.connection);
});
afterEach(async () => {
  proxy.cut();
  await watch.close();
  await db.destroy();
  await proxy.close();
  await database.drop();
});

const one = async (): Promise<unknown> => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;
/** A busy machine may be taken for away, and answers again. */
const untilAnswered = (): Promise<void> => expect.poll(() => one().catch(() => null)).toBe(1);
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

it('refuses what waits for a database that does not answer, and whatever comes meanwhile, until it answers again', async () => {
  startWatch({ is_beside: false });
  await untilAnswered();
  proxy.freeze();
  // An open connection, one that is to be opened, and a transaction.
  const waiting = [one(), one(), db.transaction().execute((trx) => sql`select 1`.execute(trx))].map(failure);
  for (const error of await Promise.all(waiting)) expect(error).toSatisfy(isDatabaseAway);
  expect(watch.isAway).toBe(true);
  expect(await failure(one())).toSatisfy(isDatabaseAway);
  expect(await watch.answers(1)).toBe(false);
  proxy.thaw();
  await expect.poll(() => watch.isAway).toBe(false);
  await untilAnswered();
});

it('lets a statement take as long as it takes while the database answers', async () => {
  startWatch({ is_beside: false, timeout_ms: patient });
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
  // Beside the proxy, which forgets all connections that are open, also that of a watch which a slow statement made open it.
  startWatch({ is_beside: true, timeout_ms: patient });
  await one();
  proxy.forget();
  expect(await failure(one())).toSatisfy(isDatabaseAway);
  expect([await one(), watch.isAway]).toEqual([1, false]);
});

it('replaces all connections, its own too, where something between has forgotten them', async () => {
  startWatch({ is_beside: false });
  await untilAnswered();
  await expect.poll(() => watch.answers(patient)).toBe(true);
  proxy.forget();
  expect(await failure(one())).toSatisfy(isDatabaseAway);
  await untilAnswered();
});
