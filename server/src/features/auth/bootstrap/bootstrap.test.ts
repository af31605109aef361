import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { isPageAllowed, menuRoutes } from '@kaike/shared/domain/office/menu-access';
import { pages } from '@kaike/shared/pages/index';
import { resources } from '@kaike/shared/resources/index';
import { adminPassword, startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('GET /open/config', () => {
  it('returns what the specification lists, and nothing else', async () => {
    const { status, body } = await app.http('GET', '/open/config', { headers: { language: 'en' } });
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      'ai_algorithm_filing',
      'ai_model_filing',
      'amap_config',
      'api_url',
      'api_url_model',
      'app_url',
      'automation_redirects',
      'can_pay',
      'client_id',
      'closed_pages',
      'debug',
      'def_avatar',
      'default_language',
      'domain',
      'env',
      'google_config',
      'icp_number',
      'import_per_page',
      'language',
      'lifetime',
      'locales',
      'name',
      'page_gray',
      'police_number',
      'sends',
      'statistics_url',
      'support',
      'theme',
      'tinymce_key',
      'use_url',
      'verify',
      'web_url',
      'wechat_appid',
    ]);
    expect(body).toMatchObject({
      name: '开课',
      api_url: '/api',
      web_url: '/web-api',
      use_url: '/web-api',
      lifetime: 120,
      default_language: 'zh-CN',
      language: 'en',
      env: 'testing',
      debug: false,
      import_per_page: 200,
      page_gray: 0,
      theme: 'primary',
    });
  });

  it('names the captcha that visitors meet', async () => {
    const as = await app.person.admin();
    const save = (values: Record<string, string>) => app.http('PUT', '/admin/configs', { as, body: { values } });
    const verify = async (): Promise<unknown> => (await app.http('GET', '/open/config')).body.verify;
    expect(await verify()).toBe('local');
    await save({ captcha_driver: 'geetest4', geetest_id: 'a'.repeat(32), geetest_key: 'b'.repeat(32) });
    await expect.poll(verify).toBe('geetest4');
    await save({ captcha_driver: 'local' });
    await expect.poll(verify).toBe('local');
  });

  it('returns the support contacts that are set', async () => {
    expect((await app.http('GET', '/open/config')).body.support).toEqual({
      phone: '',
      hours: '',
      qr: '',
      address: '',
      map_point: '',
    });
    await app.setting('support_phone', '400-800-1234');
    await app.setting('support_hours', '9:00–21:00');
    await app.setting('school_address', '杭州市西湖区文三路 1 号');
    await app.setting('school_map_point', 'gcj02:120.15,30.28');
    expect((await app.http('GET', '/open/config')).body.support).toEqual({
      phone: '400-800-1234',
      hours: '9:00–21:00',
      qr: '',
      address: '杭州市西湖区文三路 1 号',
      map_point: 'gcj02:120.15,30.28',
    });
  });

  it('responds 304 until something changes', async () => {
    const first = await app.http('GET', '/open/config');
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = await app.http('GET', '/open/config', { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    await app.setting('school_name', '晨光学堂');
    const changed = await app.http('GET', '/open/config', { headers });
    expect([changed.status, changed.body.name]).toEqual([200, '晨光学堂']);
  });

  it('leaves out values that are not web addresses, unknown themes and statistics outside production', async () => {
    await app.setting('automation_redirects', ['javascript:alert(1)', 'https://example.com/human', 'data:text/html,x']);
    await app.setting('statistics_url', 'https://example.com/count.js');
    await app.setting('theme', '"><script>' as 'blue');
    await app.setting('page_gray', 1);
    const { body } = await app.http('GET', '/open/config');
    expect(body).toMatchObject({
      automation_redirects: ['https://example.com/human'],
      statistics_url: '',
      theme: 'primary',
      page_gray: 1,
    });
  });

  it('never holds a secret setting', async () => {
    await app.setting('mail_password', 'hunter2-of-the-mail-server');
    expect((await app.http('GET', '/open/config')).text).not.toContain('hunter2');
  });
});

describe('GET /open/token', () => {
  const write = { body: { challenge: 'x', x: 1, track: [[0, 0, 0]] } };
  const token = async (person: Person) => String((await app.http('GET', '/open/token', { as: person })).body._token);

  it('allows writes for this visitor only; without it the error names the token', async () => {
    const [one, other] = [await app.person.visitor(), await app.person.visitor()];
    const mine = await token(one);
    await token(other);
    const send = (as: typeof one, csrf: string) =>
      app.http('POST', '/open/geetest', { ...write, as, headers: { 'x-csrf-token': csrf } });
    expect((await send(one, mine)).body.code).toBe('auth.captcha_expired');
    for (const bad of ['', 'x.y', `${mine}a`, mine.replace(/^\d/, '9')]) {
      const refused = await send(one, bad);
      expect([refused.status, refused.body.code]).toEqual([419, 'csrf.token']);
      expect(refused.body.message).toContain('token');
    }
    expect((await send(other, mine)).status).toBe(419);
  });

  it('is accepted in the body of a form as well', async () => {
    const visitor = await app.person.visitor();
    const payload = `_token=${encodeURIComponent(await token(visitor))}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/web-api/open/logout',
      payload,
      headers,
      cookies: Object.fromEntries(visitor.cookies),
    });
    expect(reply.statusCode).toBe(200);
  });

  it('lasts four hours, also after a newer one was issued', async () => {
    const visitor = await app.person.visitor();
    const old = await token(visitor);
    app.clock.advance(2 * 3_600_000);
    await token(visitor);
    const send = () => app.http('POST', '/open/geetest', { ...write, as: visitor, headers: { 'x-csrf-token': old } });
    expect((await send()).body.code).toBe('auth.captcha_expired');
    app.clock.advance(2 * 3_600_000);
    expect((await send()).status).toBe(419);
  });

  it('is invalid once the visitor has logged in or out', async () => {
    const visitor = await app.person.visitor();
    const open = (csrf: string) =>
      app.http('POST', '/open/geetest', { ...write, as: visitor, headers: { 'x-csrf-token': csrf } });
    for (const [path, body] of [
      ['/open/login', { username: 'admin', password: adminPassword }],
      ['/open/logout', {}],
    ] as const) {
      const [before, mark] = [await token(visitor), visitor.cookies.get('kaike_visitor')];
      const reply = await app.http('POST', path, { as: visitor, body });
      expect(reply.status).toBe(200);
      expect(visitor.cookies.get('kaike_visitor')).not.toBe(mark);
      expect([reply.headers['set-cookie']].flat().find((line) => String(line).startsWith('kaike_visitor='))).toMatch(
        /; HttpOnly; SameSite=Lax/,
      );
      expect((await open(before)).status, path).toBe(419);
      expect((await open(await token(visitor))).body.code, path).toBe('auth.captcha_expired');
    }
  });
});

describe('GET /open/client-id', () => {
  it('issues a persistent id once, and replaces an invalid one', async () => {
    const visitor = await app.person.visitor();
    const first = await app.http('GET', '/open/client-id', { as: visitor });
    expect(visitor.cookies.get('client-id')).toBe(first.body.client_id);
    expect(String(first.headers['set-cookie'])).toContain(`Max-Age=${3650 * 86_400}`);
    expect((await app.http('GET', '/open/client-id', { as: visitor })).body).toEqual(first.body);
    visitor.cookies.set('client-id', '<script>');
    expect((await app.http('GET', '/open/client-id', { as: visitor })).body.client_id).toMatch(/^[\w-]{43}$/);
  });
});

describe('GET /open/user', () => {
  it('returns null without a session', async () => {
    const { status, body } = await app.http('GET', '/open/user');
    expect([status, body]).toEqual([200, { user: null, lifetime: 120 }]);
  });

  it('returns a member with private data masked', async () => {
    const member = await app.person.member({ activated: false });
    await app.ctx.db
      .updateTable('users')
      .set({ mobile_phone: '13700137001', email: 'zhangsan@example.com', name: '' })
      .where('id', '=', member.user_id)
      .execute();
    const { body } = await app.http('GET', '/open/user', { as: member });
    expect(body.user).toMatchObject({
      id: member.user_id,
      mobile_phone: '137****7001',
      email: 'z****@example.com',
      must_change_password: false,
      admin: null,
      member: { id: member.member_id, is_activated: false, status: 1 },
    });
    expect(body.user.name).toMatch(/^user\d+$/);
    expect(body.lifetime).toBe(30 * 1440);
    expect(JSON.stringify(body)).not.toMatch(/password_hash|token/);
  });

  it('returns an administrator with roles and permissions; the super administrator has all', async () => {
    const clerk = await app.person.adminWith(['admin.roles.list']);
    const seen = await app.http('GET', '/open/user', { as: clerk });
    expect(seen.body.user).toMatchObject({
      member: null,
      admin: { id: clerk.admin_id, permissions: ['admin.roles.list'], agency_id: null },
    });
    const all = await app.http('GET', '/open/user', { as: await app.person.admin() });
    expect(all.body.user.admin.roles).toEqual([{ id: expect.any(Number), name: '超级管理员' }]);
    expect(all.body.user.admin.permissions).toEqual(expect.arrayContaining(['admin.roles.list', 'admin.roles.create']));
    expect(all.text).not.toContain(adminPassword);
  });

  it('returns the agency of an administrator limited to it', async () => {
    const agency = await buildAgency(app.ctx);
    const seller = await app.person.adminWith([], { data_scope: 'own_agency', agency_id: agency.id });
    expect((await app.http('GET', '/open/user', { as: seller })).body.user.admin.agency_id).toBe(agency.id);
  });
});

describe('GET /open/menu and /open/menu-info', () => {
  const urls = (body: { menus: { url: string; group: string }[] }) => body.menus.map((entry) => entry.url);

  it('returns the entries each person may use', async () => {
    const visitor = await app.http('GET', '/open/menu');
    expect(urls(visitor.body)).toContain('/open/login');
    expect(
      visitor.body.menus.filter(
        (entry: { group: string; level: number }) =>
          entry.group === 'home' || (entry.level > 2 && entry.group === 'admin'),
      ),
    ).toEqual([]);
    expect(urls((await app.http('GET', '/open/menu', { as: await app.person.member() })).body)).toContain(
      '/home/index',
    );
    const clerk = await app.http('GET', '/open/menu', { as: await app.person.adminWith(['admin.roles.list']) });
    expect(urls(clerk.body)).toContain('/admin/roles');
    expect(urls(clerk.body)).not.toContain('/admin/courses');
  });

  it('leaves out what can be done on pages for who wants pages only, and closes none of them', async () => {
    const reader = await app.person.adminWith(['admin.roles.list', 'admin.roles.update', 'admin.courses.show']);
    for (const as of [await app.person.admin(), reader, await app.person.member(), undefined]) {
      const menusOf = async (query: Record<string, string>): Promise<MenuEntry[]> =>
        (await app.http('GET', '/open/menu', { ...(as ? { as } : {}), query })).body.menus;
      const [whole, only] = [await menusOf({}), await menusOf({ only: 'pages' })];
      expect(only).toEqual(whole.filter(({ is_page, action }) => is_page === 1 || action === null));
      expect(menuRoutes(only, 'local')).toEqual(menuRoutes(whole, 'local'));
      const lists = resources.flatMap(({ area, name }) => [`/${area}/${name}`, `/${area}/${name}/1`]);
      const paths = [...pages.map(({ url }) => url.replace(/:\w+/g, '1')), ...lists];
      const opened = (menus: MenuEntry[]): string[] => paths.filter((path) => isPageAllowed(path, menus));
      expect(opened(only)).toEqual(opened(whole));
    }
    expect((await app.http('GET', '/open/menu', { query: { only: 'verbs' } })).status).toBe(422);
  });

  it('returns an entry to those who may use it, and 404 to others', async () => {
    const admin = await app.person.admin();
    const { menus } = (await app.http('GET', '/open/menu', { as: admin })).body;
    const { id } = menus.find((entry: { url: string }) => entry.url === '/admin/roles');
    expect((await app.http('GET', '/open/menu-info', { as: admin, query: { id } })).body.row).toMatchObject({
      id,
      url: '/admin/roles',
    });
    const [hidden, missing] = [
      await app.http('GET', '/open/menu-info', { query: { id } }),
      await app.http('GET', '/open/menu-info', { query: { id: 999_999 } }),
    ];
    expect([hidden.status, hidden.body.code, missing.status, missing.body.code]).toEqual([
      404,
      'record.not_found',
      404,
      'record.not_found',
    ]);
    expect((await app.http('GET', '/open/menu-info')).status).toBe(422);
  });
});

describe('GET /open/wx-config', () => {
  it('shows nothing until an official account is configured', async () => {
    const { status, body } = await app.http('GET', '/open/wx-config', {
      query: { url: 'https://example.com/open/login' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      wxconfig: { appId: '', timestamp: 0, nonceStr: '', signature: '', jsApiList: [], debug: false },
      show: null,
    });
  });
});
