import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { browserErrorStatus } from '@kaike/shared/domain/system/browser-error';
import { startTestApp, type AdminPerson, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';
import { sweep } from '../../../jobs/sweep.ts';

let app: TestApp;
let admin: AdminPerson;
let stranger: Person;
const dayMs = 86_400_000;

beforeAll(async () => {
  app = await startTestApp();
  stranger = await app.person.visitor();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom('browser_errors').execute();
  await app.ctx.db.deleteFrom('rate_limits').execute();
  admin = await app.person.admin();
});

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';
const error = {
  kind: 'script',
  message: "TypeError: Cannot read properties of undefined (reading 'title')",
  stack:
    'TypeError: x\n    at show (https://school.example/assets/lesson-A1.js:1:2045)\n    at https://school.example/x.js:3:4',
  path: '/home/lessons/42',
  release: 'index-A1',
};
const report = (changes: object = {}): Promise<Reply> =>
  app.http('POST', '/open/browser-errors', {
    as: stranger,
    body: { ...error, ...changes },
    headers: { 'user-agent': chrome },
  });
const list = async (query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  (await app.http('GET', '/admin/browser-errors/list', { as: admin, query })).body.data;

it('an error is counted once per report, wherever and in whichever release it happens', async () => {
  expect((await report()).status).toBe(200);
  const first = app.ctx.clock().toISOString();
  app.clock.advance(60_000);
  await report({
    path: '/home/courses/7',
    release: 'index-B2',
    stack: error.stack.replace('lesson-A1', 'lesson-B2').replace(':1:2045', ':1:9'),
  });
  await report({ message: 'RangeError: other' });
  expect(await list({ 'order[id]': 'asc' })).toMatchObject([
    {
      message: error.message,
      count: 2,
      path: '/home/courses/:id',
      browser: 'Chrome · Windows',
      release: 'index-B2',
      first_seen_at: first,
      last_seen_at: app.ctx.clock().toISOString(),
    },
    { message: 'RangeError: other', count: 1 },
  ]);
});

it('nothing that names a person is stored, and no control characters', async () => {
  const token = 'Zx81kQ_2mP0aVt7';
  await report({
    message: `Error: 13812345678 zhang.san@example.com order 20260301 \u001b[31m\u202Eabc\nhttps://a:b@school.example/x?token=${token}`,
    path: `/open/first-login/${token}?back_url=/home#secret`,
    stack: `Error\n at f (https://school.example/assets/a.js?user=13812345678:1:2)\n plain text 13812345678`,
    release: '<script>',
  });
  const [listed] = await list();
  // A list leaves the stack out.
  expect(listed).not.toHaveProperty('stack');
  const { row } = (await app.http('GET', `/admin/browser-errors/${String(listed?.['id'])}`, { as: admin })).body;
  expect(row).toMatchObject({ path: '/open/first-login/:id', release: '' });
  const text = JSON.stringify(row);
  for (const part of [token, '13812345678', 'zhang.san', '20260301', 'plain text', '\\u001b', '\u202E', 'a:b@'])
    expect(text).not.toContain(part);
  expect(row.stack).toBe('at f (/assets/a.js:1:2)');
});

it('an error that is done opens again in another release only, and goes after 30 days', async () => {
  await report();
  const [{ id } = { id: 0 }] = await list();
  const body = { ids: [id], status: browserErrorStatus.done };
  expect((await app.http('PUT', '/admin/browser-errors/change-status', { as: admin, body })).status).toBe(200);
  await report();
  expect(await list()).toMatchObject([{ count: 2, status: browserErrorStatus.done }]);
  await report({ release: 'index-B2' });
  expect(await list()).toMatchObject([{ count: 3, status: browserErrorStatus.open }]);
  app.clock.advance(29 * dayMs);
  await sweep.run(app.ctx, {});
  admin = await app.person.admin();
  expect(await list()).toHaveLength(1);
  app.clock.advance(2 * dayMs);
  await sweep.run(app.ctx, {});
  admin = await app.person.admin();
  expect(await list()).toEqual([]);
});

it('strangers can neither send much nor anything else, and fill no disk', async () => {
  for (const changes of [
    { kind: 'other' },
    { message: '' },
    { message: 'x'.repeat(501) },
    { stack: 'x'.repeat(4001) },
    { user: 1 },
  ])
    expect((await report(changes)).status).toBe(422);
  let refused = 0;
  for (let count = 0; count < 62; count += 1) if ((await report()).status === 429) refused += 1;
  expect(refused).toBe(7);
  await app.ctx.db.deleteFrom('rate_limits').execute();
  for (let count = 0; count < 200; count += 1)
    await app.ctx.limiter.take({ key: 'browser-errors|new', max: 200, seconds: 86_400 });
  expect((await report({ message: 'Error: one more' })).status).toBe(429);
  expect((await report()).status).toBe(200);
  expect(await list()).toHaveLength(1);
});

it('agencies see none', async () => {
  await report();
  const agency = await buildAgency(app.ctx);
  admin = await app.person.adminWith(['admin.browser-errors.list'], {
    data_scope: 'own_agency',
    agency_id: agency.id,
  });
  expect(await list()).toEqual([]);
});
