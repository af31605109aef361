import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startProxy, type Proxy } from '../test/processes/proxy.ts';
import { startServed, type Served } from '../test/processes/served.ts';
import { createDb, createPool, type Db } from './db/pool.ts';
import { addJob, lanes } from './core/job.ts';

/** Those of requests and of jobs, and one each of messages, of the watch, and of a start. */
const connections = 6 + (Object.keys(lanes).length + 3) + 3;
/** Longer than a minute, so that it includes a tick of the cron scheduler. */
const outageMs = 65_000;

let database: TestDatabase;
let db: Db;
let proxy: Proxy;
let served: Served | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.connection, { max: 2 }));
  proxy = await startProxy(database.connection);
  served = await startServed(proxy.connection);
});
afterAll(async () => {
  await served?.end();
  await proxy.close();
  await db.destroy();
  await database.drop();
});

it('survives a minute without the database under load, then serves and runs jobs again with as many connections as before', async () => {
  const server = served;
  if (!server) throw new Error('the server did not start');
  proxy.cut();
  const end = performance.now() + outageMs;
  let answers = 0;
  while (performance.now() < end) {
    // Cached answers may still be served; everything else has Retry-After.
    for (const path of ['/api/open/courses', '/api/open/config', '/readyz'])
      expect([200, 503]).toContain((await fetch(`${server.address}${path}`)).status);
    answers += 1;
  }
  expect(answers).toBeGreaterThan(0);
  expect(proxy.open()).toBe(0);
  proxy.repair();
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(200);
  await addJob(db, 'sweep', {}, { key: 'outage' });
  await expect
    .poll(async () => (await sql`select 1 from graphile_worker.jobs where key = 'outage'`.execute(db)).rows.length)
    .toBe(0);
  const runs = async (): Promise<number> =>
    (
      await sql`select 1 from graphile_worker._private_known_crontabs where last_execution > now() - interval '1 minute'`.execute(
        db,
      )
    ).rows.length;
  await expect.poll(runs).toBeGreaterThan(0);
  expect(server.isAlive()).toBe(true);
  expect(proxy.peak()).toBeLessThanOrEqual(connections);
});
