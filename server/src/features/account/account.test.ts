import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type MemberPerson, type Person, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildEntitlement, buildUser, makeMobile } from '../../../test/factories.ts';
import { hashPassword } from '../auth/public.ts';
import { eraseAccounts } from './public.ts';

const password = 'the-old-one-1';
const idCard = '11010519491231002X';
const day = 86_400_000;
let app: TestApp;
let hash: string;
beforeAll(async () => {
  app = await startTestApp();
  hash = await hashPassword(password);
});
afterAll(() => app.close());

const base = '/home/personage';
const account = async (as: Person) => (await app.http('GET', base, { as })).body.account;
const memberRow = (id: number) => app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const userRow = (id: number) => app.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isAlive = async (as: Person): Promise<boolean> => (await app.http('GET', '/open/user', { as })).body.user !== null;

async function learner(): Promise<MemberPerson & { mobile: string }> {
  const person = await app.person.member();
  const mobile = makeMobile();
  await app.ctx.db.updateTable('users').set({ mobile_phone: mobile, password_hash: hash }).where('id', '=', person.user_id).execute();
  return { ...person, mobile };
}
const passOf = async (as: Person, proof: Record<string, unknown> = { password }) => (await app.http('POST', '/home/verify-message-code', { as, body: proof })).body.pass as string;

const close = async (as: Person) => app.http('POST', `${base}/close`, { as, body: { pass: await passOf(as) } });

describe('data', () => {
  it('is saved by its owner, and a stale version is refused', async () => {
    const me = await app.person.member({ activated: false });
    const { version } = await account(me);
    const body = { nickname: '小明', gender: 1, birthday: '2010-05-06', school: '育才中学', grade: '初二', version };
    const saved = await app.http('PUT', base, { as: me, body });
    expect([saved.status, saved.body.account]).toEqual([200, expect.objectContaining({ nickname: '小明', gender: 1, birthday: '2010-05-06', school: '育才中学', grade: '初二' })]);
    expect((await app.http('PUT', base, { as: me, body })).body.code).toBe('record.stale');
    expect(Object.keys((await app.http('PUT', base, { as: me, body: { ...body, nickname: '' } })).body.errors)).toEqual(['nickname']);
    await vi.waitFor(async () => expect((await app.http('GET', '/open/user', { as: me })).body.user.name).toBe('小明'), { interval: 5 });
  });

  it('takes only a picture of our own', async () => {
    const me = await app.person.member();
    const avatar = `/uploads/public/2026/11/${'a'.repeat(30)}.webp`;
    expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar } })).body.avatar).toBe(avatar);
    expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar: 'https://example.com/a.webp' } })).status).toBe(422);
  });

  it('is nothing for strangers', async () => {
    expect((await app.http('GET', base, { as: await app.person.visitor() })).status).toBe(401);
  });
});

describe('devices', () => {
  it('end one by one and all others, never somebody else’s', async () => {
    const me = await app.person.member();
    const [there, elsewhere] = [await app.person.user(me.user_id), await app.person.user(me.user_id)];
    const { devices } = (await app.http('GET', `${base}/devices`, { as: me })).body;
    expect(devices.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1);
    const stranger = await app.person.member();
    const [other] = devices.filter((one: { is_current: boolean }) => !one.is_current);
    expect((await app.http('DELETE', `${base}/devices/${other.id}`, { as: stranger, body: {} })).status).toBe(404);
    expect((await app.http('DELETE', `${base}/devices/${other.id}`, { as: me, body: {} })).body.ended).toBe(1);
    expect((await app.http('DELETE', `${base}/devices`, { as: me, body: {} })).body.ended).toBe(1);
    expect([await isAlive(there), await isAlive(elsewhere), await isAlive(me)]).toEqual([false, false, true]);
  });
});

describe('the mobile number', () => {
  const change = (as: Person, body: Record<string, unknown>) => app.http('PUT', '/home/update-mobile-phone', { as, body });
  const send = async (as: Person, body: Record<string, unknown>) => app.http('POST', '/home/send', { as, body: { ...body, verify: await app.captchaPass() } });

  it('changes after a code to the old and one to the new, and other sessions end', async () => {
    const me = await learner();
    const there = await app.person.user(me.user_id);
    expect((await send(me, { purpose: 'verify' })).status).toBe(200);
    const pass = await passOf(me, { message_code: app.lastCode(me.mobile) });
    const wanted = makeMobile();
    await send(me, { purpose: 'update_mobile', mobile_phone: wanted });
    const code = app.lastCode(wanted);
    expect((await change(there, { mobile_phone: wanted, message_code: code, pass })).body.code).toBe('account.pass_over');
    expect((await change(me, { mobile_phone: wanted, message_code: code, pass })).body.account.mobile_phone).toBe(wanted);
    expect([await isAlive(me), await isAlive(there)]).toEqual([true, false]);
    expect((await change(me, { mobile_phone: wanted, message_code: code, pass })).body.code).toBe('account.pass_over');
  });

  it('is refused without proof, after ten minutes, and when somebody has it', async () => {
    const me = await learner();
    expect((await app.http('POST', '/home/verify-message-code', { as: me, body: { password: 'wrong-one-9' } })).body.code).toBe('auth.old_password_wrong');
    const taken = makeMobile();
    await buildUser(app.ctx, { mobile_phone: taken });
    await send(me, { purpose: 'update_mobile', mobile_phone: taken });
    const body = { mobile_phone: taken, message_code: app.lastCode(taken) };
    expect((await change(me, { ...body, pass: 'x.y' })).body.code).toBe('account.pass_over');
    const pass = await passOf(me);
    expect((await change(me, { ...body, pass })).body.code).toBe('auth.mobile_taken');
    app.clock.advance(11 * 60_000);
    expect((await change(me, { ...body, pass })).body.code).toBe('account.pass_over');
  });
});

describe('the real name', () => {
  const identity = { real_name: '李小红', id_card: idCard.toLowerCase() };

  it('waits for a person, is encrypted, and shows four characters', async () => {
    const me = await learner();
    expect(Object.keys((await app.http('POST', '/home/real-name', { as: me, body: { ...identity, id_card: '110105194912310021' } })).body.errors)).toEqual(['id_card']);
    expect((await app.http('POST', '/home/real-name', { as: me, body: identity })).body.account).toMatchObject({ real_name: '李小红', id_card_last4: '002X', is_auth: 1 });
    const row = await memberRow(me.member_id);
    expect(Buffer.from(row.id_card ?? '').toString('utf8')).not.toContain('1101');
    expect(app.ctx.secrets.decrypt('id_card', Buffer.from(row.id_card ?? ''))).toBe(idCard);
    const admin = await app.person.admin();
    await app.http('PUT', '/admin/members/update-is-auth', { as: admin, body: { ids: [me.member_id], is_auth: 2, reason: '核对过' } });
    expect((await app.http('POST', '/home/real-name', { as: me, body: identity })).body.code).toBe('record.state');
  });

  it('is decided by the face, and only by an opened comparison', async () => {
    const me = await learner();
    const open = async (given: Record<string, string>) => (await app.http('POST', '/home/init-face-auth', { as: me, body: given })).body.certify_id as string;
    const match = (certify_id: string) => app.http('POST', '/home/face-match', { as: me, body: { certify_id } });
    expect((await match('made-up')).status).toBe(404);
    expect((await match(await open(identity))).body.account.is_auth).toBe(3);
    expect((await match(await open({ ...identity, id_card: '440308199901101512' }))).body.account).toMatchObject({ is_auth: 2, auth_method: 'face', id_card_last4: '1512' });
  });
});

describe('closing the account', () => {

  it('ends every session, and can be taken back', async () => {
    const me = await learner();
    expect((await app.http('POST', `${base}/close`, { as: me, body: { pass: 'no.pass' } })).body.code).toBe('account.pass_over');
    expect((await close(me)).status).toBe(200);
    expect(await isAlive(me)).toBe(false);
    const back = await app.person.user(me.user_id);
    expect(await account(back)).toMatchObject({ status: 4, erase_at: new Date(app.clock.now().getTime() + 7 * day).toISOString() });
    expect((await app.http('DELETE', `${base}/close`, { as: back, body: {} })).body.account).toMatchObject({ status: 1, erase_at: null });
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect((await userRow(me.user_id)).mobile_phone).toBe(me.mobile);
  });

  it('erases who one was after seven days and no sooner; the records stay', async () => {
    const me = await learner();
    await app.http('POST', '/home/real-name', { as: me, body: { real_name: '李小红', id_card: idCard } });
    const issued = await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} });
    await close(me);
    app.clock.advance(7 * day - 1000);
    await eraseAccounts(app.ctx);
    expect((await memberRow(me.member_id)).status).toBe(4);
    app.clock.advance(2000);
    await eraseAccounts(app.ctx);
    const row = await memberRow(me.member_id);
    expect(row).toMatchObject({ status: 3, real_name: '', id_card: null, id_card_last4: '', cancelling_since: null });
    expect(await userRow(me.user_id)).toMatchObject({ status: 0, name: `#${row.member_no}`, mobile_phone: null, username: null, password_hash: null });
    expect((await app.http('GET', `/open/certificates/${issued.body.certificate.code}`)).body.certificate).toBeNull();
  });
});

describe('erasing', () => {
  /** A stored picture as the address of a learner's avatar. */
  async function wearPicture(userId: number): Promise<{ address: string; isThere: () => Promise<boolean> }> {
    const { storage } = app.ctx.adapters;
    const { key } = await storage.store('webp', await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c33' } }).webp().toBuffer());
    const address = `/uploads/public/${key}`;
    await app.ctx.db.updateTable('users').set({ avatar: address }).where('id', '=', userId).execute();
    return { address, isThere: () => access(storage.path(key)).then(() => true, () => false) };
  }

  it('takes the picture from the storage, and the notes', async () => {
    const me = await learner();
    const picture = await wearPicture(me.user_id);
    const { course, lessons } = await buildCourse(app.ctx);
    await app.ctx.db.insertInto('lesson_notes').values({ member_id: me.member_id, course_id: course.id, lesson_id: lessons[0]?.id ?? 0, client_key: randomUUID(), body: '我的想法' }).execute();
    await close(me);
    expect(await picture.isThere()).toBe(true);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect([await picture.isThere(), (await userRow(me.user_id)).avatar]).toEqual([false, null]);
    expect(await app.ctx.db.selectFrom('lesson_notes').select('id').where('member_id', '=', me.member_id).execute()).toEqual([]);
  });

  it('leaves a picture that something else shows', async () => {
    const me = await learner();
    const picture = await wearPicture(me.user_id);
    await buildCourse(app.ctx, { cover: picture.address });
    await close(me);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect(await picture.isThere()).toBe(true);
  });

  it('lets who is closing their account go on learning until then', async () => {
    const me = await learner();
    const { course, lessons } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: course.id });
    await app.ctx.db.updateTable('members').set({ activated_at: app.ctx.clock() }).where('id', '=', me.member_id).execute();
    await close(me);
    const back = await app.person.user(me.user_id);
    expect((await app.http('GET', '/home/play-auth', { as: back, query: { lesson_id: lessons[0]?.id ?? 0 } })).status).toBe(200);
  });
});

describe('the study record', () => {
  it('is what the school signed: changed in the table it is not genuine', async () => {
    const me = await learner();
    await app.ctx.db.updateTable('members').set({ total_study_sec: 7200, real_name: '李小红' }).where('id', '=', me.member_id).execute();
    const { certificate } = (await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} })).body;
    expect(certificate).toMatchObject({ name: '李小红', study_sec: 7200, lesson_count: 0, courses: [] });
    const check = async () => (await app.http('GET', `/open/certificates/${certificate.code.toLowerCase()}`)).body.certificate;
    const checked = await check();
    expect(checked).toMatchObject({ masked_name: '李**', study_sec: 7200 });
    expect(JSON.stringify(checked)).not.toContain('小红');
    await app.ctx.db.updateTable('study_certificates').set({ study_sec: 72_000 }).where('code', '=', certificate.code).execute();
    expect(await check()).toBeNull();
    expect((await app.http('GET', '/open/certificates/NOSUCHCODE22')).body.certificate).toBeNull();
  });

  it('has a calendar and a sheet', async () => {
    const me = await learner();
    const calendar = (await app.http('GET', '/home/learning-records/calendar', { as: me })).body;
    expect([calendar.days, new Date(calendar.from).getUTCDay()]).toEqual([[], 1]);
    const sheet = await app.http('GET', '/home/learning-records/export', { as: me });
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
  });
});

describe('notices', () => {
  it('are read one by one and all at once', async () => {
    const me = await learner();
    const admin = await app.person.admin();
    const make = (title: string) => app.ctx.db.insertInto('messages').values({ title, body: '正文', created_by: admin.user_id } as never).returning('id').executeTakeFirstOrThrow();
    const ids = [await make('一'), await make('二'), await make('三')].map((row) => row.id);
    await app.ctx.db.insertInto('message_deliveries').values(ids.map((id) => ({ message_id: id, member_id: me.member_id, delivered_at: app.ctx.clock() })) as never).execute();
    const listed = (await app.http('GET', '/home/notices', { as: me })).body;
    expect([listed.unread, listed.notices.map((one: { title: string }) => one.title)]).toEqual([3, ['三', '二', '一']]);
    expect((await app.http('PUT', '/home/notices/read', { as: me, body: { id: ids[0] } })).body.unread).toBe(2);
    expect((await app.http('PUT', '/home/notices/read', { as: await learner(), body: { id: ids[1] } })).body.unread).toBe(0);
    expect((await app.http('PUT', '/home/notices/read', { as: me, body: {} })).body.unread).toBe(0);
  });
});
