import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** What stands in entries: hidden or counted values, and values from when the field was of another kind. */
const oddValues: readonly unknown[] = [
  '******',
  '× 21',
  null,
  '',
  'text',
  0,
  -1,
  1.5,
  1e30,
  Number.MAX_SAFE_INTEGER,
  true,
  '2026-02-30',
  '9'.repeat(400),
  [],
  [null],
  ['甲', '乙'],
  [1, 2],
  [1e30, 'x', { deep: [1] }],
  [[1], [2]],
  {},
  { length: 2 },
  { toString: 1, valueOf: 2 },
];
const strangeKeys = ['constructor', '__proto__', 'hasOwnProperty', 'no_such_field', ''];

const json = (keys: readonly string[], value: unknown): string =>
  `{${keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

/** An entry whose fields all hold one value before, another after, and a third in the request. */
async function addEntry(about: { resource: string; action: string; keys: string[] }, index: number): Promise<number> {
  const [before, after, sent] = [0, 7, 13].map((step) =>
    json(about.keys, oddValues[(index + step) % oddValues.length] ?? null),
  );
  const { rows } = await sql<{
    id: number;
  }>`insert into logs (menu_key, operator, resource, record_id, action, before, after, request)
    values ('test', 'test', ${about.resource}, '1', ${about.action}, ${before}::jsonb, ${after}::jsonb,
      jsonb_build_object('method', 'PUT', 'path', '/x', 'parameters', ${sent}::jsonb)) returning id`.execute(
    app.ctx.db,
  );
  return rows[0]?.id ?? 0;
}

it.each([
  ...resources.map((definition) => ({
    resource: definition.name,
    keys: Object.keys({
      ...definition.fields,
      ...Object.assign({}, ...Object.values(definition.actions ?? {}).map(({ fields }) => fields)),
    }),
    action: Object.keys(definition.actions ?? {})[0] ?? 'update',
  })),
  { resource: 'configs', action: 'update', keys: ['school_name', 'register_open', 'theme'] },
  { resource: 'menus', action: 'status', keys: ['status', 'names'] },
  { resource: 'gone', action: 'update', keys: ['tags'] },
])('an entry about $resource opens, whatever its fields hold', async ({ resource, action, keys }) => {
  const ids: number[] = [];
  for (let index = 0; index < oddValues.length; index += 1)
    ids.push(await addEntry({ resource, action, keys: [...keys, ...strangeKeys] }, index));
  for (const id of ids) {
    const { status, body } = await app.http('GET', `/admin/logs/${id}`, { as: admin });
    expect([status, body.row?.is_intact], `${resource} ${id} ${JSON.stringify(body).slice(0, 200)}`).toEqual([
      200,
      true,
    ]);
    for (const { before, after } of body.row.changes)
      expect([before, after].every((text) => text === null || typeof text === 'string')).toBe(true);
  }
  const history = await app.http('GET', '/admin/logs/history', {
    as: admin,
    query: { resource, record_id: '1' },
  });
  expect([200, 404]).toContain(history.status);
});

it('shows tags before and after, and hides what the request held', async () => {
  const { course } = await buildCourse(app.ctx);
  for (const tags of [['甲'], ['甲', '乙']])
    expect((await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { tags } })).status).toBe(200);
  const { id } = await app.ctx.db
    .selectFrom('logs')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { status, body } = await app.http('GET', `/admin/logs/${id}`, { as: admin });
  expect(status).toBe(200);
  expect(body.row.changes).toMatchObject([{ key: 'tags', before: '甲', after: '甲，乙' }]);
  expect(body.row.request.parameters).toContainEqual(expect.objectContaining({ key: 'tags', value: '******' }));
});
