import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { buildPeople, createPuppet, grantSeconds, startTalker, templateId } from '../../../../test/talk/talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: createPuppet().chat } });
});
afterAll(() => app.close());

/** Noon and midnight of the school. */
const noon = (): void => app.clock.set(new Date('2026-11-24T04:00:00Z'));
const midnight = (): void => app.clock.set(new Date('2026-11-24T16:00:00Z'));

const born = (member: MemberPerson, birthday: string, consent = false) =>
  app.ctx.db.updateTable('members').set({ birthday, ai_consent: consent }).where('id', '=', member.member_id).execute();
const start = async (member: MemberPerson) =>
  app.http('POST', '/home/ai-chats', {
    as: member,
    body: {
      people_id: await buildPeople(app),
      template_id: await templateId(app),
      cefr: 'A2',
      request_id: randomUUID(),
      lease: randomUUID(),
    },
  });
const minorOf = async (member: MemberPerson) => (await app.http('GET', '/home/ai-settings', { as: member })).body.minor;

describe('a minor', () => {
  it('is neither offered nor begins a talk with a teacher for adults; visitors do not see the teacher', async () => {
    noon();
    const [young, adult] = [await app.person.member(), await app.person.member()];
    await born(young, '2010-01-01');
    const id = await buildPeople(app);
    await app.ctx.db.updateTable('ai_peoples').set({ for_minors: false }).where('id', '=', id).execute();
    const offer = async (as: MemberPerson) => {
      const { peoples, adults_only: hidden } = (await app.http('GET', '/home/ai-peoples', { as })).body;
      return [peoples.some((one: { id: number }) => one.id === id), hidden];
    };
    expect([await offer(young), await offer(adult)]).toEqual([
      [false, 1],
      [true, 0],
    ]);
    const begin = async (as: MemberPerson) => {
      const key = { request_id: randomUUID(), lease: randomUUID() };
      return app.http('POST', '/home/ai-chats', {
        as,
        body: { people_id: id, template_id: await templateId(app), cefr: 'A2', ...key },
      });
    };
    expect(await begin(young)).toMatchObject({ status: 403, body: { code: 'ai.people_adults' } });
    expect((await begin(adult)).status).toBe(201);
    expect((await app.http('GET', `/open/ai-peoples/${id}`)).status).toBe(404);
    await app.ctx.db.updateTable('ai_peoples').set({ for_minors: true }).where('id', '=', id).execute();
  });

  it('does not go on with a teacher for adults once a passed check knows the age', async () => {
    noon();
    const talker = await startTalker(app);
    expect((await talker.send('A coffee, please')).status).toBe(200);
    await app.ctx.db.updateTable('ai_peoples').set({ for_minors: false }).execute();
    await born(talker.member, '2010-01-01');
    const refused = await talker.send('To take away');
    await app.ctx.db.updateTable('ai_peoples').set({ for_minors: true }).execute();
    expect(refused).toMatchObject({ status: 403, body: { code: 'ai.people_adults' } });
  });

  it('below fourteen talks once the school has recorded that a guardian agreed', async () => {
    noon();
    const member = await app.person.member();
    await born(member, '2014-01-01');
    expect((await minorOf(member)).limit).toContain('监护人同意');
    expect(await start(member)).toMatchObject({ status: 403, body: { code: 'ai.minor_consent' } });
    const admin = await app.person.admin();
    await app.http('PUT', `/admin/members/${member.member_id}`, { as: admin, body: { ai_consent: true } });
    expect(await minorOf(member)).toEqual({ minutes: 40, quiet: '22:00-06:00', left_sec: 2400, limit: null });
    expect((await start(member)).status).toBe(201);
  });

  it('does not talk at night, by the school’s clock and settings', async () => {
    noon();
    const talker = await startTalker(app);
    await born(talker.member, '2010-01-01');
    expect((await talker.send('A coffee, please')).status).toBe(200);
    midnight();
    const member = await app.person.member();
    await born(member, '2010-01-01');
    expect((await start(member)).body).toMatchObject({ code: 'ai.minor_quiet' });
    expect((await minorOf(member)).limit).toContain('22:00-06:00');
    await app.setting('ai_minor_quiet', '');
    expect((await minorOf(member)).limit).toBeNull();
    await app.setting('ai_minor_quiet', '22:00-06:00');
    const admin = await app.person.admin();
    const save = (value: string) => app.http('PUT', '/admin/configs', { as: admin, body: { ai_minor_quiet: value } });
    expect((await save('late')).status).toBe(422);
  });

  it('talks for so many minutes a day; the turn in which they end is finished', async () => {
    noon();
    const talker = await startTalker(app);
    await grantSeconds(app, talker.member.member_id, 100);
    await born(talker.member, '2010-01-01');
    await app.ctx.db
      .insertInto('ai_days')
      .values({ member_id: talker.member.member_id, day: '2026-11-24', talk_sec: 2399, free_sec: 0 })
      .execute();
    expect((await talker.send('A coffee, please')).status).toBe(200);
    expect((await talker.send('To take away')).body).toMatchObject({ code: 'ai.minor_over' });
    expect((await minorOf(talker.member)).left_sec).toBe(0);
    app.clock.advance(86_400_000);
    expect(await minorOf(talker.member)).toMatchObject({ left_sec: 2400, limit: null });
  });
});

it('nothing of it holds for grown-ups, and for whom nobody entered a birthday', async () => {
  midnight();
  const [grown, unknown] = [await app.person.member(), await app.person.member()];
  await born(grown, '2000-01-01');
  expect([await minorOf(grown), await minorOf(unknown)]).toEqual([null, null]);
  expect((await start(grown)).status).toBe(201);
  noon();
});
