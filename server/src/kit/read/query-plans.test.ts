import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { fillBigTables } from '../../../test/big/big-tables.ts';
import { findScans, growing, knowsChinese, planOf, scansIn } from '../../../test/big/list-plans.ts';

// Every list whose table grows with the school: each filter and keyword has an index under each sort. Table scans are
// disabled for the planner, so that few rows suffice; query-plans.deep.test.ts checks the same with a million rows and normal settings.

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
  it('has an index for every filter and sort', async () => {
    expect(await findScans(app, definition, { chinese, is_small: true })).toEqual([]);
  });
});

it('detects a list without an index', async () => {
  const plan = await planOf(app.ctx.db, sql`select 1 from members r where r.school = '没有这所学校'`, {
    index_only: true,
  });
  expect(scansIn(plan)).toHaveLength(1);
});
