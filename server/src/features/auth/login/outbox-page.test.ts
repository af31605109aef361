import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Reply, type TestApp } from '../../../../test/app.ts';
import { makePerson, openConsoleLink, type Person } from '../../../../test/client.ts';
import { makeMobile } from '../../../../test/factories.ts';
import { outboxPath } from '../../../http/console-token.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ uses_outbox: true });
  openConsoleLink(app.ctx, here);
});
afterAll(() => app.close());

/** A browser that has opened the link of the console. */
const here = makePerson();
const page = (query: Record<string, string> = {}): Promise<Reply> =>
  app.http('GET', '/local/outbox', { base: '', query, as: here });

describe('GET /local/outbox', () => {
  it('returns what the local drivers would send, as JSON for tests', async () => {
    const mobile = makeMobile();
    await app.http('POST', '/open/register/send', { body: { mobile_phone: mobile, verify: await app.captchaPass() } });
    await app.ctx.db.insertInto('users').values({ email: 'reader@example.com' }).execute();
    await app.http('POST', '/open/forgot-password/send', {
      body: { username: 'reader@example.com', verify: await app.captchaPass() },
    });
    // A message that must not reveal whether the account exists is sent in the background.
    await expect.poll(async () => (await page({ json: '1' })).body.list).toHaveLength(2);
    const { list } = (await page({ json: '1' })).body;
    expect(list).toEqual([
      {
        id: expect.any(Number),
        channel: 'mail',
        receiver: 'reader@example.com',
        subject: expect.any(String),
        body: expect.stringMatching(/\d{6}/),
        created_at: expect.any(String),
      },
      expect.objectContaining({
        channel: 'sms',
        receiver: mobile,
        body: expect.stringMatching(/^【开课】验证码 \d{6}/),
      }),
    ]);
    expect((await page({ json: '1', receiver: mobile })).body.list).toHaveLength(1);
    expect((await app.http('GET', '/local/outbox?receiver=a&receiver=b&json=1', { base: '', as: here })).status).toBe(
      200,
    );
  });

  it('shows them as a page, with all content escaped', async () => {
    const evil = `<script>alert("1")</script>&'`;
    await app.ctx.db
      .insertInto('outbox')
      .values({ channel: evil, receiver: evil, subject: evil, body: evil })
      .execute();
    const { text, headers } = await page();
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(text).not.toContain('<script');
    expect(text.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;')).toHaveLength(5);
  });

  it('opens by the link of the console, which the browser then remembers without it', async () => {
    const browser = makePerson();
    const link = outboxPath(app.ctx.secrets);
    const opened = await app.http('GET', `${link}&receiver=a`, { base: '', as: browser });
    expect([opened.status, opened.headers['location']]).toEqual([303, '/local/outbox?receiver=a']);
    expect(opened.headers['set-cookie']).toMatch(
      /^kaike_console=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await app.http('GET', '/local/outbox', { base: '', as: browser })).status).toBe(200);
    expect((await app.http('GET', `${link}&json=1`, { base: '' })).status).toBe(200);
  });

  it('opens for the super administrator, and for no other', async () => {
    const statusFor = async (as: Person): Promise<number> =>
      (await app.http('GET', '/local/outbox', { base: '', as })).status;
    expect(await statusFor(await app.person.admin())).toBe(200);
    expect(await statusFor(await app.person.adminWith(['admin.configs.list']))).toBe(403);
    expect(await statusFor(await app.person.member())).toBe(403);
  });

  it.each([
    ['this machine', '127.0.0.1', {}, ''],
    ['a proxy on this machine that adds no header', '127.0.0.1', { host: '127.0.0.1:8080' }, ''],
    ['another machine', '192.168.1.9', {}, ''],
    ['a proxy', '::1', { 'x-real-ip': '203.0.113.9' }, ''],
    ['somebody who guesses', '127.0.0.1', {}, 'A'.repeat(32)],
    ['somebody who guesses', '127.0.0.1', { cookie: `kaike_console=${'A'.repeat(32)}` }, '短'],
  ])('denies a request that comes from %s (%s %o %s)', async (_name, ip, headers, token) => {
    await app.ctx.db
      .insertInto('outbox')
      .values({ channel: 'sms', receiver: '13800138000', subject: '', body: '验证码 123456' })
      .execute();
    for (const path of ['/local/outbox', '/local/outbox?json=1', '/local/identity']) {
      const query = { token };
      const reply = await app.http('GET', path, { base: '', headers, query, as: { ...makePerson(), ip } });
      expect([reply.status, reply.text.includes('123456')]).toEqual([403, false]);
    }
  });

  it('is public once allowed explicitly', async () => {
    const open = await startTestApp({ config: { expose_local_codes: true } });
    expect(
      (await open.http('GET', '/local/outbox', { base: '', headers: { 'x-forwarded-for': '203.0.113.9' } })).status,
    ).toBe(200);
    await open.close();
  });

  it.each(['staging', 'production'] as const)('does not exist in %s', async (env) => {
    const other = await startTestApp({ config: { env } });
    expect((await other.http('GET', '/local/outbox', { base: '' })).status).toBe(404);
    expect((await other.http('GET', '/local/outbox?json=1', { base: '' })).status).toBe(404);
    await other.close();
  });
});
