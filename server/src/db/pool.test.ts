import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { isDatabaseAway } from './outage/database-away.ts';
import { createDb, createPool, type Db } from './pool.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.connection));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it.each([
  '2026-11-21 18:07:07+00',
  '2026-11-21 18:07:07.1+00',
  '2026-02-28 23:59:59.999+00',
  '1970-01-01 00:00:00+00',
  '0001-01-01 00:00:00+00',
  '9999-12-31 23:59:59.987+00',
])('reads the timestamp %s as it was written', async (text) => {
  const {
    rows: [row],
  } = await sql<{
    at: Date;
    ms: number;
  }>`select ${text}::timestamptz as at, extract(epoch from ${text}::timestamptz) * 1000 as ms`.execute(db);
  expect(row?.at.getTime()).toBe(row?.ms);
});

it('keeps the milliseconds of a timestamp and drops finer digits', async () => {
  const {
    rows: [row],
  } = await sql<{ at: Date }>`select timestamptz '2026-11-21 18:07:07.123456+08' as at`.execute(db);
  expect(row?.at.toISOString()).toBe('2026-11-21T10:07:07.123Z');
});

it('reads timestamps BC, with years of more than four digits, and infinity', async () => {
  const {
    rows: [row],
  } = await sql<{ before: Date; far: Date; endless: number }>`select timestamptz '0044-03-15 12:00:00+00 BC' as before,
    timestamptz '12345-06-07 08:09:10+00' as far, timestamptz 'infinity' as endless`.execute(db);
  expect([row?.before.getUTCFullYear(), row?.far.getUTCFullYear(), row?.endless]).toEqual([-43, 12345, Infinity]);
});

it('survives a lost connection in the middle of a transaction', async () => {
  const ended = db.transaction().execute(async (trx) => {
    const {
      rows: [mine],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${mine?.pid ?? 0}, 5000)`.execute(db);
    await sql`select 1`.execute(trx);
  });
  await expect(ended).rejects.toSatisfy(isDatabaseAway);
  const {
    rows: [row],
  } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(row?.one).toBe(1);
});
