import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { handled, moved, staying } from './merge-tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('every reference to a member or an account is moved, handled or stays on purpose', async () => {
  const { rows } = await sql<{ reference: string }>`
    select distinct k.table_name || '.' || k.column_name as reference
      from information_schema.referential_constraints f
        join information_schema.key_column_usage k on k.constraint_name = f.constraint_name and k.constraint_schema = f.constraint_schema
        join information_schema.key_column_usage u on u.constraint_name = f.unique_constraint_name and u.constraint_schema = f.unique_constraint_schema
      where u.table_name in ('members', 'users') and k.table_schema = 'public'
    union select c.table_name || '.' || c.column_name from information_schema.columns c
        join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and (c.column_name ~ '(^|_)member_id$' or c.column_name = 'user_id')
    order by 1`.execute(app.ctx.db);
  const listed = [...moved, ...handled, ...staying].map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ reference }) => reference)).toEqual(listed.toSorted());
});
