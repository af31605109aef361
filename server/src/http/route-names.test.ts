import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;
let member: MemberPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  member = await app.person.member();
});
afterAll(async () => app.close());

describe('other names of endpoints', () => {
  it.each([
    ['/open/columns/list', '/open/columns'],
    ['/open/subjects/list', '/open/subjects'],
    ['/open/teachers/list', '/open/teachers'],
    ['/open/apps/list', '/open/apps'],
    ['/open/messages/list', '/open/messages'],
    ['/open/ai-peoples/list', '/open/ai-peoples'],
    ['/open/ai-prompt-templates/list', '/open/ai-prompt-templates'],
    ['/open/search-terms/list', '/open/search-terms'],
    ['/open/courses/list', '/open/courses'],
    ['/open/search_terms', '/open/search-terms'],
    ['/open/ai_peoples/list?json=1', '/open/ai-peoples'],
    ['/home/personage/index', '/home/personage'],
    ['/home/cards/learning-records', '/home/learning-records'],
    ['/home/cards/list', '/home/cards'],
    ['/home/pay_orders', '/home/pay-orders'],
  ])('%s returns the same as %s', async (other, own) => {
    const [first, second] = [await app.http('GET', other, { as: member }), await app.http('GET', own, { as: member })];
    expect([second.status, first.status]).toEqual([200, 200]);
    expect(first.body).toEqual(second.body);
  });

  it('of the back office are guarded like their own', async () => {
    for (const path of [
      '/admin/cards/batch',
      '/admin/cards/batch/list',
      '/admin/search_terms/list',
      '/admin/ai_peoples',
      '/admin/card_num_logs',
    ]) {
      expect((await app.http('GET', path, { as: admin })).status, path).toBe(200);
      expect((await app.http('GET', path, { as: member })).status, path).toBe(403);
    }
    expect((await app.http('POST', '/admin/cards/batch-create', { as: admin, body: {} })).body.errors).toHaveProperty(
      'name',
    );
    expect((await app.http('GET', '/admin/no_such_thing', { as: admin })).status).toBe(404);
  });

  it('of the personal centre save, too', async () => {
    const { version } = (await app.http('GET', '/home/personage/index', { as: member })).body.account;
    expect(
      (await app.http('PUT', '/home/personage/index', { as: member, body: { nickname: '小禾', version } })).status,
    ).toBe(200);
    expect((await app.http('GET', '/home/personage', { as: member })).body.account.nickname).toBe('小禾');
    const exported = await app.http('GET', '/home/cards/learning-records/export', { as: member });
    expect([exported.status, exported.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('spreadsheetml'),
    ]);
  });
});

describe('uploads of anyone', () => {
  it('the upload of an editor image returns its address under both keys', async () => {
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    const head =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
    const uploaded = await app.http('POST', '/home/upload/editor-index', {
      as: member,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(uploaded.body).toMatchObject({ width: 20, height: 10, location: uploaded.body.url });
    expect((await app.http('GET', uploaded.body.location, { base: '' })).status).toBe(200);
  });

  it('a client gets the address for images, and only people who may upload videos get a token for one', async () => {
    const requestToken = (as: MemberPerson | AdminPerson, query: Record<string, string | number>) =>
      app.http('GET', '/home/upload/token', { as, query });
    expect((await requestToken(member, { type: 'image' })).body).toMatchObject({
      method: 'form',
      upload_url: '/web-api/home/upload/index',
      accept: expect.arrayContaining(['image/png']),
    });
    expect((await requestToken(member, { type: 'media', name: 'a.mp4', size: 10 })).status).toBe(403);
    expect((await requestToken(admin, { type: 'media', name: 'a.mp4', size: 10 })).body).toMatchObject({
      method: 'kodo-parts',
      token: expect.stringContaining(':'),
    });
    expect((await requestToken(admin, { type: 'media' })).status).toBe(422);
    expect((await requestToken(member, { type: 'song' })).status).toBe(422);
  });
});

describe('the OpenAPI document', () => {
  it('is the same under both bases, lists every address, and describes refusals', async () => {
    const [{ body }, other] = [
      await app.http('GET', '/open/openapi.json', { base: '/api' }),
      await app.http('GET', '/open/openapi.json', {}),
    ];
    expect(other.body).toEqual(body);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/home/personage/index', '/admin/cards/batch-create', '/open/teachers/list']),
    );
    const { responses } = body.paths['/admin/courses/{id}'].put;
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '404', '409', '422', '500']);
    expect(body.components.responses[422].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Refusal',
    });
  });

  it('lists what other services call, and the response of each without a signature', async () => {
    const { paths } = (await app.http('GET', '/open/openapi.json', {})).body;
    const notices = Object.entries<
      Record<
        string,
        { tags: string[]; security: unknown[]; responses: Record<string, unknown>; requestBody?: { content: object } }
      >
    >(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags.includes('notices'))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    expect(
      notices.map(({ method, path, operation }) => [method, path, Object.keys(operation.requestBody?.content ?? {})]),
    ).toEqual(
      expect.arrayContaining([
        ['POST', '/open/pay-order/notify/{type}', ['application/json', 'application/x-www-form-urlencoded']],
        ['POST', '/open/ai-messages/callback-notification', ['application/json']],
        ['GET', '/open/message-notify', []],
        ['POST', '/open/message-notify', ['text/xml']],
        ['GET', '/open/message-notify/wechat', []],
        ['POST', '/open/message-notify/wechat', ['text/xml']],
      ]),
    );
    for (const { method, path, operation } of notices) {
      const unsigned = await app.http(method as 'GET' | 'POST', path.replace('{type}', 'wechat'), {
        headers: { 'content-type': 'text/plain' },
        ...(method === 'POST' ? { body: 'unsigned' } : {}),
      });
      expect(unsigned.status, path).toBeGreaterThanOrEqual(400);
      expect(Object.keys(operation.responses), path).toContain(String(unsigned.status));
      expect(operation.security).toEqual([]);
    }
  });

  it('expresses null as in its version of JSON Schema', async () => {
    const { text, body } = await app.http('GET', '/open/openapi.json', {});
    expect(text).not.toContain('"nullable"');
    expect(
      body.paths['/open/menu'].get.responses[200].content['application/json'].schema.properties.menus.items.properties
        .parent_id,
    ).toEqual({ type: ['integer', 'null'] });
  });
});
