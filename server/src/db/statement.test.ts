import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { statement } from './statement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

it('is built once and sent with the values of each call, each in its place', async () => {
  let built = 0;
  const sum = statement(({ a, b }: { a: number; b: number }) => {
    built += 1;
    return sql<{
      sum: number;
      twice: number;
    }>`select ${a}::int - ${b}::int + ${100}::int as sum, ${a}::int * 2 as twice`;
  });
  expect(await sum(app.ctx.db, { a: 7, b: 2 })).toEqual([{ sum: 105, twice: 14 }]);
  expect(await sum(app.ctx.db, { a: 1, b: 10 })).toEqual([{ sum: 91, twice: 2 }]);
  expect(built).toBe(1);
});

it('keeps bytes, dates, arrays and null, and runs inside a transaction', async () => {
  const echo = statement(
    ({ bytes, at, list, nothing }: { bytes: Buffer; at: Date; list: number[]; nothing: string | null }) =>
      sql<{
        bytes: Buffer;
        at: Date;
        list: number[];
        nothing: string | null;
      }>`select ${bytes}::bytea as bytes, ${at}::timestamptz as at, ${list}::int[] as list, ${nothing}::text as nothing`,
  );
  const params = {
    bytes: Buffer.from([0, 255]),
    at: new Date('2026-02-28T23:59:59.999Z'),
    list: [3, 1],
    nothing: null,
  };
  expect(await app.ctx.db.transaction().execute((trx) => echo(trx, params))).toEqual([params]);
});
