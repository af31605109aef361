import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startProxy, type Proxy } from '../test/processes/proxy.ts';
import { startServed, type Served } from '../test/processes/served.ts';
import { startMs } from '../test/processes/spawn-server.ts';
import { createDb, createPool, type Db } from './db/pool.ts';
import { addJob, lanes } from './core/job.ts';

/** Those of requests and of jobs, and one each of messages, of the watch, and of a start. */
const connections = 6 + (Object.keys(lanes).length + 3) + 3;

let database: TestDatabase;
let db: Db;
let proxy: Proxy;
let served: Served | null;

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.connection, { max: 2 }));
  proxy = await startProxy(database.connection);
  served = null;
});
afterEach(async () => {
  await served?.end();
  await proxy.close();
  await db.destroy();
  await database.drop();
});

const get = (server: Served, path: string) => fetch(`${server.address}${path}`);
const statusOf = (server: Served, path: string) =>
  get(server, path).then(
    ({ status }) => status,
    () => 0,
  );
/** The jobs of this test that have not run, with what a failure is understood by. */
const waitingJobs = async (): Promise<unknown[]> =>
  (
    await sql`select id, key, attempts, run_at, locked_by, locked_at, last_error from graphile_worker._private_jobs where key like 'outage-%'`.execute(
      db,
    )
  ).rows;
const showOutput = (): void => onTestFailed(() => void process.stdout.write(`${served?.text() ?? ''}\n`));

describe('a server that loses its database', { timeout: 3 * startMs }, () => {
  it('responds with 503 and Retry-After, then serves and runs jobs again by itself, with as many connections as before', async () => {
    showOutput();
    served = await startServed(proxy.connection);
    expect(await statusOf(served, '/api/open/courses')).toBe(200);
    proxy.cut();
    const away = await get(served, '/api/open/courses?page=2');
    expect([away.status, away.headers.get('retry-after'), ((await away.json()) as { code: string }).code]).toEqual([
      503,
      '3',
      'server.unavailable',
    ]);
    expect([await statusOf(served, '/healthz'), await statusOf(served, '/readyz')]).toEqual([200, 503]);
    const tries = proxy.tries();
    await expect.poll(() => proxy.tries() - tries).toBeGreaterThanOrEqual(5);
    proxy.repair();
    await expect.poll(() => (served ? statusOf(served, '/readyz') : 0)).toBe(200);
    expect(await statusOf(served, '/api/open/courses?page=2')).toBe(200);
    await addJob(db, 'sweep', {}, { key: 'outage-1' });
    await expect.poll(waitingJobs).toEqual([]);
    proxy.freeze();
    // Nothing comes back from the database: each waits only until that is noticed.
    const logIn = fetch(`${served.address}/api/open/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'Wrong2026' }),
    });
    const waits = await Promise.all([get(served, '/api/open/courses?page=3'), get(served, '/readyz'), logIn]);
    expect(waits.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '3'],
      [503, '3'],
      [503, '3'],
    ]);
    expect(await statusOf(served, '/healthz')).toBe(200);
    proxy.thaw();
    await expect.poll(() => (served ? statusOf(served, '/readyz') : 0)).toBe(200);
    expect(await statusOf(served, '/api/open/courses?page=3')).toBe(200);
    await addJob(db, 'sweep', {}, { key: 'outage-3' });
    await expect.poll(waitingJobs).toEqual([]);
    expect(proxy.peak()).toBeLessThanOrEqual(connections);
  });

  it('survives a failure of the cron scheduler, which goes on by itself', async () => {
    showOutput();
    await sql`alter table graphile_worker._private_known_crontabs rename to broken`.execute(db);
    served = await startServed(database.connection);
    await expect.poll(() => served?.text() ?? '').toContain('the timetable of the jobs waits');
    // On a busy machine the first question may come later than what readiness allows.
    await expect.poll(() => (served ? statusOf(served, '/readyz') : 0)).toBe(200);
    expect(served.isAlive()).toBe(true);
    await sql`alter table graphile_worker.broken rename to _private_known_crontabs`.execute(db);
    await addJob(db, 'sweep', {}, { key: 'outage-2' });
    await expect
      .poll(async () => (await sql`select 1 from graphile_worker._private_known_crontabs`.execute(db)).rows.length)
      .toBeGreaterThan(0);
    await expect.poll(waitingJobs).toEqual([]);
    expect(served.isAlive()).toBe(true);
  });
});
