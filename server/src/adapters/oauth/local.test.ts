import { createHash, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingKey } from '../../core/settings/settings.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makePerson, openConsoleLink } from '../../../test/client.ts';
import { alipaySettings } from '../../../test/fakes/alipay.ts';
import { listen, type Listener } from '../../../test/fakes/listen.ts';
import vectors from '../../../test/fakes/vectors/alipay-rsa2.json' with { type: 'json' };
import { parseResponse } from './call-identity.ts';

let app: TestApp;
let gateway: Listener;

beforeAll(async () => {
  app = await startTestApp();
  openConsoleLink(app.ctx, here);
  gateway = await listen(({ url }) => {
    const method = url.searchParams.get('method') ?? '';
    const isGood = url.searchParams.get('code') === 'good' || url.searchParams.get('auth_token') === 'token-1';
    // A successful login responds without a code.
    const answers: Record<string, object> = {
      'alipay.system.oauth.token': { access_token: 'token-1', user_id: '2088' },
      'alipay.user.info.share': {
        code: '10000',
        msg: 'Success',
        user_id: '2088',
        nick_name: '小满',
        avatar: 'https://pictures.example.com/1.jpg',
      },
    };
    const content = JSON.stringify(
      isGood ? answers[method] : { code: '40002', msg: 'Invalid', sub_code: 'isv.code-invalid' },
    );
    return {
      status: 200,
      type: 'text/html;charset=utf-8',
      body: `{"${isGood ? `${method.replaceAll('.', '_')}_response` : 'error_response'}":${content},"sign":"${sign('sha256', Buffer.from(content), vectors.alipayPrivateKeyPkcs8Pem).toString('base64')}"}`,
    };
  });
});
afterAll(async () => {
  await gateway.close();
  await app.close();
});

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirect_uri = 'http://127.0.0.1:8080/open/other-login-callback/local';
/** A browser that has opened the link of the console. */
const here = makePerson();
const form = (fields: Record<string, string>, as = here) =>
  app.http('POST', '/local/identity', {
    base: '',
    as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: 'kaike-local',
      redirect_uri,
      state: 's',
      code_challenge: challenge,
      open_id: 'me',
      nickname: '我',
      answer: 'agree',
      ...fields,
    }).toString(),
  });

async function codeOf(fields: Record<string, string> = {}): Promise<string> {
  return new URL(String((await form(fields)).headers['location'])).searchParams.get('code') ?? '';
}

it('issues a code that works once, for its return address, for the holder of the verifier, for five minutes', async () => {
  const local = await app.ctx.adapters.identity.find('local');
  const identify = (code: string, change: object = {}) =>
    local?.identify({ code, redirect_uri, verifier, is_silent: false, ...change });
  const code = await codeOf();
  expect(await identify(code)).toMatchObject({ provider: 'local', open_id: 'me', nickname: '我' });
  await expect(identify(code)).rejects.toThrow('bad_code');
  await expect(identify(await codeOf(), { verifier: 'w'.repeat(43) })).rejects.toThrow('bad_grant');
  await expect(
    identify(await codeOf(), { redirect_uri: 'http://other/open/other-login-callback/local' }),
  ).rejects.toThrow('bad_grant');
  const late = await codeOf();
  app.clock.advance(301_000);
  await expect(identify(late)).rejects.toThrow('bad_grant');
});

it('redirects nowhere else, and back with an error after a refusal', async () => {
  for (const change of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'other' }, { code_challenge: '' }])
    expect((await form(change)).status, JSON.stringify(change)).toBe(400);
  for (const change of [{ answer: 'refuse' }, { open_id: '<script>' }, { nickname: ' ' }])
    expect(String((await form(change)).headers['location']), JSON.stringify(change)).toContain('error=access_denied');
  const page = await app.http('GET', '/local/identity', {
    base: '',
    as: here,
    query: { client_id: 'kaike-local', redirect_uri, state: '"><script>', code_challenge: challenge },
  });
  expect(page.text).toContain('演示登录');
  expect(page.text).not.toContain('<script>');
});

it('accepts nobody from another machine', async () => {
  const reply = await form({}, makePerson());
  expect([reply.status, reply.headers['location']]).toEqual([403, undefined]);
});

it('does not exist in production', async () => {
  const live = await startTestApp({ config: { env: 'production' } });
  expect([
    await live.ctx.adapters.identity.offered('desktop'),
    live.ctx.adapters.identity.local,
    (await live.http('GET', '/local/identity', { base: '' })).status,
  ]).toEqual([[], null, 404]);
  await live.close();
});

it('logs in with Alipay, whose calls are signed', async () => {
  const settings = {
    oauth_alipay_id: vectors.appId,
    oauth_alipay_secret: vectors.appPrivateKeyPkcs8Pem,
    alipay_public_key: alipaySettings.alipay_public_key,
    alipay_gateway: `${gateway.base}/gateway.do`,
  };
  for (const [key, value] of Object.entries(settings)) await app.setting(key as SettingKey, value);
  const alipay = await app.ctx.adapters.identity.find('alipay');
  const identify = (code: string) => alipay?.identify({ code, redirect_uri: '', verifier: '', is_silent: false });
  expect(await identify('good')).toMatchObject({
    provider: 'alipay',
    open_id: '2088',
    nickname: '小满',
    avatar: 'https://pictures.example.com/1.jpg',
  });
  await expect(identify('bad')).rejects.toThrow('isv.code-invalid');
  expect(
    new URL(alipay?.authorizeUrl({ redirect_uri, state: 's', challenge, is_silent: false }) ?? '').searchParams.get(
      'scope',
    ),
  ).toBe('auth_user');
});

it('parses responses: JSON, a wrapped object, a query string', () => {
  expect(['{"a":1}', 'callback( {"a":1} );\n', 'a=1&b=2', '<html>', ''].map(parseResponse)).toEqual([
    { a: 1 },
    { a: 1 },
    { a: '1', b: '2' },
    {},
    {},
  ]);
});
