import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../test/app.ts';
import {
  areaOf,
  areas,
  createSender,
  endsSession,
  hostileBodies,
  hostileIds,
  hostileTexts,
  hostileValues,
  nested,
  requestsFor,
  some,
} from '../../test/hostile/hostile-requests.ts';
import { features } from './index.ts';
import { resourceRoutes } from '../kit/resource-routes.ts';

let app: TestApp;
let admin: AdminPerson;
let member: MemberPerson;
beforeAll(async () => {
  app = await startTestApp();
  [admin, member] = [await app.person.admin(), await app.person.member()];
});
afterAll(async () => app.close());

const routes = () =>
  [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)].filter(
    (route) => !endsSession(route),
  );

describe('input nobody expects', () => {
  it('is refused where it names no row, and where a number is none', async () => {
    for (const path of ['/home/products/abc', '/home/pay-orders/1.5', '/home/lessons/1e30'])
      expect((await app.http('GET', path, { as: member })).status, path).toBe(404);
    for (const path of [
      '/admin/courses/abc/outline',
      '/admin/roles/1e30/permissions',
      '/admin/media/-1/preview',
      '/admin/card-prints/abc/files/1',
      '/open/certificates/%00',
      '/open/cashier/%00',
    ]) {
      expect((await app.http('GET', path, { as: admin })).status, path).toBe(404);
    }
    for (const query of ['page=1e30', 'page=x', 'parent_id=1.5'])
      expect((await app.http('GET', `/admin/subjects/options?${query}`, { as: admin })).status, query).toBe(422);
  });

  it('is refused by its field where no text can hold it, and nothing of it is dropped without a word', async () => {
    const headers = { 'content-type': 'application/json', language: 'zh-CN' };
    for (const text of ['\\u0000张三', '张\\ud800三']) {
      const { status, body } = await app.http('POST', '/admin/teachers', {
        as: admin,
        body: `{"name":"${text}","intro":"好"}`,
        headers,
      });
      expect([status, body.errors]).toEqual([422, { name: ['姓名含有无法保存的字符，请删除后重试'] }]);
    }
    const nameless = await app.http('POST', '/admin/teachers', { as: admin, body: '{"na\\u0000me":"张三"}', headers });
    expect([nameless.status, nameless.body.code]).toEqual([400, 'request.malformed']);
    const deep = await app.http('PUT', '/admin/configs', {
      as: admin,
      body: '{"values":{"school_name":"\\u0000"}}',
      headers,
    });
    expect([deep.status, Object.keys(deep.body.errors)]).toEqual([422, ['values']]);
    expect((await app.http('POST', '/admin/teachers', { as: admin, body: { name: '张三' } })).status).toBe(201);
    expect((await app.http('GET', '/admin/teachers/list?where[_keyword]=%00张', { as: admin })).body.total).toBe(1);
  });

  it('is refused where a route does not know it, by its name: a key of the request belongs into the header', async () => {
    const { body, status } = await app.http('POST', '/home/pay-orders', {
      as: member,
      body: { product_id: 1, request_id: 'once-only-0001', amount: 1 },
      headers: { language: 'zh-CN' },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['request_id', 'amount']]);
    expect(body.errors.amount[0]).toContain('不能在这里填写');
    const twice = await app.http('POST', '/open/logout', {
      as: await app.person.member(),
      body: { _token: 'x', json: 1, is_wechat: false },
    });
    expect(twice.status).toBe(200);
  });

  it('is malformed when it is no form at all, or nested beyond use', async () => {
    const send = async (body: string) =>
      (
        await app.http('DELETE', '/admin/teachers', {
          as: admin,
          body,
          headers: { 'content-type': 'application/json' },
        })
      ).body.code;
    for (const body of ['"x"', '[1]', '5', `{"ids":${nested(20_000)}}`])
      expect(await send(body), body.slice(0, 20)).toBe('request.malformed');
  });

  it.each(['/home/upload/index', '/admin/files/upload?name=a.pdf'])(
    'a form with a file that breaks off is malformed: %s',
    async (path) => {
      const head =
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
      for (const [type, body] of [
        ['multipart/form-data; boundary=x', `${head}half`],
        ['multipart/form-data; boundary=x', 'nothing'],
        ['multipart/form-data; boundary=x', ''],
        ['multipart/form-data', head],
        ['multipart/mixed; boundary=x', head],
      ] as const) {
        const reply = await app.http('POST', path, {
          as: path.startsWith('/home') ? member : admin,
          body,
          headers: { 'content-type': type },
        });
        expect(reply.status, `${type} ${body.slice(0, 10)}`).toBeLessThan(500);
        expect(reply.status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  it('ordinary words find what is listed by a number', async () => {
    for (const name of ['learning-records', 'card-approvals', 'card-risks']) {
      expect(
        (await app.http('GET', `/admin/${name}/options?keyword=${encodeURIComponent('张三')}`, { as: admin })).status,
        name,
      ).toBe(200);
    }
  });

  // The last: it ends sessions and changes settings.
  it.each(areas)('makes no route of %s fail as if the server were at fault', async (area) => {
    const ask = createSender(app);
    const faults: string[] = [];
    for (const [index, route] of routes()
      .filter((one) => areaOf(one) === area)
      .entries()) {
      const all = requestsFor(route, {
        ids: hostileIds,
        texts: hostileTexts,
        values: hostileValues,
        bodies: hostileBodies,
      });
      faults.push(...(await ask(route, area, some(all, 3, index * 5))));
    }
    expect(faults).toEqual([]);
  });
});
