import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { fillBigTables } from '../../test/big-tables.ts';
import { findScans, growing, knowsChinese, planOf, scansIn } from '../../test/list-plans.ts';

// Every list whose table grows with the school: an index serves each filter and keyword under each sort. The planner is kept from
// scanning tables where an index could serve, so that few rows say it; query-plans.deep.test.ts asks the same of a million rows, without help.

const rows = 2000;
let app: TestApp;
let chinese = false;

beforeAll(async () => {
  app = await startTestApp();
  await fillBigTables(app.ctx.db, { people: rows, cards: rows, records: rows, logs: rows, orders: rows });
  chinese = await knowsChinese(app.ctx.db);
});
afterAll(async () => app.close());

describe.each(growing.map((resource) => [resource.name, resource] as const))('%s', (_name, definition) => {
  it('has an index for whatever is filtered and sorted', async () => {
    expect(await findScans(app, definition, { chinese, is_small: true })).toEqual([]);
  });
});

it('would notice a list without an index', async () => {
  const plan = await planOf(app.ctx.db, sql`select 1 from members r where r.school = '没有这所学校'`, {
    index_only: true,
  });
  expect(scansIn(plan)).toHaveLength(1);
});
