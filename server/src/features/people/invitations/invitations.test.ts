import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { startTestApp, type AdminPerson, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildAgency, makeMobile } from '../../../../test/factories.ts';

const password = 'a-good-password-1';
let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const inDays = (days: number): string => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const create = (as: Person, values: Record<string, unknown> = {}): Promise<Reply> =>
  app.http('POST', '/admin/invitations', {
    as,
    body: { name: '三月班', max_uses: 2, expires_at: inDays(7), ...values },
  });
const make = async (
  values: Record<string, unknown> = {},
  as: Person = admin,
): Promise<{ id: number; code: string }> => {
  const reply = await create(as, values);
  expect(reply.status).toBe(201);
  return (await app.http('GET', `/admin/invitations/${reply.body.id}`, { as })).body.row;
};
const view = async (code: string) => (await app.http('GET', `/open/invitations/${code}`)).body.invitation;
const register = (invitation: string, body: Record<string, unknown>): Promise<Reply> =>
  app.http('POST', '/open/register', {
    body: { invitation, password, password_confirmation: password, agree: true, ...body },
  });
async function registerByMobile(invitation: string): Promise<Reply> {
  const mobile = makeMobile();
  const body = { mobile_phone: mobile, invitation, verify: await app.captchaPass() };
  const sent = await app.http('POST', '/open/register/send', { body });
  if (sent.status !== 200) return sent;
  return register(invitation, { mobile_phone: mobile, message_code: app.lastCode(mobile) });
}
const memberOf = (userId: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const agencyPerson = (agencyId: number): Promise<AdminPerson> =>
  app.person.adminWith(
    ['list', 'show', 'create', 'revoke'].map((name) => `admin.invitations.${name}`),
    { data_scope: 'own_agency', agency_id: agencyId },
  );
const usedOf = async (id: number) =>
  (await app.ctx.db.selectFrom('invitations').select('used_count').where('id', '=', id).executeTakeFirstOrThrow())
    .used_count;

describe('an invitation', () => {
  it('admits people while registration is closed, and they belong to its agency', async () => {
    const agency = await buildAgency(app.ctx, { name: '城东代理' });
    const { id, code } = await make({ agency_id: agency.id });
    await app.setting('register_open', false);
    expect(await view(code)).toMatchObject({ state: 'open', agency: '城东代理', channels: ['sms', 'mail'] });
    const { status, body } = await registerByMobile(code);
    expect(status).toBe(200);
    expect(await memberOf(body.user.id)).toMatchObject({
      agency_id: agency.id,
      invitation_id: id,
      source: 'invitation',
    });
    const { body: list } = await app.http('GET', `/admin/members/list?where[invitation_id]=${id}`, { as: admin });
    expect(list.data).toMatchObject([{ id: body.user.member.id }]);
    await app.setting('register_open', true);
  });

  it('admits by a code to the mailbox, in whatever case it is typed', async () => {
    const { code } = await make();
    const email = 'Li.Si@Example.com';
    const verify = await app.captchaPass();
    const sent = await app.http('POST', '/open/register/send', { body: { email, invitation: code, verify } });
    expect([sent.status, sent.body.message]).toEqual([200, expect.stringContaining('邮箱')]);
    const message_code = app.lastCode('li.si@example.com');
    expect((await register(code, { email, message_code: '000000' })).body.code).toBe('auth.code_wrong');
    expect((await register(code, { email, message_code })).status).toBe(200);
    const login = await app.http('POST', '/open/login', { body: { username: 'li.si@example.com', password } });
    expect(login.status).toBe(200);
    app.clock.advance(61_000);
    const again = await app.http('POST', '/open/register/send', {
      body: { email, verify: await app.captchaPass() },
    });
    expect(again.status).toBe(200);
    const refused = await app.http('POST', '/open/register', {
      body: {
        email,
        message_code: app.lastCode('li.si@example.com'),
        password,
        password_confirmation: password,
        agree: true,
      },
    });
    expect([refused.body.code, Object.keys(refused.body.errors)]).toEqual(['auth.email_taken', ['email']]);
  });

  it('demands a proved number or mailbox as long as a code can be sent', async () => {
    const { code } = await make();
    const refused = await register(code, { username: 'li_si_77' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['mobile_phone']]);
    const unproved = await register(code, { mobile_phone: makeMobile() });
    expect(Object.keys(unproved.body.errors)).toEqual(['message_code']);
  });

  it('gives as many places as it has, to concurrent people too', async () => {
    const { id, code } = await make({ max_uses: 3 });
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mobile_phone = makeMobile();
        await app.http('POST', '/open/register/send', { body: { mobile_phone, verify: await app.captchaPass() } });
        return { mobile_phone, message_code: app.lastCode(mobile_phone) };
      }),
    );
    const replies = await Promise.all(people.map((person) => register(code, person)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
    expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['invitation.over']),
    );
    expect(await usedOf(id)).toBe(3);
    const members = await app.ctx.db.selectFrom('members').select('id').where('invitation_id', '=', id).execute();
    expect(members).toHaveLength(3);
    expect((await view(code)).state).toBe('used_up');
    // Nothing of the refused is left: their numbers may still register.
    const left = people.filter((_person, index) => replies[index]?.status === 409);
    const users = await app.ctx.db
      .selectFrom('users')
      .select('id')
      .where(
        'mobile_phone',
        'in',
        left.map((person) => person.mobile_phone),
      )
      .execute();
    expect(users).toEqual([]);
  });

  it('ends by revocation, by its day and with its agency', async () => {
    const { id, code } = await make();
    const revoke = () => app.http('PUT', '/admin/invitations/revoke', { as: admin, body: { ids: [id] } });
    expect((await revoke()).body.changed).toBe(1);
    expect((await revoke()).body.code).toBe('record.state');
    expect((await view(code)).state).toBe('revoked');
    expect((await registerByMobile(code)).body.code).toBe('invitation.over');
    const agency = await buildAgency(app.ctx);
    const ofAgency = await make({ agency_id: agency.id });
    const setStatus = (status: number) =>
      app.ctx.db.updateTable('agencies').set({ status }).where('id', '=', agency.id).execute();
    await setStatus(agencyStatus.frozen);
    expect((await view(ofAgency.code)).state).toBe('closed');
    expect((await registerByMobile(ofAgency.code)).body.code).toBe('invitation.over');
    await setStatus(agencyStatus.active);
    const late = await make({ expires_at: inDays(1) });
    app.clock.advance(2 * 86_400_000);
    expect((await view(late.code)).state).toBe('expired');
    expect((await registerByMobile(late.code)).body.code).toBe('invitation.over');
    expect(await view('no-such-code')).toBeNull();
  });

  it('needs an end in the future, an active agency, and room for those who came', async () => {
    const { body: past } = await create(admin, { expires_at: inDays(-1) });
    expect(Object.keys(past.errors)).toEqual(['expires_at']);
    const ended = await buildAgency(app.ctx, { status: agencyStatus.ended });
    expect(Object.keys((await create(admin, { agency_id: ended.id })).body.errors)).toEqual(['agency_id']);
    const { id, code } = await make({ max_uses: 2 });
    await registerByMobile(code);
    await registerByMobile(code);
    const change = (max_uses: number) => app.http('PUT', `/admin/invitations/${id}`, { as: admin, body: { max_uses } });
    expect(Object.keys((await change(1)).body.errors)).toEqual(['max_uses']);
    expect((await change(3)).status).toBe(200);
    expect((await view(code)).state).toBe('open');
  });

  it('of an agency is made by it for itself, and seen by nobody beside it', async () => {
    const agency = await buildAgency(app.ctx);
    const [one, other] = [await agencyPerson(agency.id), await agencyPerson((await buildAgency(app.ctx)).id)];
    const { id } = await make({}, one);
    const row = await app.ctx.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.agency_id).toBe(agency.id);
    expect((await app.http('GET', `/admin/invitations/${id}`, { as: other })).status).toBe(404);
    expect(
      (await app.http('PUT', '/admin/invitations/revoke', { as: other, body: { ids: [id] } })).body.changed,
    ).not.toBe(1);
    expect((await create(other, { agency_id: agency.id })).status).toBe(403);
  });
});

describe('an invitation where nothing can be delivered', () => {
  let silent: TestApp;
  beforeAll(async () => {
    silent = await startTestApp({ uses_outbox: true, config: { env: 'production' } });
  });
  afterAll(() => silent.close());

  it('admits by a user name and a password; without it nobody registers', async () => {
    const boss = await silent.person.admin();
    const body = { name: '试点班', max_uses: 1, expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    const { id } = (await silent.http('POST', '/admin/invitations', { as: boss, body })).body;
    const { code } = (await silent.http('GET', `/admin/invitations/${id}`, { as: boss })).body.row;
    expect((await silent.http('GET', `/open/invitations/${code}`)).body.invitation.channels).toEqual([]);
    const person = { password, password_confirmation: password, agree: true };
    const send = (more: object) => silent.http('POST', '/open/register', { body: { ...person, ...more } });
    expect(Object.keys((await send({ invitation: code })).body.errors)).toEqual(['username']);
    expect(Object.keys((await send({ username: 'zhao_liu' })).body.errors)).toEqual(['mobile_phone', 'message_code']);
    const reply = await send({ invitation: code, username: 'zhao_liu' });
    expect(reply.body.user).toMatchObject({ username: 'zhao_liu', mobile_phone: null, email: null });
    expect((await send({ invitation: code, username: 'zhao_qi' })).body.code).toBe('invitation.over');
    const login = await silent.http('POST', '/open/login', { body: { username: 'zhao_liu', password } });
    expect(login.status).toBe(200);
  });
});
