import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from './in-transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const lock = (id: number) => sql`select pg_advisory_xact_lock(77, ${id}::int)`;

describe('inTransaction', () => {
  it('completes both of two deadlocked transactions: the one rolled back runs again', async () => {
    let [runs, waiting] = [0, 0];
    let release = (): void => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const take = (first: number, second: number): Promise<number> =>
      inTransaction(app.ctx.db, async (trx) => {
        runs += 1;
        await lock(first).execute(trx);
        waiting += 1;
        if (waiting === 2) release();
        await both;
        await lock(second).execute(trx);
        return first;
      });
    expect(await Promise.all([take(1, 2), take(2, 1)])).toEqual([1, 2]);
    expect(runs).toBe(3);
  });

  it('rethrows any other error at once', async () => {
    let runs = 0;
    const work = inTransaction(app.ctx.db, async (trx) => {
      runs += 1;
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(runs).toBe(1);
  });
});
