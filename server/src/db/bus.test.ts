import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startProxy, type Proxy } from '../../test/processes/proxy.ts';
import { createBus, type Bus } from './bus.ts';
import { createDb, createPool, type Db } from './pool.ts';

let database: TestDatabase;
let db: Db;
let proxy: Proxy;
let bus: Bus;
let received: (string | null)[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.connection, { max: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  proxy = await startProxy(database.connection);
  bus = await createBus({ connection: proxy.connection, channel: 'kaike_test', log: pino({ level: 'silent' }) });
  received = [];
  bus.subscribe('topic', (key) => received.push(key));
});
afterEach(async () => {
  await bus.close();
  await proxy.close();
});

/** Waits until a message sent now arrives. */
async function hear(key: string): Promise<void> {
  await bus.publish(db, `topic:${key}`);
  await expect.poll(() => received.includes(key)).toBe(true);
}

it('has one connection again after many failed attempts, and reports that messages may have been missed', async () => {
  await hear('before');
  proxy.cut();
  const tries = proxy.tries();
  await expect.poll(() => proxy.tries() - tries).toBeGreaterThanOrEqual(4);
  proxy.repair();
  await expect.poll(() => received.includes(null)).toBe(true);
  for (const key of ['after', 'once more', 'and again']) await hear(key);
  expect([proxy.open(), proxy.peak()]).toEqual([1, 1]);
});

it('sends what is published at the same time together, each message once and in order', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => String(index));
  const statements: string[] = [];
  const measure = (text: string): null => {
    statements.push(text);
    return null;
  };
  const counted = createDb(createPool(database.connection, { max: 4 }), { measure });
  await Promise.all(keys.map((key) => bus.publish(counted, `topic:${key}`)));
  await expect.poll(() => received).toEqual(keys);
  expect(statements.length).toBeLessThan(5);
  await counted.destroy();
});

it('reports to everybody that a message could not be sent, and sends later ones', async () => {
  const pool = createPool(database.connection, { max: 1 });
  await pool.end();
  const closed = createDb(pool);
  const lost = await Promise.allSettled(['one', 'two'].map((key) => bus.publish(closed, `topic:${key}`)));
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await hear('later');
});

it('stops trying once it is closed, also during an outage', async () => {
  proxy.cut();
  const tries = proxy.tries();
  await expect.poll(() => proxy.tries() - tries).toBeGreaterThanOrEqual(1);
  await bus.close();
  proxy.repair();
  const after = proxy.tries();
  await bus.publish(db, 'topic:nobody');
  expect([proxy.open(), proxy.tries()]).toEqual([0, after]);
});

it('reaches the sending node as soon as it is committed, never earlier and never after a rollback, even when no message arrives', async () => {
  const own = createDb(createPool(database.connection, { max: 1 }), { hear: bus.hear });
  proxy.cut();
  await own.transaction().execute(async (trx) => {
    await bus.publish(trx, 'topic:one');
    await bus.publish(trx, 'topic:two');
    expect(received).toEqual([]);
  });
  expect(received).toEqual(['one', 'two']);
  await own
    .transaction()
    .execute(async (trx) => {
      await bus.publish(trx, 'topic:undone');
      throw new Error('undone');
    })
    .catch(() => undefined);
  await bus.publish(own, 'topic:three');
  expect(received).toEqual(['one', 'two', 'three']);
  await own.destroy();
});
