import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildMember,
  buildSubject,
  buildTeacher,
} from '../../../test/factories.ts';

// A condition that is empty, unknown, repeated or half a filter never means everything: on every resource, for every bulk write.

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  await buildAgency(app.ctx);
  const batch = await buildBatch(app.ctx);
  for (let index = 0; index < 3; index += 1) {
    await buildCard(app.ctx, { batch_id: batch.id });
    await buildMember(app.ctx, { tags: ['甲'] });
    await buildTeacher(app.ctx, { name: `老师${index}` });
    await buildSubject(app.ctx);
  }
});
afterAll(async () => app.close());

type Write = { method: 'PUT' | 'POST' | 'DELETE'; path: string };
const writesOf = ({ area, name, only, actions = {} }: ResourceDefinition): Write[] => [
  ...(only.includes('delete') ? [{ method: 'DELETE' as const, path: `/${area}/${name}` }] : []),
  ...Object.entries(actions)
    .filter(([, { on, single_row: one, dry_run_on }]) => on === 'rows' && !one && !dry_run_on)
    .map(([key, { method }]) => ({ method, path: `/${area}/${name}/${key}` })),
];
const written = resources.filter((one) => one.only.includes('list') && writesOf(one).length > 0);

const dryRun = ({ method, path }: Write, body: object) =>
  app.http(method, path, { as: admin, body: { ...body, dry_run: true } });
const list = ({ area, name }: ResourceDefinition, query: string) =>
  app.http('GET', `/${area}/${name}/list?${query}`, { as: admin });

/** What names no rows; `{field}` is a filter of the list. */
const garbage = [
  '',
  ' ',
  '&',
  'garbage',
  'q=nobody',
  'keyword=x',
  'page=1',
  'order[id]=asc',
  'All',
  'all=1',
  'all&all',
  'all&where[id]=1',
  'all=&page=2',
  'except=1',
  'where',
  'where[]=1',
  'where[nothing]=1',
  'where[{field}]',
  'where[{field}]=',
  'where[{field}]=%20',
  'where[{field}]=%00',
  'where[{field}][]=',
  'where[{field}][0]=&where[{field}][1]=',
  'where[{field}][below]=',
  'where[{field}][2]=1',
  'where[{field}][gte]=1',
  'where[{field}]=1&where[{field}]=2',
  'where[{field}]=1&where[{field}][0]=1',
  'where[{field}]=1&q=nobody',
  'where[_keyword]=',
  'where[_keyword]=%00',
  'where[_keyword][]=x',
  'where[_keyword]=x&where[_keyword]=y',
  `where[_keyword]=${'x'.repeat(101)}`,
  'where[_key]=id',
  'where[_view]=',
  'where[_view]=nothing',
];

it.each(written.map((one) => [one.name, one] as const))('%s: what names no rows is refused', async (_name, one) => {
  const writes = writesOf(one);
  const field = one.list.filters?.[0] ?? 'id';
  for (const [index, text] of garbage.entries()) {
    const write = writes[index % writes.length];
    if (!write) continue;
    const matching = text.replaceAll('{field}', field);
    const answer = await dryRun(write, { matching });
    expect([answer.status, answer.body.code], `${write.path} ${matching}`).toEqual([422, 'request.invalid']);
    expect(Object.keys(answer.body.errors), matching).not.toEqual([]);
  }
  for (const write of writes)
    for (const body of [
      {},
      { ids: null, matching: null },
      { ids: [], matching: null },
      { ids: [] },
      { ids: [true] },
      { ids: [''] },
      { ids: {} },
      { matching: ['all'] },
      { matching: true },
      { ids: [1], matching: 'all' },
    ])
      expect((await dryRun(write, body)).status, `${write.path} ${JSON.stringify(body)}`).toBe(422);
});

it('a random condition is refused, or counts what the list with the same parameters shows', async () => {
  const operators = ['', '', '', '[]', '[0]', '[1]', '[below]', '[x]'];
  const values = ['0', '1', '1', '2', 'x', '甲', '2026-11-29', '%', 'null', '-1', '', ' ', '\0', '\u200B'];
  const part = (one: ResourceDefinition) =>
    fc.tuple(
      fc.constantFrom(...(one.list.filters ?? []), 'id', '_keyword', '_key', '_view', 'nothing', ''),
      fc.constantFrom(...operators),
      fc.constantFrom(...values),
    );
  const seen = { accepted: 0, refused: 0 };
  for (const [index, one] of written.entries()) {
    const [write] = writesOf(one);
    if (!write) continue;
    for (const parts of fc.sample(fc.array(part(one), { minLength: 1, maxLength: 2 }), { numRuns: 15, seed: index })) {
      const query = new URLSearchParams(
        parts.map(([name, operator, value]): [string, string] => [`where[${name}]${operator}`, value]),
      );
      const answer = await dryRun(write, { matching: query.toString() });
      const shown = await list(one, query.toString());
      const about = `${write.path} ${decodeURIComponent(query.toString())}`;
      expect([200, 422], about).toContain(answer.status);
      if (answer.status === 200) expect(answer.body.count, about).toBe(shown.body.total);
      seen[answer.status === 200 ? 'accepted' : 'refused'] += 1;
    }
  }
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
});

it('all rows are asked for by their own word', async () => {
  const total = (await list(written.find(({ name }) => name === 'members') as ResourceDefinition, '')).body.total;
  const write: Write = { method: 'PUT', path: '/admin/members/remark' };
  expect((await dryRun(write, { matching: 'all' })).body).toMatchObject({ count: total });
});

it('an export and a saved view refuse what names no rows, and a list what it does not know', async () => {
  for (const query of ['q=x', 'keyword=x', 'where[status]=', 'where[name]=1&where[name]=2', 'where[_keyword]='])
    expect((await app.http('GET', `/admin/teachers/export?${query}`, { as: admin })).status, query).toBe(422);
  for (const query of ['q=x', 'where[name]=1&where[name]=2', 'where[_keyword][]=x'])
    expect((await app.http('GET', `/admin/teachers/list?${query}`, { as: admin })).status, query).toBe(422);
  const view = { resource: 'teachers', name: '空的', query: 'where[name]=' };
  expect((await app.http('POST', '/admin/saved-views', { as: admin, body: view })).status).toBe(422);
  expect((await app.http('GET', '/admin/teachers/list?where[status]=&where[_keyword]=', { as: admin })).status).toBe(
    200,
  );
});

it('a bulk write is about the rows that its dry run counted: later ones are not among them, other ones are refused', async () => {
  for (const name of ['计数甲', '计数乙']) await buildTeacher(app.ctx, { name });
  const other = await buildTeacher(app.ctx, { name: '后来改名' });
  const matching = 'where[_keyword]=计数';
  const counted = (await dryRun({ method: 'DELETE', path: '/admin/teachers' }, { matching })).body;
  const send = (body: object) =>
    app.http('POST', '/admin/bulk-runs', { as: admin, body: { resource: 'teachers', action: 'delete', ...body } });
  const target = { matching, max_id: counted.max_id, marker: counted.marker };
  expect((await send({ matching })).status).toBe(422);
  expect((await send({ matching, max_id: counted.max_id })).status).toBe(422);
  const late = await buildTeacher(app.ctx, { name: '计数丙' });
  await app.ctx.db.updateTable('teachers').set({ name: '计数丁' }).where('id', '=', other.id).execute();
  for (const answer of [
    await send({ ...target, max_id: other.id }),
    await app.http('DELETE', '/admin/teachers', { as: admin, body: { ...target, max_id: other.id } }),
  ])
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'list.changed',
      expect.stringContaining('3'),
    ]);
  await app.ctx.db.updateTable('teachers').set({ name: '不算' }).where('id', '=', other.id).execute();
  const started = await send(target);
  expect(started.body.run?.total, started.text).toBe(2);
  // What comes to match while the run waits is not among the rows that were confirmed.
  await app.ctx.db.updateTable('teachers').set({ name: '计数戊' }).where('id', '=', other.id).execute();
  await app.runJobs();
  const left = await app.ctx.db.selectFrom('teachers').select('id').where('deleted_at', 'is', null).execute();
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([other.id, late.id]));
});
