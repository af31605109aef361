import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { connectionOf } from '../../../test/processes/kill.ts';
import { rowsByText } from './rows-by-text.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Every column by which imports look up rows: their own keys, and the titles of related resources. */
const lookups = (): [string, string][] =>
  [
    ...new Set(
      app.ctx.resources.all.flatMap((resource) => {
        const { definition } = resource;
        if (!definition.transfer?.import) return [];
        const related = definition.transfer.import.flatMap((key) => {
          const target = definition.fields[key]?.resource;
          if (!target) return [];
          const { table, title } = resource.related(target).definition;
          return [`${table}.${title}`];
        });
        return [...(definition.transfer.key ? [`${definition.table}.${definition.transfer.key}`] : []), ...related];
      }),
    ),
  ].map((name): [string, string] => {
    const [table = '', column = ''] = name.split('.');
    return [table, column];
  });

it('analyzes a table at once when an import has doubled it', async () => {
  const planCount = async () => {
    const { rows } = await sql<{
      rows: number;
    }>`select reltuples as rows from pg_class where oid = 'teachers'::regclass`.execute(app.ctx.db);
    return rows[0]?.rows ?? 0;
  };
  const admin = await app.person.admin();
  const send = (from: number, count: number) =>
    app.http('POST', '/admin/teachers/import', {
      as: admin,
      body: { datas: Array.from({ length: count }, (_one, index) => ({ name: `老师 ${from + index}` })) },
    });
  await sql`analyze teachers`.execute(app.ctx.db);
  const before = await planCount();
  expect((await send(0, 300)).status).toBe(200);
  expect(await planCount()).toBeGreaterThanOrEqual(before + 300);
  // Growth by half is left to autovacuum, which runs every minute.
  await send(300, 150);
  expect(await planCount()).toBeLessThan(before + 450);
});

it('has an index read by key for every column that imports look rows up by', async () => {
  expect(lookups()).toEqual(
    expect.arrayContaining([
      ['teachers', 'name'],
      ['subjects', 'name'],
      ['courses', 'sn'],
    ]),
  );
  for (const [table, column] of lookups()) {
    const { rows } =
      await sql`select 1 from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where t.relname = ${table} and a.attname = ${column} and m.amname in ('btree', 'hash') and i.indcollation[0] = '"C"'::regcollation and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(deleted_at IS NULL)')`.execute(app.ctx.db);
    expect(rows, `${table}.${column}`).not.toHaveLength(0);
  }
});

describe('a thousand names among twelve thousand', () => {
  const names = Array.from({ length: 1000 }, (_one, index) => `王小明老师 ${index}`);

  beforeAll(async () => {
    await sql`insert into teachers (name) select '王小明老师 ' || n from generate_series(1, 12000) n`.execute(
      app.ctx.db,
    );
    await sql`insert into subjects (name) select '王小明老师 ' || n from generate_series(1, 12000) n`.execute(
      app.ctx.db,
    );
    await sql`analyze teachers`.execute(app.ctx.db);
    await sql`analyze subjects`.execute(app.ctx.db);
  });

  it.each([
    ['teachers', 'force_custom_plan', '1.1'],
    ['teachers', 'force_custom_plan', '4'],
    ['teachers', 'force_generic_plan', '1.1'],
    ['teachers', 'force_generic_plan', '4'],
    ['subjects', 'force_generic_plan', '1.1'],
    ['subjects', 'force_generic_plan', '4'],
  ])('are looked up in %s without the trigram index: %s, random_page_cost %s', async (table, mode, cost) => {
    const client = new pg.Client(connectionOf(app.ctx));
    await client.connect();
    try {
      await client.query(`set plan_cache_mode = ${mode}; set random_page_cost = ${cost}`);
      await client.query(
        `prepare lookup (text[]) as ${rowsByText({ table, column: 'name', texts: names }).compile(app.ctx.db).sql}`,
      );
      const list = names.map((name) => `"${name}"`).join(',');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers) execute lookup ('{${list}}')`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('trgm');
      expect(Number(/shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(10_000);
    } finally {
      await client.end();
    }
  });
});
