import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from '../db/pool.ts';
import { beginMaintenance, endMaintenance } from './maintenance.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connection, { max: 1 });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const state = async () =>
  (await pool.query<{ value: unknown }>("select value from app_state where key = 'maintenance'")).rows;

describe('maintenance', () => {
  it('begins, begins again with another message, and ends once', async () => {
    await beginMaintenance(pool, null);
    await beginMaintenance(pool, '升级中，十分钟后回来。');
    expect(await state()).toEqual([
      { value: { down: true, message: '升级中，十分钟后回来。', since: expect.any(String) as string } },
    ]);
    expect(await endMaintenance(pool)).toBe(true);
    expect(await endMaintenance(pool)).toBe(false);
    expect(await state()).toEqual([]);
  });

  it("responds with the operator's message, unchanged", async () => {
    const fresh = await startTestApp();
    await beginMaintenance(fresh.ctx.pool, '<b>升级中</b>，{time} 22:30 回来。');
    const reply = await fresh.http('GET', '/open/config', { headers: { language: 'en' } });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      503,
      'server.maintenance',
      '<b>升级中</b>，{time} 22:30 回来。',
    ]);
    await fresh.close();
  });

  it('requires the schema', async () => {
    const empty = await createEmptyDatabase();
    const other = createPool(empty.connection, { max: 1 });
    await expect(beginMaintenance(other, null)).rejects.toThrow('run kaike migrate first');
    await other.end();
    await empty.drop();
  });
});
