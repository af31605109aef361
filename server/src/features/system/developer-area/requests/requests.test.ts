import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';

let app: TestApp;
let here: AdminPerson;

beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  here = { ...(await app.person.admin()), ip: '127.0.0.1' };
});
afterAll(() => app.close());

const area = '/admin/developments/requests';
const read = async (path = '') => (await app.http('GET', `${area}${path}`, { as: here })).body;
type Entry = { id: number; route: string; status: number; runs: number };
const last = async (route: string): Promise<Entry> => (await read()).requests.find((one: Entry) => one.route === route);

it('shows the last requests with their statements and plans', async () => {
  await app.http('GET', '/admin/courses/list', { as: here, query: { 'where[status]': 1 } });
  const request = await last('/admin/courses/list');
  expect(request).toMatchObject({ method: 'GET', status: 200, runs: expect.any(Number) });
  const { statements } = await read(`/${request.id}`);
  const index = statements.findIndex(
    ({ text }: { text: string }) => text.includes('from "courses"') || text.includes('from courses'),
  );
  expect(statements[index]).toMatchObject({ count: 1, failures: 0, is_explainable: true });
  const { plan } = await read(`/${request.id}/plan?statement=${index}`);
  expect(plan).toMatch(/\(cost=/);
  expect((await read(`/${request.id}/plan?statement=999`)).code).toBe('request.not_found');
  // The area itself is not among them.
  expect((await read()).requests.some(({ route }: Entry) => route.startsWith(area))).toBe(false);
});

it('plans a write without running it', async () => {
  const teacher = { name: '王老师' };
  const { id } = (await app.http('POST', '/admin/teachers', { as: here, body: teacher })).body;
  expect(id).toEqual(expect.any(Number));
  const request = await last('/admin/teachers');
  const { statements } = await read(`/${request.id}`);
  const index = statements.findIndex(({ text }: { text: string }) => text.startsWith('insert into "teachers"'));
  const count = () =>
    app.ctx.db
      .selectFrom('teachers')
      .select((expression) => expression.fn.countAll().as('count'))
      .executeTakeFirst();
  const before = await count();
  expect((await read(`/${request.id}/plan?statement=${index}`)).plan).toContain('Insert on teachers');
  expect(await count()).toEqual(before);
});

it('keeps no value: neither of a body nor of an address', async () => {
  const visitor = await app.person.visitor();
  const body = { username: 'nobody-here', password: 'Geheim-2026!' };
  await app.http('POST', '/open/login', { as: visitor, body });
  await app.http('GET', '/open/invitations/SECRETCODE', { as: visitor });
  const everything = JSON.stringify(app.ctx.recent_requests?.list());
  expect(everything).toContain('/open/login');
  for (const value of ['nobody-here', 'Geheim-2026!', 'SECRETCODE']) expect(everything, value).not.toContain(value);
});
