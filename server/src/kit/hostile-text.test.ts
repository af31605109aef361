import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import { normalizeKeyword } from '@kaike/shared/kit/text/normalize-text';
import type { FieldKind } from '@kaike/shared/kit/field';
import { resources } from '@kaike/shared/resources/index';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';

// Every text field of every form in the back office, with input that breaks badly written software.
const hostile = [
  `'); drop table users; -- `,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}} ${7*7} %_\\',
  '=HYPERLINK("http://x","y")',
  '𝒰🙂\u202E',
];
const textKinds: readonly FieldKind[] = ['text', 'long_text'];

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const fillers: Record<string, string> = {
  'timestamp with time zone': 'now()',
  date: 'current_date',
  boolean: 'false',
  jsonb: `'{}'`,
  json: `'{}'`,
  bytea: `decode(md5(random()::text), 'hex')`,
  ARRAY: `'{}'`,
  inet: `'127.0.0.1'`,
  text: 'left(md5(random()::text), 20)',
  'character varying': 'left(md5(random()::text), 20)',
  uuid: 'gen_random_uuid()',
};

let numbers = 1_000_000;
/** Large numbers refer to rows, and some of them must differ; small ones are statuses and counts. */
const fillerOf = (type: string): string => fillers[type] ?? (type === 'bigint' ? String((numbers += 1)) : '1');

/** A row with a value in each required column; constraints between tables are off meanwhile. */
async function insertAny(table: string): Promise<number> {
  const { rows: columns } = await sql<{
    name: string;
    type: string;
  }>`select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(
    app.ctx.db,
  );
  const names = columns.map(({ name }) => sql.ref(name));
  const values = columns.map(({ type }) => sql.raw(fillerOf(type)));
  return app.ctx.db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    const insert =
      names.length > 0
        ? sql<{
            id: number;
          }>`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)}) returning id`
        : sql<{ id: number }>`insert into ${sql.table(table)} default values returning id`;
    const {
      rows: [row],
    } = await insert.execute(one);
    await sql`set session_replication_role = default`.execute(one);
    return row?.id ?? 0;
  });
}

const textsOf = (definition: ResourceDefinition): string[] =>
  Object.entries(definition.fields).flatMap(([key, field]) =>
    textKinds.includes(field.kind) && !field.read_only && !field.computed && !field.masked ? [key] : [],
  );

/** Administrators are listed with their accounts, so one with an account is written. */
const rowOf = async ({ name, table }: ResourceDefinition): Promise<number> =>
  name === 'admins' ? admin.admin_id : insertAny(table);

/** Search terms match in any spelling, so a term is stored in the form in which it is compared. */
const folded: Record<string, string> = { 'search-terms': 'word' };
function keptAs({ name, fields }: ResourceDefinition, key: string, text: string): unknown {
  const definition = fields[key];
  return folded[name] === key || !definition ? normalizeKeyword(text) : normalizeInput(definition, text.trim());
}

const writable = resources.filter((definition) => definition.only.includes('update') && textsOf(definition).length > 0);

type Stored = { field: string; text: string; status: number; now: unknown };

/** `wrong`: texts neither refused by a rule of the field nor stored exactly. */
async function writeAll(definition: ResourceDefinition): Promise<{ stored: number; wrong: Stored[] }> {
  const id = await rowOf(definition);
  const url = `/admin/${definition.name}/${id}`;
  const wrong: Stored[] = [];
  let stored = 0;
  for (const field of textsOf(definition)) {
    for (const text of hostile) {
      const { row } = (await app.http('GET', url, { as: admin })).body;
      expect(row, url).toBeDefined();
      const { status, body } = await app.http('PUT', url, {
        as: admin,
        body: { [field]: text, ...(row?.version === undefined ? {} : { version: row.version }) },
      });
      const now = (await app.http('GET', url, { as: admin })).body.row?.[field];
      const isRefused = status >= 400 && status < 500 && now === row?.[field];
      if (status < 300 && now === keptAs(definition, field, text)) stored += 1;
      else if (!isRefused) wrong.push({ field, text, status, now: now ?? body.code });
    }
  }
  return { stored, wrong };
}

describe('texts of every form', () => {
  it.each(writable.map((definition) => [definition.name, definition] as const))(
    '%s keeps SQL, HTML, formulas and templates as the text they are',
    async (_name, definition) => {
      expect((await writeAll(definition)).wrong).toEqual([]);
    },
  );

  it('were stored, not merely refused, wherever a field takes any text', async () => {
    const { stored } = await writeAll(
      resources.find(({ name }) => name === 'subjects') ?? writable[0] ?? (resources[0] as ResourceDefinition),
    );
    expect(stored).toBeGreaterThan(3);
    expect(writable.length).toBeGreaterThan(12);
    expect((await sql`select 1 from users limit 1`.execute(app.ctx.db)).rows).toHaveLength(1);
  });

  it('stay text in a sheet: a cell that begins like a formula is none', async () => {
    const id = await insertAny('subjects');
    const { row } = (await app.http('GET', `/admin/subjects/${id}`, { as: admin })).body;
    await app.http('PUT', `/admin/subjects/${id}`, { as: admin, body: { name: '=1+1', version: row.version } });
    const sheet = await app.http('GET', '/admin/subjects/export.xlsx', { as: admin });
    const { readXlsx } = await import('hucre');
    const [first] = (await readXlsx(new Uint8Array(sheet.raw))).sheets;
    expect(first?.rows.flat()).toContain('=1+1');
    expect(JSON.stringify(first)).not.toContain('"formula"');
  });
});
