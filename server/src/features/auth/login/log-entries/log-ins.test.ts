import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { consoleTokenOf } from '../../../../http/console-token.ts';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../../test/app.ts';
import { buildMember, buildUser, makeMobile } from '../../../../../test/factories.ts';
import { makePerson } from '../../../../../test/client.ts';
import { hashPassword } from '../public.ts';
import { verifyChain } from '../../../office/audit/public.ts';
import { logFailedLogIn, type FailedLogIn } from './failed-log-ins.ts';

const password = 'correct-horse-1';
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const device = 'Chrome · Windows';
let app: TestApp;
let boss: AdminPerson;
let hash: string;
let clerk: AdminPerson & { username: string; mobile: string };

beforeAll(async () => {
  app = await startTestApp();
  boss = await app.person.admin();
  hash = await hashPassword(password);
});
afterAll(() => app.close());

beforeEach(async () => {
  const person = await app.person.adminWith(['admin.courses.list']);
  const [username, mobile] = [`clerk_${person.user_id}`, makeMobile()];
  await app.ctx.db
    .updateTable('users')
    .set({ username, mobile_phone: mobile, name: '周敏', password_hash: hash })
    .where('id', '=', person.user_id)
    .execute();
  clerk = { ...person, username, mobile };
});

const logIn = (body: Record<string, unknown>, as: Person, to = app, headers = {}) =>
  to.http('POST', '/open/login', { as, body, headers: { 'user-agent': agent, ...headers } });

/** The entries about log-ins of an address, oldest first, as the log shows them. */
async function entriesOf(ip: string, language = 'zh-CN', to = app, reader = boss) {
  await to.runJobs();
  const { body } = await to.http('GET', `/admin/logs/list?where[resource]=log-ins&where[ip]=${ip}`, {
    as: reader,
    headers: { language },
  });
  return body.data.toReversed();
}

async function changesOf(id: number, language = 'zh-CN') {
  const { body } = await app.http('GET', `/admin/logs/${id}`, { as: boss, headers: { language } });
  expect(body.row.is_intact).toBe(true);
  return Object.fromEntries(
    body.row.changes.map(({ label, after }: { label: string; after: string }) => [label, after]),
  );
}

describe('the operation log', () => {
  it('has log-in and log-out of who has access to the back office, with way, device and address', async () => {
    const visitor = await app.person.visitor();
    expect((await logIn({ username: clerk.username, password }, visitor)).status).toBe(200);
    await app.http('POST', '/open/logout', { as: visitor, headers: { 'user-agent': agent } });
    await app.http('POST', '/open/logout', { as: visitor });
    const entries = await entriesOf(visitor.ip);
    const facts = { operator: '周敏', user_id: clerk.user_id, record_id: String(clerk.user_id), ip: visitor.ip };
    expect(entries).toMatchObject([
      { ...facts, action: 'log_in', record_title: `密码 · ${device}`, status_code: 200 },
      { ...facts, action: 'log_out', record_title: device },
    ]);
    expect(entries[0].role_id).toEqual(expect.any(Number));
    expect(await changesOf(entries[0].id)).toEqual({ 登录方式: '密码', 设备: device });
    expect((await entriesOf(visitor.ip, 'en'))[0].record_title).toBe(`Password · ${device}`);
    expect((await entriesOf(visitor.ip, 'zh-TW'))[0].record_title).toBe(`密碼 · ${device}`);
    const { body } = await app.http('GET', '/admin/logs/actions', { as: boss, headers: { language: 'zh-CN' } });
    expect(body.data).toEqual(
      expect.arrayContaining([
        { value: 'log_in', label: '登录' },
        { value: 'log_out', label: '退出登录' },
      ]),
    );
    expect((await verifyChain(app.ctx.db)).is_intact).toBe(true);
  });

  it('has failures for an administrator and for names that nobody has, and no password', async () => {
    const visitor = await app.person.visitor();
    const attempts = [
      { username: clerk.username, password: 'wrong-horse-1' },
      { username: 'my-secret-password', password },
      { username: makeMobile(), password },
    ];
    for (const body of attempts) expect((await logIn(body, visitor)).status).toBe(422);
    const entries = await entriesOf(visitor.ip);
    expect(entries).toMatchObject([
      { action: 'log_in_failed', operator: '周敏', user_id: clerk.user_id, status_code: 422 },
      { action: 'log_in_failed', operator: 'm****', user_id: null, record_id: null },
      { action: 'log_in_failed', operator: expect.stringMatching(/^1\d\d\*{4}\d{4}$/), user_id: null },
    ]);
    expect(await changesOf(entries[0].id, 'en')).toEqual({
      Method: 'Password',
      Reason: 'Wrong name, password or code',
      Device: device,
    });
    const stored = await app.ctx.db.selectFrom('logs').selectAll().where('ip', '=', visitor.ip).execute();
    expect(JSON.stringify(stored)).not.toMatch(/horse|secret-password/);
  });

  it('has every failure, whatever id the caller gives the requests, and each once', async () => {
    const visitor = await app.person.visitor();
    const attempt = { username: clerk.username, password: 'wrong-horse-1' };
    for (let time = 0; time < 2; time += 1) await logIn(attempt, visitor, app, { 'x-request-id': 'always-the-same' });
    expect((await entriesOf(visitor.ip)).length).toBe(2);
    const origin = { device, ip: visitor.ip, request_id: 'always-the-same', cost_ms: 1 };
    const job: FailedLogIn = {
      attempt: randomUUID(),
      user_id: clerk.user_id,
      name: '',
      way: 'password',
      failure: 'credentials',
      origin,
    };
    for (let run = 0; run < 2; run += 1) await logFailedLogIn(app.ctx, job);
    expect((await entriesOf(visitor.ip)).length).toBe(3);
  });

  it('has wrong codes to an administrator’s number, and who is stopped', async () => {
    const visitor = await app.person.visitor();
    await logIn({ mobile_phone: clerk.mobile, message_code: '000000' }, visitor);
    await app.ctx.db.updateTable('users').set({ status: userStatus.stopped }).where('id', '=', clerk.user_id).execute();
    await logIn({ username: clerk.username, password }, visitor);
    const entries = await entriesOf(visitor.ip);
    expect(entries.map((entry: { record_title: string }) => entry.record_title)).toEqual([
      `短信验证码 · ${device}`,
      `密码 · ${device}`,
    ]);
    expect(await changesOf(entries[1].id)).toMatchObject({ 失败原因: '账号已停用' });
  });

  it('has nothing of learners', async () => {
    const visitor = await app.person.visitor();
    const user = await buildUser(app.ctx, { password_hash: hash });
    await buildMember(app.ctx, { user_id: user.id });
    await logIn({ username: user.username, password: 'wrong-horse-1' }, visitor);
    await logIn({ username: user.username, password }, visitor);
    await app.http('POST', '/open/logout', { as: visitor });
    expect(await entriesOf(visitor.ip)).toEqual([]);
  });

  it('cannot be filled by strangers', async () => {
    const visitor = await app.person.visitor();
    const fill = async (key: string, times: number): Promise<void> => {
      for (let use = 0; use < times; use += 1)
        await app.ctx.limiter.take({ key: `log-in-logged|${key}`, max: times, seconds: 60 });
    };
    await fill(`address:${visitor.ip}`, 19);
    for (const username of ['nobody_1', 'nobody_2']) await logIn({ username, password }, visitor);
    expect((await entriesOf(visitor.ip)).length).toBe(1);
    await fill(`name:username:${clerk.username}`, 9);
    const addresses = [await app.person.visitor(), await app.person.visitor()];
    for (const as of addresses) await logIn({ username: clerk.username, password: 'wrong-horse-1' }, as);
    const logged: number[] = [];
    for (const { ip } of addresses) logged.push((await entriesOf(ip)).length);
    expect(logged).toEqual([1, 0]);
  });

  it('has every use of the common password, also on learners', async () => {
    const local = await startTestApp({ config: { env: 'local' } });
    const reader = await local.person.admin();
    await local.http('PUT', '/admin/configs', { as: reader, body: { values: { common_password: 'one-for-all-1' } } });
    await expect.poll(() => local.ctx.settings.get('common_password')).toBe('one-for-all-1');
    const user = await buildUser(local.ctx, { name: '李雷' });
    await buildMember(local.ctx, { user_id: user.id });
    const visitor = { ...makePerson(), ip: '127.0.0.1' };
    visitor.cookies.set('kaike_console', consoleTokenOf(local.ctx.secrets));
    for (const username of ['admin', user.username])
      expect((await logIn({ username, password: 'one-for-all-1' }, visitor, local)).status).toBe(200);
    expect(await entriesOf(visitor.ip, 'zh-CN', local, reader)).toMatchObject([
      { action: 'common_password', operator: '超级管理员', record_title: `通用密码 · ${device}` },
      { action: 'common_password', operator: '李雷', user_id: user.id },
    ]);
    await local.close();
  });
});
