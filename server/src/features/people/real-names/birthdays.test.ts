import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildPeople, createPuppet, templateId } from '../../../../test/talk/talk.ts';
import { settleBirthdaysJob } from './birthdays.ts';
import { sealIdCard } from './id-cards.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp({ config: { expose_local_codes: true }, adapters: { chat: createPuppet().chat } });
  admin = await app.person.admin();
  await app.setting('id_card_accounts', 100);
  // Midnight of the school: within the quiet hours of minors.
  app.clock.set(new Date('2026-11-24T16:00:00Z'));
});
beforeEach(() => app.ctx.db.updateTable('members').set({ id_card: null, birthday_locked: false }).execute());
afterAll(() => app.close());

/** Of a learner of sixteen. */
const idCard = '110101201005060036';
const birthday = '2010-05-06';
const adult = '1995-01-01';

const rowOf = ({ member_id: id }: MemberPerson) =>
  app.ctx.db
    .selectFrom('members')
    .select(['birthday', 'birthday_locked', 'is_auth'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const setMember = ({ member_id: id }: MemberPerson, values: object) =>
  app.ctx.db.updateTable('members').set(values).where('id', '=', id).execute();
/** A name and number that passed before numbers decided birthdays. */
const passedBefore = (as: MemberPerson, number = idCard) =>
  setMember(as, { is_auth: 2, real_name: '张三', id_card: sealIdCard(app.ctx, as.member_id, number) });
const startTalk = async (as: MemberPerson): Promise<Reply> =>
  app.http('POST', '/home/ai-chats', {
    as,
    body: {
      people_id: await buildPeople(app),
      template_id: await templateId(app),
      cefr: 'A2',
      request_id: randomUUID(),
      lease: randomUUID(),
    },
  });
const identity = { real_name: '张三', id_card: idCard, consent: true };
const decide = (id: number, is_auth: number): Promise<Reply> =>
  app.http('PUT', '/admin/members/update-is-auth', {
    as: admin,
    body: { ids: [id], is_auth, reason: '已核对证件' },
  });
const save = async (as: MemberPerson, value: string | null): Promise<Reply> => {
  const { version } = (await app.http('GET', '/home/personage', { as })).body.account;
  return app.http('PUT', '/home/personage', { as, body: { nickname: '小明', birthday: value, version } });
};
const settleAll = () => settleBirthdaysJob.run(app.ctx, {});

describe('a passed check decides the birthday', () => {
  it('when a person decides; the rules for minors hold from then on', async () => {
    const me = await app.person.member();
    await app.http('POST', '/home/real-name', { as: me, body: identity });
    expect([(await startTalk(me)).status, (await rowOf(me)).birthday]).toEqual([201, null]);
    await decide(me.member_id, 2);
    expect(await rowOf(me)).toEqual({ birthday, birthday_locked: true, is_auth: 2 });
    expect(await startTalk(me)).toMatchObject({ status: 403, body: { code: 'ai.minor_quiet' } });
  });

  it('when faces are compared, also against what the learner entered', async () => {
    const me = await app.person.member();
    await setMember(me, { birthday: adult });
    const { certify_id } = (await app.http('POST', '/home/init-face-auth', { as: me, body: identity })).body;
    const { account } = (await app.http('POST', '/home/face-match', { as: me, body: { certify_id } })).body;
    expect(account).toMatchObject({ is_auth: 2, birthday, birthday_locked: true });
    expect((await startTalk(me)).body.code).toBe('ai.minor_quiet');
  });

  it('of the old form, too, and not before it has passed', async () => {
    const me = await app.person.member();
    await app.http('POST', '/home/real-name', { as: me, body: { ...identity, id_card: '110105491231002' } });
    await decide(me.member_id, 3);
    expect(await rowOf(me)).toMatchObject({ birthday: null, birthday_locked: false });
    await app.http('POST', '/home/real-name', { as: me, body: { ...identity, id_card: '110105491231002' } });
    await decide(me.member_id, 2);
    expect(await rowOf(me)).toMatchObject({ birthday: '1949-12-31', birthday_locked: true });
  });

  it('so that only the school changes it, until the check is revoked', async () => {
    const me = await app.person.member();
    await passedBefore(me, '11010519491231002X');
    await settleAll();
    for (const value of ['1980-01-01', null])
      expect(await save(me, value)).toMatchObject({ status: 422, body: { code: 'account.birthday_locked' } });
    expect((await save(me, '1949-12-31')).status).toBe(200);
    const correct = (value: string) =>
      app.http('PUT', `/admin/members/${me.member_id}`, { as: admin, body: { birthday: value } });
    expect((await correct('1949-12-30')).status).toBe(200);
    await settleAll();
    expect((await rowOf(me)).birthday).toBe('1949-12-30');
    await decide(me.member_id, 3);
    expect((await save(me, '1980-01-01')).status).toBe(200);
    // The same number passes after all.
    await decide(me.member_id, 2);
    expect(await rowOf(me)).toMatchObject({ birthday: '1949-12-31', birthday_locked: true });
  });
});

it('those that passed before are settled by a job, which reports a number that cannot be opened once and goes on', async () => {
  const [broken, young, refused] = [await app.person.member(), await app.person.member(), await app.person.member()];
  await setMember(broken, { is_auth: 2, id_card: sealIdCard(app.ctx, young.member_id, idCard) });
  await passedBefore(young);
  await passedBefore(refused);
  await setMember(refused, { is_auth: 3 });
  const { version } = (await app.http('GET', '/home/personage', { as: young })).body.account;
  const warn = vi.spyOn(app.ctx.log, 'warn');
  await settleAll();
  await settleAll();
  expect(warn.mock.calls.map(([details]) => details)).toMatchObject([{ member_id: broken.member_id }]);
  expect([await rowOf(broken), await rowOf(young), await rowOf(refused)]).toMatchObject([
    { birthday: null, birthday_locked: false },
    { birthday, birthday_locked: true },
    { birthday: null, birthday_locked: false },
  ]);
  // A form that was opened before does not put the old one back.
  const stale = { nickname: '小明', birthday, version };
  expect((await app.http('PUT', '/home/personage', { as: young, body: stale })).body.code).toBe('record.stale');
});

it('a merge keeps the birthday of a verified number, and its undo gives both back theirs', async () => {
  const [target, source] = [await app.person.member(), await app.person.member()];
  await setMember(target, { birthday: adult, real_name: '李四' });
  await passedBefore(source);
  await settleAll();
  const reason = '同一位学员';
  const body = { ids: [target.member_id], source_id: source.member_id, reason };
  expect((await app.http('POST', '/admin/members/merge', { as: admin, body })).body.changed).toBe(1);
  expect(await rowOf(target)).toMatchObject({ birthday, birthday_locked: true });
  await app.http('POST', '/admin/members/undo-merge', { as: admin, body: { ids: [source.member_id], reason } });
  expect([await rowOf(target), await rowOf(source)]).toMatchObject([
    { birthday: adult, birthday_locked: false },
    { birthday, birthday_locked: true },
  ]);
  const back = { ids: [source.member_id], source_id: target.member_id, reason };
  expect((await app.http('POST', '/admin/members/merge', { as: admin, body: back })).body.changed).toBe(1);
  expect(await rowOf(source)).toMatchObject({ birthday, birthday_locked: true });
});
