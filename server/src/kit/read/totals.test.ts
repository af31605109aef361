import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Autovacuum would analyze the table at an unpredictable time.
  await sql`alter table teachers set (autovacuum_enabled = false)`.execute(app.ctx.db);
});
afterAll(async () => app.close());

/** Inserts rows without an analyze; the statistics of changes are flushed at once instead of within seconds. */
async function addTeachers(count: number): Promise<void> {
  await app.ctx.db.connection().execute(async (db) => {
    await sql`insert into teachers (name) select 'T' || n from generate_series(1, ${count}::int) n`.execute(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
  });
}

async function total(query = '') {
  const { body } = await app.http('GET', `/admin/teachers/list${query}`, { as: await app.person.admin() });
  return { total: body['total'], exact: body['total_exact'] };
}

it('is counted right after many rows were added, and estimated after an analyze', async () => {
  await addTeachers(120);
  await sql`analyze teachers`.execute(app.ctx.db);
  await addTeachers(30_000);
  expect(await total()).toEqual({ total: 30_120, exact: true });
  await sql`analyze teachers`.execute(app.ctx.db);
  expect(await total()).toEqual({ total: 30_120, exact: false });
});

it('is never counted beyond a hundred thousand', async () => {
  await addTeachers(80_000);
  const { total: reported, exact } = await total();
  expect(exact).toBe(false);
  expect(Number(reported)).toBeGreaterThan(100_000);
});
