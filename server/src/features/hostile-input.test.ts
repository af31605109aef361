import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../test/app.ts';
import { areaOf, areas, createAskers, endsSession, hostileBodies, hostileIds, hostileTexts, hostileValues, nested, requestsFor, some } from '../../test/hostile-requests.ts';
import { features } from './index.ts';
import { resourceRoutes } from '../kit/resource-routes.ts';

let app: TestApp;
let admin: AdminPerson;
let learner: MemberPerson;
beforeAll(async () => {
  app = await startTestApp();
  [admin, learner] = [await app.person.admin(), await app.person.member()];
});
afterAll(async () => app.close());

const routes = () => [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)].filter((route) => !endsSession(route));

describe('input nobody expects', () => {
  it('is refused where it names no row, and where a number is none', async () => {
    for (const path of ['/home/products/abc', '/home/pay-orders/1.5', '/home/lessons/1e30']) expect((await app.http('GET', path, { as: learner })).status, path).toBe(404);
    for (const path of ['/admin/courses/abc/outline', '/admin/roles/1e30/permissions', '/admin/media/-1/preview', '/admin/card-prints/abc/files/1', '/open/certificates/%00', '/open/cashier/%00']) {
      expect((await app.http('GET', path, { as: admin })).status, path).toBe(404);
    }
    for (const query of ['page=1e30', 'page=x', 'parent_id=1.5']) expect((await app.http('GET', `/admin/subjects/options?${query}`, { as: admin })).status, query).toBe(422);
  });

  it('loses what no text can hold', async () => {
    const body = '{"name":"\\u0000张\\ud800三","intro":"\\u0000"}';
    const made = await app.http('POST', '/admin/teachers', { as: admin, body, headers: { 'content-type': 'application/json' } });
    expect(made.status).toBe(201);
    expect((await app.http('GET', `/admin/teachers/${made.body.id}`, { as: admin })).body.row).toMatchObject({ name: '张\uFFFD三', intro: '' });
    expect((await app.http('GET', '/admin/teachers/list?where[_keyword]=%00张', { as: admin })).body.total).toBe(1);
  });

  it('is malformed when it is no form at all, or nested beyond use', async () => {
    const send = async (body: string) => (await app.http('DELETE', '/admin/teachers', { as: admin, body, headers: { 'content-type': 'application/json' } })).body.code;
    for (const body of ['"x"', '[1]', '5', `{"ids":${nested(20_000)}}`]) expect(await send(body), body.slice(0, 20)).toBe('request.malformed');
  });

  it.each(['/home/upload/index', '/admin/files/upload?name=a.pdf'])('a form with a file that breaks off is malformed: %s', async (path) => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    for (const [type, body] of [['multipart/form-data; boundary=x', `${head}half`], ['multipart/form-data; boundary=x', 'nothing'], ['multipart/form-data; boundary=x', ''], ['multipart/form-data', head], ['multipart/mixed; boundary=x', head]] as const) {
      const reply = await app.http('POST', path, { as: path.startsWith('/home') ? learner : admin, body, headers: { 'content-type': type } });
      expect(reply.status, `${type} ${body.slice(0, 10)}`).toBeLessThan(500);
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('ordinary words find what is listed by a number', async () => {
    for (const name of ['learning-records', 'card-approvals', 'card-risks']) {
      expect((await app.http('GET', `/admin/${name}/options?keyword=${encodeURIComponent('张三')}`, { as: admin })).status, name).toBe(200);
    }
  });

  // The last: it ends sessions and changes settings.
  it.each(areas)('makes no route of %s fail as if the server were at fault', async (area) => {
    const ask = createAskers(app);
    const faults: string[] = [];
    for (const [index, route] of routes().filter((one) => areaOf(one) === area).entries()) {
      const all = requestsFor(route, { ids: hostileIds, texts: hostileTexts, values: hostileValues, bodies: hostileBodies });
      faults.push(...(await ask(route, area, some(all, 3, index * 5))));
    }
    expect(faults).toEqual([]);
  });
});
