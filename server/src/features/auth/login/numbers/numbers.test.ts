import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../../test/app.ts';
import { buildMember, buildUser, makeMobile } from '../../../../../test/factories.ts';
import { hashPassword } from '../passwords/password-hash.ts';

const day = 86_400_000;
const formerName = '从前的人';
const password = 'owner-secret-1';
let app: TestApp;
let admin: AdminPerson;
let hash: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  hash = await hashPassword(password);
});
afterAll(() => app.close());

/** A learner whose number nobody used for so many days. */
async function makeIdle(days = 200) {
  const used = new Date(app.clock.now().getTime() - days * day);
  const [mobile, email] = [makeMobile(), `${makeMobile()}@example.com`];
  const columns = { name: formerName, mobile_phone: mobile, email, password_hash: hash };
  const { id } = await buildUser(app.ctx, { ...columns, created_at: used, last_login_at: used });
  const member = await buildMember(app.ctx, { user_id: id, real_name: formerName });
  return { id, member_id: member.id, mobile, email };
}

async function sendCode(path: string, mobile: string): Promise<string> {
  app.clock.advance(61_000);
  const field = path.includes('forgot') ? 'username' : 'mobile_phone';
  await app.http('POST', path, { body: { [field]: mobile, verify: await app.captchaPass() } });
  return app.lastCode(mobile);
}
const logIn = (body: object, as?: Person, headers: Record<string, string> = {}) =>
  app.http('POST', '/open/login', { body, headers, ...(as ? { as } : {}) });
const mobileOf = async (id: number) =>
  (await app.ctx.db.selectFrom('users').select('mobile_phone').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile_phone;
const changesOf = (id: number) =>
  app.ctx.db
    .selectFrom('number_changes')
    .select(['old_number', 'new_number', 'cause'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

describe('a number that nobody used for long', () => {
  it('is not opened by a code alone, and names nobody', async () => {
    const { mobile } = await makeIdle();
    const code = await sendCode('/open/login/send', mobile);
    const refused = await logIn({ mobile_phone: mobile, message_code: code });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'auth.second_proof',
      ['password'],
    ]);
    expect(refused.text).not.toContain(formerName);
    expect((await logIn({ mobile_phone: mobile, message_code: code, password: 'not-this-1' })).body.code).toBe(
      'auth.wrong_credentials',
    );
    const opened = await logIn({ mobile_phone: mobile, message_code: code, password });
    expect(opened.body).toMatchObject({ user: { name: formerName } });
    // Used again, a code is enough.
    const next = await sendCode('/open/login/send', mobile);
    expect((await logIn({ mobile_phone: mobile, message_code: next })).status).toBe(200);
  });

  it('is told only to who has the code: without it, idle, known and unknown numbers answer alike', async () => {
    const { mobile } = await makeIdle();
    for (const number of [mobile, makeMobile()])
      for (const more of [{}, { password: 'guess-1234' }, { new_account: true, agree: true }])
        expect((await logIn({ mobile_phone: number, message_code: '000000', ...more })).body.code).toBe(
          'auth.code_wrong',
        );
  });

  it('opens on a browser where the account was used before, and after the school confirmed it', async () => {
    const { id, mobile, member_id } = await makeIdle();
    const known = { 'client-id': 'browser-of-the-owner' };
    await app.ctx.db
      .insertInto('user_sessions')
      .values({
        user_id: id,
        token_hash: Buffer.from(mobile.padEnd(32)),
        client_type: 'web',
        client_id: known['client-id'],
        last_seen_at: new Date(app.clock.now().getTime() - 200 * day),
        expires_at: new Date(app.clock.now().getTime() - 190 * day),
      })
      .execute();
    await app.ctx.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    const code = await sendCode('/open/login/send', mobile);
    const body = { mobile_phone: mobile, message_code: code };
    expect((await logIn(body, undefined, { 'client-id': 'somebody-elses-one' })).body.code).toBe('auth.second_proof');
    expect((await logIn(body, undefined, known)).status).toBe(200);
    const other = await makeIdle();
    const put = { ids: [other.member_id], reason: '本人到校核对' };
    expect((await app.http('PUT', '/admin/members/confirm-mobile', { as: admin, body: put })).body.changed).toBe(1);
    const again = await sendCode('/open/login/send', other.mobile);
    expect((await logIn({ mobile_phone: other.mobile, message_code: again })).status).toBe(200);
    expect(member_id).not.toBe(other.member_id);
  });

  it('begins anew for whoever holds it today; the account before keeps everything else', async () => {
    const { id, mobile } = await makeIdle();
    const code = await sendCode('/open/login/send', mobile);
    const body = { mobile_phone: mobile, message_code: code, new_account: true };
    expect(Object.keys((await logIn(body)).body.errors)).toEqual(['agree']);
    const visitors = [await app.person.visitor(), await app.person.visitor()];
    const both = await Promise.all(visitors.map((as) => logIn({ ...body, agree: true }, as)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const opened = both.find(({ status }) => status === 200);
    expect(opened?.body.user.id).not.toBe(id);
    expect(opened?.text).not.toContain(formerName);
    expect([await mobileOf(id), await changesOf(id)]).toEqual([
      null,
      [{ old_number: mobile, new_number: null, cause: 'taken_over' }],
    ]);
    const after = await app.ctx.db
      .selectFrom('users')
      .select(['name', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ name: formerName, password_hash: hash });
  });

  it('an account in use is never taken over', async () => {
    const { mobile } = await makeIdle(10);
    const code = await sendCode('/open/login/send', mobile);
    const opened = await logIn({ mobile_phone: mobile, message_code: code, new_account: true, agree: true });
    expect(opened.body.user.name).toBe(formerName);
  });

  it('gets no new password by a code to it, but by one to its mailbox', async () => {
    const { mobile, email } = await makeIdle();
    const reset = (username: string, code: string) =>
      app.http('POST', '/open/forgot-password/reset-password', {
        body: { username, message_code: code, password: 'another-one-1', password_confirmation: 'another-one-1' },
      });
    const refused = await reset(mobile, await sendCode('/open/forgot-password/send-sms', mobile));
    expect(refused.body.code).toBe('auth.second_proof');
    expect((await reset(email, await sendCode('/open/forgot-password/send', email))).status).toBe(200);
  });

  it('may be taken by a learner who changes to it', async () => {
    const { id, mobile } = await makeIdle();
    const member = await app.person.member();
    await app.ctx.db
      .updateTable('users')
      .set({ password_hash: hash, mobile_phone: makeMobile() })
      .where('id', '=', member.user_id)
      .execute();
    const { pass } = (await app.http('POST', '/home/verify-message-code', { as: member, body: { password } })).body;
    const verify = await app.captchaPass();
    const sending = { purpose: 'update_mobile', mobile_phone: mobile, verify };
    await app.http('POST', '/home/send', { as: member, body: sending });
    const body = { pass, mobile_phone: mobile, message_code: app.lastCode(mobile) };
    expect((await app.http('POST', '/home/update-mobile-phone', { as: member, body })).status).toBe(200);
    expect([await mobileOf(id), await mobileOf(member.user_id)]).toEqual([null, mobile]);
  });

  it('0 days is never', async () => {
    await app.setting('number_idle_days', 0);
    const { mobile } = await makeIdle(3000);
    const code = await sendCode('/open/login/send', mobile);
    expect((await logIn({ mobile_phone: mobile, message_code: code })).status).toBe(200);
    await app.setting('number_idle_days', 180);
  });
});

describe('a number that the school corrects', () => {
  const act = (action: string, body: object, as = admin) => app.http('PUT', `/admin/members/${action}`, { as, body });

  it('is another from now on: sessions end, the one before is told without a name, the log says why', async () => {
    const member = await app.person.member();
    const [before, after] = [makeMobile(), makeMobile()];
    const columns = { mobile_phone: before, name: formerName };
    await app.ctx.db.updateTable('users').set(columns).where('id', '=', member.user_id).execute();
    const ids = [member.member_id];
    expect(Object.keys((await act('change-mobile', { ids, mobile_phone: after })).body.errors)).toEqual(['reason']);
    const changed = await act('change-mobile', { ids, mobile_phone: after, reason: '录入时写错' });
    expect(changed.body.changed).toBe(1);
    expect((await app.http('GET', '/home/index', { as: member })).status).toBe(401);
    await app.runJobs();
    const notices = app.sent.sms.filter(({ to }) => to === before);
    expect(notices).toMatchObject([{ purpose: 'notice', text: expect.stringContaining('不再用于登录') }]);
    expect(notices[0]?.text).not.toContain(formerName);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'reason', 'request'])
      .where('resource', '=', 'members')
      .where('record_id', '=', String(member.member_id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ action: 'change-mobile', reason: '录入时写错' });
    expect(JSON.stringify(log.request)).not.toContain(after);
    const code = await sendCode('/open/login/send', after);
    expect((await logIn({ mobile_phone: after, message_code: code })).body.user.id).toBe(member.user_id);
  });

  it('that another learner has is named with them, so that both can be merged; nothing changes', async () => {
    const [one, other] = [await app.person.member(), await app.person.member()];
    const mobile = makeMobile();
    const columns = { mobile_phone: mobile, email: 'held@example.com' };
    await app.ctx.db.updateTable('users').set(columns).where('id', '=', other.user_id).execute();
    const { member_no: no } = await app.ctx.db
      .selectFrom('members')
      .select('member_no')
      .where('id', '=', other.member_id)
      .executeTakeFirstOrThrow();
    const ids = [one.member_id];
    const taken = await act('change-mobile', { ids, mobile_phone: mobile, reason: '换号' });
    expect([taken.status, taken.body.code]).toEqual([422, 'member.mobile_taken']);
    expect(taken.body.errors.mobile_phone[0]).toContain(no);
    const mail = await act('change-email', { ids, email: 'Held@example.com', reason: '换邮箱' });
    expect([mail.body.code, Object.keys(mail.body.errors)]).toEqual(['member.email_taken', ['email']]);
    expect(await mobileOf(one.user_id)).not.toBe(mobile);
  });

  it('is taken off, and the learner goes to another agency', async () => {
    const member = await app.person.member();
    const ids = [member.member_id];
    await app.ctx.db
      .updateTable('users')
      .set({ mobile_phone: makeMobile() })
      .where('id', '=', member.user_id)
      .execute();
    expect((await act('unbind-mobile', { ids, reason: '号码已换人' })).body.changed).toBe(1);
    expect(await mobileOf(member.user_id)).toBe(null);
    expect((await act('change-agency', { ids, agency_id: 999_999, reason: '录错' })).status).toBe(422);
    expect((await act('change-agency', { ids, agency_id: null, reason: '录错' })).status).toBe(200);
    const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.update']);
    expect((await act('change-mobile', { ids, mobile_phone: makeMobile(), reason: 'x' }, clerk)).status).toBe(403);
  });

  it('of an administrator is changed among users, by nobody below them', async () => {
    const boss = await app.person.admin();
    const clerk = await app.person.adminWith(['admin.users.list', 'admin.users.change-mobile']);
    const put = (as: AdminPerson, id: number) =>
      app.http('PUT', '/admin/users/change-mobile', {
        as,
        body: { ids: [id], mobile_phone: makeMobile(), reason: '换号' },
      });
    expect((await put(clerk, boss.user_id)).status).not.toBe(200);
    const member = await app.person.member();
    expect((await put(clerk, member.user_id)).body.changed).toBe(1);
    expect((await put(admin, clerk.user_id)).body.changed).toBe(1);
  });
});
