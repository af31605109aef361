import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startServed, type Served } from '../../../test/processes/served.ts';
import { startMs } from '../../../test/processes/spawn-server.ts';

let database: TestDatabase;
let served: Served | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await served?.end();
  await database.drop();
});

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Below the range from which systems choose by themselves, so that no other program is given it meanwhile. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

it(
  'counts the requests of all workers',
  async () => {
    const port = await freePort();
    const server = await startServed(database.connection, { KAIKE_WORKERS: '2', KAIKE_METRICS_PORT: String(port) });
    served = server;
    // Connections are distributed to the workers in turn.
    for (let request = 0; request < 10; request += 1)
      await fetch(`${server.address}/healthz`, { headers: { connection: 'close' } });
    const counted = async () => {
      const text = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } }).then(
        (answer) => answer.text(),
      );
      return Number(/^kaike_request_seconds_count\{route="\/healthz",status="200"\} (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(counted).toBe(10);
    expect([await counted(), await counted(), await counted(), await counted()]).toEqual([10, 10, 10, 10]);
  },
  3 * startMs,
);
