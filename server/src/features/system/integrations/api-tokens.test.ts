import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await app.person.admin();
});

const day = 86_400_000;
const issue = (body: object, as = admin) =>
  app.http('POST', '/admin/api-tokens/issue', {
    as,
    body: { name: '财务系统', access: 'read', scopes: ['members'], days: 30, ...body },
  });
const tokenOf = async (body: object = {}, as = admin): Promise<string> => (await issue(body, as)).body.token;
const by = (token: string, method: string, path: string, body?: object) =>
  app.http(method, path, { base: '/api', headers: { authorization: `Bearer ${token}` }, ...(body ? { body } : {}) });
const statusOf = async (...request: Parameters<typeof by>): Promise<number> => (await by(...request)).status;

describe('POST /admin/api-tokens/issue', () => {
  it('shows the token once; the list has its end only, and the table its hash', async () => {
    const { body } = await issue({});
    const { row } = (await app.http('GET', `/admin/api-tokens/${body.id}`, { as: admin })).body;
    expect(row).toMatchObject({ name: '财务系统', state: 'live', ending: body.token.slice(-4), last_used_at: null });
    expect(JSON.stringify(row)).not.toContain(body.token);
    const stored = await app.ctx.db.selectFrom('api_tokens').selectAll().where('id', '=', body.id).execute();
    expect(JSON.stringify(stored)).not.toContain(body.token);
  });

  it('refuses scopes that do not exist and a life beyond a year', async () => {
    const { status, body } = await issue({ scopes: ['members', 'membres'], days: 366 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['days']]);
    expect((await issue({ scopes: ['membres'] })).body.errors).toHaveProperty('scopes');
  });
});

describe('a request by token', () => {
  it('reads within its scopes, and does nothing else', async () => {
    const token = await tokenOf();
    expect(await statusOf(token, 'GET', '/admin/members/list')).toBe(200);
    expect(await statusOf(token, 'GET', '/admin/pay-orders/list')).toBe(403);
    expect(await statusOf(token, 'POST', '/admin/members', {})).toBe(403);
    expect((await app.http('GET', '/admin/api-tokens/list', { as: admin })).body.data[0]).toMatchObject({
      last_used_at: app.ctx.clock().toISOString(),
    });
  });

  it('writes with access to write, under the name of the token', async () => {
    const token = await tokenOf({ access: 'write', scopes: ['subjects'] });
    const { status, body } = await by(token, 'POST', '/admin/subjects', { name: '令牌科目' });
    expect(status, JSON.stringify(body)).toBe(201);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['operator', 'user_id'])
      .where('resource', '=', 'subjects')
      .where('record_id', '=', String(body.id))
      .executeTakeFirstOrThrow();
    expect(log).toEqual({ operator: expect.stringMatching(/ · 财务系统$/), user_id: admin.user_id });
  });

  it('never reaches credentials, personal pages, lookups for any administrator, or browsers', async () => {
    const token = await tokenOf({ access: 'write', scopes: ['*'] });
    for (const path of ['/admin/api-tokens/list', '/admin/users/list', '/admin/roles/list', '/admin/configs'])
      expect(await statusOf(token, 'GET', path), path).toBe(403);
    for (const path of ['/home/personage', '/admin/members/options', '/open/user', '/home/index'])
      expect(await statusOf(token, 'GET', path), path).toBe(403);
    const inBrowser = await app.http('GET', '/admin/members/list', { headers: { cookie: `Authorization=${token}` } });
    expect(inBrowser.status).toBe(401);
  });

  it('does no more than its person may do at that time', async () => {
    const reader = await app.person.adminWith(['admin.members.list', 'admin.api-tokens.issue']);
    const token = await tokenOf({ scopes: ['*'] }, reader);
    expect(await statusOf(token, 'GET', '/admin/members/list')).toBe(200);
    expect(await statusOf(token, 'GET', '/admin/courses/list')).toBe(403);
    await app.ctx.db.deleteFrom('admin_role').where('admin_id', '=', reader.admin_id).execute();
    expect(await statusOf(token, 'GET', '/admin/members/list')).toBe(403);
  });

  it('ends with the token: revoked, expired, or its person stopped', async () => {
    const [first, second] = [await issue({}), await tokenOf()];
    await app.http('PUT', '/admin/api-tokens/revoke', { as: admin, body: { ids: [first.body.id] } });
    expect(await statusOf(first.body.token, 'GET', '/admin/members/list')).toBe(401);
    app.clock.advance(31 * day);
    expect(await statusOf(second, 'GET', '/admin/members/list')).toBe(401);
  });

  it('is limited: by token, and unknown ones by address', async () => {
    const token = await tokenOf();
    const { id } = await app.ctx.db
      .selectFrom('api_tokens')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await app.ctx.db
      .insertInto('rate_limits')
      .values({ key: `api-token:${id}`, count: 600, resets_at: new Date(app.clock.now().getTime() + 60_000) })
      .execute();
    expect(await statusOf(token, 'GET', '/admin/members/list')).toBe(429);
    expect(await statusOf('kk_unknown', 'GET', '/admin/members/list')).toBe(401);
  });
});
