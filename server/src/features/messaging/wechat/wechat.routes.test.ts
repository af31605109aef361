import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';
import { startSecondServer } from '../../../../test/remote-storage.ts';
import vectors from '../../../../test/fakes/vectors/wechat-jssdk-and-messages.json' with { type: 'json' };
import {
  push,
  pushedAt,
  startWechat,
  wechatAccount,
  type ReceivedRequest,
  type WechatFake,
} from '../../../../test/fakes/wechat.ts';

let app: TestApp;
let fake: WechatFake;
const site = 'https://kaike.example.com';

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: site } });
  fake = await startWechat();
  for (const [key, value] of Object.entries({ ...wechatAccount, wechat_base: fake.base }))
    await app.setting(key as SettingKey, value);
});
afterAll(async () => {
  await fake.close();
  await app.close();
});

const ask = (url: string): Promise<Reply> => app.http('GET', '/open/wx-config', { query: { url } });

describe('GET /open/wx-config', () => {
  beforeEach(() => app.ctx.db.deleteFrom('service_tokens').execute());

  it('signs a page of ours, without its fragment, with one ticket for all who ask at once', async () => {
    const before = fake.requests.length;
    // More than the pool has connections: who waits for the ticket must not hold what its asker needs.
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => ask(`${site}/open/courses?q=%E8%8B%B1%E8%AF%AD#top`)),
    );
    for (const {
      status,
      body: { wxconfig },
    } of answers) {
      expect(status).toBe(200);
      const text = `jsapi_ticket=${fake.tickets.at(-1)}&noncestr=${wxconfig.nonceStr}&timestamp=${wxconfig.timestamp}&url=${site}/open/courses?q=%E8%8B%B1%E8%AF%AD`;
      expect(wxconfig).toMatchObject({
        appId: wechatAccount.wechat_appid,
        signature: createHash('sha1').update(text).digest('hex'),
        debug: false,
      });
    }
    expect(fake.requests.length - before).toBe(2);
    app.clock.advance(6_000_000);
    await ask(`${site}/`);
    expect(fake.requests.length - before).toBe(2);
    app.clock.advance(1_000_000);
    await ask(`${site}/`);
    expect(fake.requests.length - before).toBe(4);
  });

  it('stores neither token nor ticket in plain text', async () => {
    await ask(`${site}/`);
    const rows = await app.ctx.db.selectFrom('service_tokens').selectAll().execute();
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      `wechat-ticket:${wechatAccount.wechat_appid}`,
      `wechat-token:${wechatAccount.wechat_appid}`,
    ]);
    for (const { value } of rows) expect(value?.toString('latin1')).not.toContain('ticket-');
  });

  it('gets another token when ours was invalidated elsewhere', async () => {
    fake.set({ spoil_token: true });
    expect((await ask(`${site}/`)).status).toBe(200);
  });

  it('signs no foreign page', async () => {
    for (const url of [
      'https://evil.example/',
      'https://kaike.example.com.evil.example/',
      'javascript:alert(1)',
      'https://kaike.example.com:444/',
      '//kaike.example.com/',
    ]) {
      const { status, body } = await ask(url);
      expect([status, body.code], url).toEqual([403, 'wechat.foreign_page']);
    }
    await app.setting('wechat_js_domains', ['www.kaike.example.com']);
    expect((await ask(`${site}/`)).status).toBe(403);
    expect((await ask('https://www.kaike.example.com/')).status).toBe(200);
    await app.setting('wechat_js_domains', []);
  });

  it('reports that WeChat is unavailable, and recovers afterwards', async () => {
    for (const trouble of ['hang_up', 'half', 'truncated', 'busy', 'html'] as const) {
      fake.set({ trouble });
      expect((await ask(`${site}/`)).body.code, trouble).toBe('wechat.away');
    }
    fake.set({ trouble: 'none' });
    expect((await ask(`${site}/`)).status).toBe(200);
  });

  it('shares public pages with their own texts, and member pages as the school', async () => {
    const { course } = await buildCourse(app.ctx, { title: '零基础英语', subtitle: '从字母开始' });
    expect((await ask(`${site}/open/courses/${course.id}`)).body.show).toMatchObject({
      title: '零基础英语',
      link: `${site}/open/courses/${course.id}`,
    });
    expect((await ask(`${site}/home/pay-orders/5`)).body.show).toMatchObject({ link: `${site}/open/index` });
  });

  it('is empty without an account', async () => {
    await app.setting('wechat_secret', '');
    expect((await ask(`${site}/`)).body).toMatchObject({ wxconfig: { appId: '' }, show: null });
    await app.setting('wechat_secret', wechatAccount.wechat_secret);
  });
});

describe('/open/message-notify', () => {
  const { serverVerification: question, aesOfficialAccount: sealed } = vectors;
  const { token } = question;
  const text = (fields: Record<string, string>): string =>
    `<xml>${Object.entries({ ToUserName: 'gh_1', FromUserName: 'oReader', CreateTime: '1768464000', ...fields })
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('')}</xml>`;
  const send = ({ query, body }: ReceivedRequest, path = '/open/message-notify'): Promise<Reply> =>
    app.http('POST', path, { base: '/api', query, body, headers: { 'content-type': 'text/xml' } });
  const follower = (openId: string) =>
    app.ctx.db
      .selectFrom('ousers')
      .select('followed_at')
      .where('open_id', '=', openId)
      .where('provider', '=', 'wechat_official')
      .executeTakeFirst();

  beforeAll(async () => {
    await app.setting('wechat_token', token);
    app.clock.set(new Date(pushedAt * 1000));
  });

  it('answers the ownership check, and only WeChat’s', async () => {
    const { timestamp, nonce, echostr, signature, expectedReply } = question;
    for (const base of ['', '/api', '/web-api'] as const)
      expect(
        (await app.http('GET', '/open/message-notify', { base, query: { signature, timestamp, nonce, echostr } })).text,
      ).toBe(expectedReply);
    expect(
      (
        await app.http('GET', '/open/message-notify', {
          base: '/api',
          query: { signature: signature.replace('4', '5'), timestamp, nonce, echostr },
        })
      ).status,
    ).toBe(403);
    expect((await app.http('GET', '/open/message-notify', { base: '/api' })).status).toBe(403);
  });

  it('greets a new follower once, and records who unfollowed', async () => {
    const message = push(text({ FromUserName: 'oFan', MsgType: 'event', Event: 'subscribe' }), { token });
    const [first, again] = [await send(message), await send(message)];
    expect(first.text).toContain('<ToUserName><![CDATA[oFan]]></ToUserName>');
    expect(first.text).toContain('欢迎关注');
    expect([again.status, again.text]).toEqual([200, 'success']);
    expect((await follower('oFan'))?.followed_at).not.toBeNull();
    await send(
      push(text({ FromUserName: 'oFan', CreateTime: '1768464099', MsgType: 'event', Event: 'unsubscribe' }), { token }),
      '/open/message-notify/wechat',
    );
    expect((await follower('oFan'))?.followed_at).toBeNull();
  });

  it('refuses what is not signed, no message, or declares entities', async () => {
    const message = push(text({ MsgType: 'text', Content: 'hi', MsgId: '1' }), { token });
    for (const wrong of [
      push(message.body, { token: 'another token' }),
      { ...message, query: {} },
      { ...message, body: 'hello' },
      { ...message, body: `<!DOCTYPE x>${message.body}` },
      { ...message, body: '' },
    ]) {
      expect((await send(wrong)).status).toBe(403);
    }
    expect((await send(message)).text).toBe('success');
    expect((await app.http('POST', '/open/message-notify/nobody', { base: '/api', body: {} })).status).toBe(404);
  });

  it.each([
    [-301, 403],
    [-299, 200],
    [299, 200],
    [301, 403],
    [-94_608_000, 403],
    [Number.NaN, 403],
  ])('takes a message signed %d s from now with %d', async (seconds, status) => {
    const message = push(text({ MsgType: 'text', Content: 'hi', MsgId: `t${seconds}` }), {
      token,
      timestamp: String(pushedAt + seconds),
    });
    expect((await send(message)).status).toBe(status);
  });

  it('reads encrypted messages, replies encrypted, and then refuses plain ones', async () => {
    await app.setting('wechat_aes_key', sealed.encodingAESKey);
    const query = Object.fromEntries(new URLSearchParams(sealed.query));
    expect((await send({ query, body: sealed.body })).text).toBe('success');
    const answer = await send(
      push(text({ FromUserName: 'oSealed', MsgType: 'event', Event: 'subscribe' }), {
        token,
        aes_key: sealed.encodingAESKey,
      }),
    );
    expect(answer.text).toMatch(/^<xml><Encrypt>.*<MsgSignature>/);
    expect(answer.text).not.toContain('欢迎');
    const other = push(text({ MsgType: 'text', MsgId: '7' }), {
      token,
      aes_key: sealed.encodingAESKey,
      app_id: 'wx0000000000000000',
    });
    expect((await send(other)).status).toBe(403);
    expect((await send(push(text({ MsgType: 'text', MsgId: '8' }), { token }))).status).toBe(403);
    await app.setting('wechat_aes_key', '');
  });
});

it('two servers share one token and one ticket, however many people ask both at once', async () => {
  await app.ctx.db.deleteFrom('service_tokens').execute();
  const second = await startSecondServer(app);
  const before = fake.requests.length;
  const ofSecond = () => second.http('GET', '/open/wx-config', { query: { url: `${site}/` } });
  const replies = await Promise.all(Array.from({ length: 8 }, () => [ask(`${site}/`), ofSecond()]).flat());
  await second.close();
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const paths = fake.requests.slice(before).map(({ url }) => url.pathname);
  expect(paths).toEqual(['/cgi-bin/stable_token', '/cgi-bin/ticket/getticket']);
});

describe('the test of the account in the settings', () => {
  it('has WeChat check what is entered, and leaves the shared token valid', async () => {
    const admin = await app.person.admin();
    const test = async () =>
      (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'wechat' } })).body;
    const enter = async (values: Record<string, string>): Promise<void> => {
      for (const [key, value] of Object.entries(values)) await app.setting(key as SettingKey, value);
      app.clock.advance(61_000);
    };
    await ask(`${site}/`);
    const tickets = fake.tickets.length;
    expect(await test()).toMatchObject({ state: 'passed', title: expect.stringContaining('账号可用') });
    const { requests } = fake;
    expect(JSON.parse(requests.at(-1)?.body ?? '').force_refresh).toBe(false);
    // A stored token says nothing of what was entered since.
    await enter({ wechat_secret: 'wrong' });
    expect(await test()).toMatchObject({ state: 'failed', text: 'AppSecret 不正确' });
    await enter({ ...wechatAccount, wechat_appid: 'wx0' });
    expect(await test()).toMatchObject({ state: 'failed', text: 'AppID 不正确' });
    await enter(wechatAccount);
    fake.set({ knows_address: false });
    expect((await test()).text).toMatch(/IP 白名单/);
    fake.set({ knows_address: true });
    await enter({ wechat_secret: '' });
    expect((await test()).text).toMatch(/要一起填写/);
    await enter({ wechat_appid: '' });
    expect((await test()).text).toMatch(/还没有填写/);
    await enter(wechatAccount);
    expect((await ask(`${site}/`)).status).toBe(200);
    expect(fake.tickets).toHaveLength(tickets);
  });
});

it('serves the files that prove domain ownership', async () => {
  await app.setting('wechat_verify_files', ['MP_verify_AbC123.txt', 'WW_verify_x1.txt hello']);
  expect((await app.http('GET', '/MP_verify_AbC123.txt', { base: '' })).text).toBe('AbC123');
  expect((await app.http('GET', '/WW_verify_x1.txt', { base: '' })).text).toBe('hello');
  expect((await app.http('GET', '/MP_verify_other.txt', { base: '' })).status).toBe(404);
});
