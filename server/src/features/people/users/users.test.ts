import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildCourse,
  buildEntitlement,
  buildUser,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const setStatus = (id: number, status: number, as = admin) =>
  app.http('PUT', '/admin/users/update-status', { as, body: { ids: [id], status, reason: '违规' } });
const reset = (id: number, as = admin) =>
  app.http('POST', `/admin/users/${id}/reset-password`, { as, body: { reason: '忘记密码' } });
const show = async (id: number, as = admin) => (await app.http('GET', `/admin/users/${id}`, { as })).body.row;

describe('admin/users', () => {
  it('shows the owner of an account, with mobile and e-mail masked', async () => {
    const member = await app.person.member();
    const user = await buildUser(app.ctx, { mobile_phone: '13912345678', email: 'wang@example.com' });
    const reader = await app.person.adminWith(['admin.users.list', 'admin.users.show']);
    expect(await show(user.id, reader)).toMatchObject({
      mobile_phone: '139****5678',
      member_id: null,
      admin_id: null,
      live_sessions: 0,
      identities: [],
    });
    expect((await show(user.id, reader)).email).not.toBe('wang@example.com');
    expect((await show(user.id)).mobile_phone).toBe('139****5678');
    expect(
      (await app.http('POST', `/admin/users/${user.id}/reveal`, { as: reader, body: { reason: '核对' } })).status,
    ).toBe(403);
    const revealed = await app.http('POST', `/admin/users/${user.id}/reveal`, {
      as: admin,
      body: { reason: '核对身份' },
    });
    expect(revealed.body.values).toEqual({ mobile_phone: '13912345678', email: 'wang@example.com' });
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'users')
      .where('action', '=', 'reveal')
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({
      record_id: String(user.id),
      reason: '核对身份',
      after: { fields: ['mobile_phone', 'email'] },
    });
    expect(await show(member.user_id, reader)).toMatchObject({
      member_id: expect.any(Number),
      admin_id: null,
      live_sessions: 1,
    });
    expect(await show(admin.user_id, reader)).toMatchObject({
      admin_id: admin.admin_id,
      admin_roles: expect.any(String),
    });
    const text = (await app.http('GET', `/admin/users/${user.id}`, { as: admin })).text;
    expect(text).not.toContain('password_hash');
  });

  it('accepts a remark and nothing else', async () => {
    const { id } = await buildUser(app.ctx);
    expect(
      (await app.http('PUT', `/admin/users/${id}`, { as: admin, body: { remark: '老客户' } })).body.row.remark,
    ).toBe('老客户');
    expect((await app.http('PUT', `/admin/users/${id}`, { as: admin, body: { name: 'x' } })).status).toBe(422);
  });

  it('ends the sessions of stopped accounts at once', async () => {
    const member = await app.person.member();
    const isIn = async () => (await app.http('GET', '/home/index', { as: member })).status;
    expect(await isIn()).toBe(200);
    expect((await setStatus(member.user_id, userStatus.stopped)).body.changed).toBe(1);
    expect(await isIn()).toBe(401);
    expect((await setStatus(member.user_id, userStatus.effective)).body.changed).toBe(1);
    expect(await isIn()).toBe(401);
    const gone = await buildUser(app.ctx, { status: userStatus.cancelled });
    expect((await setStatus(gone.id, userStatus.effective)).body.code).toBe('record.state');
    expect((await setStatus(member.user_id, userStatus.cancelled)).status).toBe(422);
  });

  it('says before stopping what ends: logins, courses, cards, and who is an administrator', async () => {
    const [member, colleague] = [await app.person.member(), await app.person.adminWith(['admin.users.list'])];
    const { course } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id, state: cardState.claimed, owner_member_id: member.member_id });
    const preview = async (path: string, ids: number[], status: number) =>
      (await app.http('PUT', `/admin/${path}/update-status`, { as: admin, body: { ids, status, dry_run: true } })).body
        .notes;
    const ends = [
      '1 台设备上的登录立即失效。',
      '停用期间不能学习已开通的 1 门课程，有效期不顺延。',
      '停用期间不能使用卡包里的 1 张学习卡。',
    ];
    expect(await preview('members', [member.member_id], userStatus.stopped)).toEqual(ends);
    expect(await preview('users', [member.user_id, colleague.user_id], userStatus.stopped)).toEqual([
      '2 台设备上的登录立即失效。',
      ...ends.slice(1),
      '其中 1 位是管理员，不能再进入后台。',
    ]);
    expect(await preview('users', [member.user_id], userStatus.effective)).toEqual([]);
  });

  it('keeps the last super administrator, and administrators above', async () => {
    expect((await setStatus(admin.user_id, userStatus.stopped)).body.code).toBe('role.last_super');
    expect((await show(admin.user_id)).status).toBe(userStatus.effective);
    const clerk = await app.person.adminWith([
      'admin.users.list',
      'admin.users.update-status',
      'admin.users.reset-password',
    ]);
    expect((await setStatus(admin.user_id, userStatus.stopped, clerk)).body.code).toBe('role.exceeds_own');
    expect((await reset(admin.user_id, clerk)).body.code).toBe('role.exceeds_own');
  });

  it('sets a one-time password, shown once, that must be changed', async () => {
    const member = await app.person.member();
    const answer = await reset(member.user_id);
    expect([answer.status, answer.body.password.length]).toEqual([200, 14]);
    expect((await app.http('GET', '/home/index', { as: member })).status).toBe(401);
    const login = await app.http('POST', '/open/login', {
      body: { username: answer.body.username, password: answer.body.password },
    });
    expect([login.status, login.body.user.must_change_password, login.body.redirect]).toEqual([
      200,
      true,
      '/home/personage/password',
    ]);
    const person = await app.person.user(member.user_id);
    const stopped = await app.http('GET', '/home/index', { as: person });
    expect([stopped.status, stopped.body.redirect]).toEqual([403, '/home/personage/password']);
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'users')
      .where('action', '=', 'reset-password')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ record_id: String(member.user_id), reason: '忘记密码' });
    const keys = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify([log, keys])).not.toContain(answer.body.password);
    expect(
      (await app.http('POST', `/admin/users/${member.user_id}/reset-password`, { as: admin, body: {} })).body.errors,
    ).toHaveProperty('reason');
  });

  it('finds the member of an account by name', async () => {
    const member = await app.person.member();
    await app.ctx.db.updateTable('members').set({ real_name: '马静怡' }).where('id', '=', member.member_id).execute();
    const { row } = (await app.http('GET', `/admin/users/${member.user_id}`, { as: admin })).body;
    expect(row).toMatchObject({ member_id: member.member_id, labels: { member_id: '马静怡' } });
  });

  it('is closed to agencies', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.users.list', 'admin.users.reset-password'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const { id } = await buildUser(app.ctx);
    expect((await app.http('GET', '/admin/users/list', { as: agent })).body.data).toEqual([]);
    expect((await reset(id, agent)).status).toBe(404);
  });
});
