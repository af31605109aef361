import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

describe('X-Request-Id', () => {
  it('is kept when valid, and generated otherwise', async () => {
    const idOf = async (requestId: string) =>
      (await app.http('GET', '/open/config', { headers: { 'x-request-id': requestId } })).headers['x-request-id'];
    expect(await idOf('shop-2026:0001')).toBe('shop-2026:0001');
    for (const requestId of ['short', 'with space 123', 'a'.repeat(101), '<script>1'])
      expect(await idOf(requestId), requestId).toMatch(/^[\da-f-]{36}$/);
    const refused = await app.http('GET', '/admin/members/list', { headers: { 'x-request-id': 'shop-2026:0002' } });
    expect(refused.body.request_id).toBe('shop-2026:0002');
  });

  it('repeated, means two writes: only an idempotency key makes them one', async () => {
    const body = { code: 'RQ1', name: '编号代理', username: 'agency_rq1', mobile_phone: '13811112222' };
    const { id } = (await app.http('POST', '/admin/agencies/open', { as: admin, body })).body;
    for (let run = 0; run < 2; run += 1) {
      await app.http('PUT', '/admin/agencies/top-up', {
        as: admin,
        body: { ids: [id], amount: 5 },
        headers: { 'x-request-id': 'the-same-one' },
      });
    }
    expect(
      (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow())
        .card_num,
    ).toBe(10);
  });
});

describe('X-Idempotency-Key', () => {
  it('is refused when invalid, instead of ignored', async () => {
    const create = (key: string) =>
      app.http('POST', '/admin/teachers', { as: admin, body: { name: '重试' }, headers: { 'x-idempotency-key': key } });
    for (const key of ['short', 'has a space', 'x'.repeat(101)])
      expect((await create(key)).body.code, key).toBe('request.key_invalid');
    expect((await create('long-enough')).status).toBe(201);
    expect(
      (
        await app.http('PUT', '/home/personage/index', {
          as: await app.person.member(),
          body: {},
          headers: { 'x-idempotency-key': 'short' },
        })
      ).status,
    ).toBe(422);
  });
});

describe('a refusal', () => {
  it('has all messages of a field, each once', async () => {
    const { body } = await app.http('POST', '/admin/agencies', { as: admin, body: { code: '!', name: '代理' } });
    expect(body.errors.code).toHaveLength(2);
    expect(new Set(body.errors.code).size).toBe(2);
  });

  it('names the wrong part of the address, and nothing else', async () => {
    const errorsOf = async (query: string) =>
      Object.keys((await app.http('GET', `/admin/teachers/list?${query}`, { as: admin })).body.errors);
    for (const key of ['where[name][zz]', 'where[name][5]', 'where[name', 'where'])
      expect(await errorsOf(`${key}=x`), key).toEqual([key]);
  });

  it('for want of a login leads back to the area it came from', async () => {
    const redirectOf = async (path: string, headers = {}) =>
      (await app.http('GET', path, { base: '/api', headers })).body.redirect;
    expect(await redirectOf('/admin/members/list')).toBe('/open/login?back_url=%2Fadmin%2Findex');
    expect(await redirectOf('/home/personage')).toBe('/open/login?back_url=%2Fhome%2Findex');
    expect(await redirectOf('/admin/members/list', { refererpage: '/admin/members?page=2' })).toBe(
      '/open/login?back_url=%2Fadmin%2Fmembers%3Fpage%3D2',
    );
  });

  it('during maintenance has Retry-After', async () => {
    const fresh = await startTestApp();
    await fresh.ctx.db.insertInto('app_state').values({ key: 'maintenance', value: 'true' }).execute();
    const reply = await fresh.http('GET', '/open/config');
    expect([reply.status, Number(reply.headers['retry-after']), reply.body.message]).toEqual([
      503,
      10,
      '系统正在维护，请稍后再访问。',
    ]);
    await fresh.close();
  });
});
