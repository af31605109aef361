import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type Person, type TestApp } from '../../../../test/app.ts';
import {
  buildCard,
  buildCourse,
  buildEntitlement,
  buildProduct,
  buildTeacher,
  buildUser,
  makeMobile,
} from '../../../../test/factories.ts';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import { dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import { hashPassword } from '../login/public.ts';
import { verifyChain } from '../../office/audit/public.ts';
import { eraseAccounts } from './public.ts';
import { localPath } from '../../../../test/local-path.ts';
import { startTalker } from '../../../../test/talk/talk.ts';

const password = 'the-old-one-1';
const idCard = '11010519491231002X';
const day = 86_400_000;
let app: TestApp;
let hash: string;
beforeAll(async () => {
  app = await startTestApp({ config: { expose_local_codes: true } });
  hash = await hashPassword(password);
});
afterAll(() => app.close());

const base = '/home/personage';
const account = async (as: Person) => (await app.http('GET', base, { as })).body.account;
const memberRow = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const userRow = (id: number) =>
  app.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isAlive = async (as: Person): Promise<boolean> =>
  (await app.http('GET', '/open/user', { as })).body.user !== null;

async function member(): Promise<MemberPerson & { mobile: string }> {
  const person = await app.person.member();
  const mobile = makeMobile();
  await app.ctx.db
    .updateTable('users')
    .set({ mobile_phone: mobile, password_hash: hash })
    .where('id', '=', person.user_id)
    .execute();
  return { ...person, mobile };
}
const passOf = async (as: Person, proof: Record<string, unknown> = { password }) =>
  (await app.http('POST', '/home/verify-message-code', { as, body: proof })).body.pass as string;

const close = async (as: Person) => app.http('POST', `${base}/close`, { as, body: { pass: await passOf(as) } });

describe('data', () => {
  it('is saved by its owner, and a stale version is refused', async () => {
    const me = await app.person.member({ activated: false });
    const { version } = await account(me);
    const body = { nickname: '小明', gender: 1, birthday: '2010-05-06', school: '育才中学', grade: '初二', version };
    const saved = await app.http('PUT', base, { as: me, body });
    expect([saved.status, saved.body.account]).toEqual([
      200,
      expect.objectContaining({
        nickname: '小明',
        gender: 1,
        birthday: '2010-05-06',
        school: '育才中学',
        grade: '初二',
      }),
    ]);
    expect((await app.http('PUT', base, { as: me, body })).body.code).toBe('record.stale');
    expect(Object.keys((await app.http('PUT', base, { as: me, body: { ...body, nickname: '' } })).body.errors)).toEqual(
      ['nickname'],
    );
    await expect.poll(async () => (await app.http('GET', '/open/user', { as: me })).body.user.name).toBe('小明');
  });

  it('lets no minor grow older or lose the birthday that protects a minor', async () => {
    const me = await app.person.member();
    const save = async (birthday: string | null) => {
      const { version } = await account(me);
      return app.http('PUT', base, { as: me, body: { nickname: '小红', birthday, version } });
    };
    const year = app.clock.now().getUTCFullYear();
    expect((await save(`${year - 10}-03-01`)).status).toBe(200);
    for (const birthday of [`${year - 30}-03-01`, `${year - 15}-03-01`, null]) {
      const { status, body } = await save(birthday);
      expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([
        422,
        'account.birthday_minor',
        ['birthday'],
      ]);
    }
    expect((await save(`${year - 9}-03-01`)).body.account.birthday).toBe(`${year - 9}-03-01`);
  });

  it('accepts only a picture uploaded here', async () => {
    const me = await app.person.member();
    const avatar = `/uploads/public/2026/11/${'a'.repeat(30)}.webp`;
    expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar } })).body.avatar).toBe(avatar);
    expect(
      (await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar: 'https://example.com/a.webp' } })).status,
    ).toBe(422);
  });

  it('is closed to visitors', async () => {
    expect((await app.http('GET', base, { as: await app.person.visitor() })).status).toBe(401);
  });
});

describe('devices', () => {
  it('show their place, in words where the address allows it', async () => {
    const me = await app.person.member();
    const places: [string | null, string][] = [
      ['127.0.0.1', 'this_machine'],
      ['192.168.1.9', 'local_network'],
      ['113.65.20.7', '113.65.20.7'],
      [null, ''],
    ];
    for (const [ip, place] of places) {
      await app.ctx.db.updateTable('user_sessions').set({ ip }).where('user_id', '=', me.user_id).execute();
      const [device] = (await app.http('GET', `${base}/devices`, { as: me })).body.devices;
      expect(device).toMatchObject({ ip, address: place });
    }
  });

  it('end one by one or all others, never somebody else’s', async () => {
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
  const change = (as: Person, body: Record<string, unknown>) =>
    app.http('POST', '/home/update-mobile-phone', { as, body });
  const send = async (as: Person, body: Record<string, unknown>) =>
    app.http('POST', '/home/send', { as, body: { ...body, verify: await app.captchaPass() } });

  it('changes after a code to the old and one to the new, and other sessions end', async () => {
    const me = await member();
    const there = await app.person.user(me.user_id);
    expect((await send(me, { purpose: 'verify' })).status).toBe(200);
    const pass = await passOf(me, { message_code: app.lastCode(me.mobile) });
    const newMobile = makeMobile();
    await send(me, { purpose: 'update_mobile', mobile_phone: newMobile });
    const code = app.lastCode(newMobile);
    expect((await change(there, { mobile_phone: newMobile, message_code: code, pass })).body.code).toBe(
      'account.pass_over',
    );
    expect((await change(me, { mobile_phone: newMobile, message_code: code, pass })).body.account.mobile_phone).toBe(
      newMobile,
    );
    expect([await isAlive(me), await isAlive(there)]).toEqual([true, false]);
    expect((await change(me, { mobile_phone: newMobile, message_code: code, pass })).body.code).toBe(
      'account.pass_over',
    );
  });

  it('is refused without proof, after ten minutes, and when taken', async () => {
    const me = await member();
    expect(
      (await app.http('POST', '/home/verify-message-code', { as: me, body: { password: 'wrong-one-9' } })).body.code,
    ).toBe('auth.old_password_wrong');
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
  const identity = { real_name: '李小红', id_card: idCard.toLowerCase(), consent: true };

  it('waits for review, is encrypted, and shows four characters', async () => {
    const me = await member();
    const before = await memberRow(me.member_id);
    expect(
      Object.keys(
        (await app.http('POST', '/home/real-name', { as: me, body: { ...identity, id_card: '110105194912310021' } }))
          .body.errors,
      ),
    ).toEqual(['id_card']);
    expect(
      Object.keys(
        (await app.http('POST', '/home/real-name', { as: me, body: { ...identity, consent: false } })).body.errors,
      ),
    ).toEqual(['consent']);
    expect((await app.http('POST', '/home/real-name', { as: me, body: identity })).body.account).toMatchObject({
      real_name: before.real_name,
      id_card_last4: '',
      pending_name: '李小红',
      pending_last4: '002X',
      is_auth: 1,
    });
    const waiting = await app.ctx.db
      .selectFrom('real_name_reviews')
      .selectAll()
      .where('member_id', '=', me.member_id)
      .executeTakeFirstOrThrow();
    expect(waiting.id_card.toString('utf8')).not.toContain('1101');
    expect(app.ctx.secrets.open('id_card', waiting.id_card, me.member_id).toString('utf8')).toBe(idCard);
    const admin = await app.person.admin();
    await app.http('PUT', '/admin/members/update-is-auth', {
      as: admin,
      body: { ids: [me.member_id], is_auth: 2, reason: '核对过' },
    });
    expect((await app.http('POST', '/home/real-name', { as: me, body: identity })).body.code).toBe('record.state');
  });

  it('is verified by face, and only with a check that was started', async () => {
    const me = await member();
    await app.setting('id_card_accounts', 2);
    const open = async (body: Record<string, unknown>) =>
      (await app.http('POST', '/home/init-face-auth', { as: me, body })).body.certify_id as string;
    const match = (certify_id: string) => app.http('POST', '/home/face-match', { as: me, body: { certify_id } });
    expect((await match('made-up')).status).toBe(404);
    expect((await match(await open(identity))).body.account.is_auth).toBe(3);
    expect((await match(await open({ ...identity, id_card: '440308199901101512' }))).body.account).toMatchObject({
      is_auth: 2,
      auth_method: 'face',
      id_card_last4: '1512',
    });
  });
});

describe('a copy of all data', () => {
  it('needs proof of ownership, and has what the member wrote and studied, without the whole ID number or anything of others', async () => {
    const [me, other] = [await member(), await member()];
    const { course, lessons } = await buildCourse(app.ctx, { title: '陶艺' });
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: course.id });
    for (const [as, text] of [
      [me, '拉坯要稳'],
      [other, '别人的笔记'],
    ] as const) {
      if (as === other) await buildEntitlement(app.ctx, { member_id: other.member_id, course_id: course.id });
      await app.http('POST', `/home/lessons/${lessons[0]?.id}/notes`, {
        as,
        body: { client_key: randomUUID(), at_sec: 3, body: text },
      });
    }
    await app.ctx.db
      .updateTable('members')
      .set({ real_name: '朱小红', id_card_last4: '002X' })
      .where('id', '=', me.member_id)
      .execute();
    const take = (pass: string) => app.http('POST', `${base}/export`, { as: me, body: { pass } });
    expect((await take(await passOf(other))).body.code).toBe('account.pass_over');
    const { status, body, text } = await take(await passOf(me));
    expect([status, body.data.profile[0].real_name, body.data.profile[0].mobile_phone]).toEqual([
      200,
      '朱小红',
      me.mobile,
    ]);
    expect(body.data.notes).toEqual([expect.objectContaining({ course: '陶艺', at_sec: 3, body: '拉坯要稳' })]);
    expect(body.data.access).toEqual([expect.objectContaining({ course: '陶艺' })]);
    expect(text).not.toMatch(/别人的笔记|password|token_hash|secret/);
  });

  it('has the talks with what a machine wrote, the seconds, mistakes and consents', async () => {
    const me = await member();
    const { chat_id: talk, ...talker } = await startTalker(app, { member: me });
    await talker.send('I very like coffee.');
    await sql`update ai_messages set saved = role = 'ai', recorded_ms = case role when 'member' then 1800 end,
      corrections = case role when 'member' then corrections || '[{"code": "ai_word", "fix": "enjoy"}]' else corrections end where chat_id = ${talk}`.execute(
      app.ctx.db,
    );
    await sql`update members set ai_level = 'B1' where id = ${me.member_id}`.execute(app.ctx.db);
    const word = { text: 'coffee', chat_id: talk };
    const { body: book } = await app.http('POST', '/home/ai-words', { as: me, body: word });
    const review = { rating: 3, ms: 900, request_id: randomUUID() };
    expect((await app.http('POST', `/home/ai-words/${book.word.id}/review`, { as: me, body: review })).status).toBe(
      200,
    );
    await sql`insert into ai_readings (member_id, chat_id, message_id, is_better, sounds, created_at)
      select ${me.member_id}, chat_id, id, false, '[{"word": 1}]', now() from ai_messages where chat_id = ${talk} limit 1`.execute(
      app.ctx.db,
    );
    await sql`update ai_messages set model = 'vendor', content_no = '00000000-0000-4000-8000-000000000001' where chat_id = ${talk} and reply_to is not null`.execute(
      app.ctx.db,
    );
    await sql`insert into ai_consents (member_id, purpose, recipient, granted_at) values (${me.member_id}, 'voice', 'A vendor', now())`.execute(
      app.ctx.db,
    );
    await sql`insert into number_requests (name, member_id, is_logged_in, mobile_phone, remark, locale, state, created_at)
      select v.name, ${me.member_id}, v.is_logged_in, v.mobile_phone, '', 'zh-CN', v.state, now() from (values
        ('本人', true, '13900000001', 1), ('找回的本人', false, '13900000002', 2), ('别人', false, '13900000003', 1)) v (name, is_logged_in, mobile_phone, state)`.execute(
      app.ctx.db,
    );
    const { data } = (await app.http('POST', `${base}/export`, { as: me, body: { pass: await passOf(me) } })).body;
    expect(data.number_requests).toMatchObject([
      { name: '找回的本人', mobile_phone: '13900000002' },
      { name: '本人', mobile_phone: '13900000001' },
    ]);
    expect(data.talks).toMatchObject([
      { role: 'ai', is_ai_generated: true, content_no: '00000000-0000-4000-8000-000000000001' },
      {
        role: 'member',
        content: 'I very like coffee.',
        is_ai_generated: false,
        saved: false,
        recorded_ms: 1800,
        corrections: [
          { code: 'very_verb', fix: 'really like', is_ai_generated: false },
          { code: 'ai_word', fix: 'enjoy', is_ai_generated: true },
        ],
      },
      { role: 'ai', is_ai_generated: false, saved: true, corrections: [] },
    ]);
    expect(data.talk_reports).toMatchObject([{ turns: 1, member_words: 4, cefr: 'B1', rating: null }]);
    expect(data.talk_level).toMatchObject({ estimate: null, chosen: 'B1' });
    expect(data.words).toMatchObject([{ lemma: 'coffee', language: 'en', kind: 'word' }]);
    expect(data.word_reviews).toMatchObject([{ lemma: 'coffee', rating: 3 }]);
    expect(data.readings).toMatchObject([{ is_better: false, sounds: [{ word: 1 }] }]);
    expect(data.talk_seconds.length).toBeGreaterThan(0);
    expect(data.mistakes).toMatchObject([{ times: 1, dismissed: 0 }]);
    expect(data.talk_consents).toMatchObject([{ purpose: 'voice', recipient: 'A vendor', revoked_at: null }]);
  });
});

describe('the overview', () => {
  it('counts what the member has, shows the card that lasts longest, and the seals that were earned', async () => {
    const me = await member();
    const overview = async () => (await app.http('GET', `${base}/overview`, { as: me })).body;
    const monday = mondayOf(dayOf(app.ctx.clock()));
    expect(await overview()).toEqual({
      courses: 0,
      unused_cards: 0,
      pending_orders: 0,
      has_orders: false,
      certificates: 0,
      notes: 0,
      week_sec: 0,
      card: null,
      seals: [],
    });
    const { course, lessons } = await buildCourse(app.ctx);
    const product = await buildProduct(app.ctx, { title: '年卡', course_ids: [course.id] });
    const until = (days: number) => new Date(app.ctx.clock().getTime() + days * day);
    for (const days of [30, 365]) {
      const card = await buildCard(app.ctx, {
        product_id: product.id,
        state: cardState.activated,
        owner_member_id: me.member_id,
        activated_member_id: me.member_id,
      });
      await buildEntitlement(app.ctx, {
        member_id: me.member_id,
        course_id: course.id,
        source_type: 'card',
        source_id: card.id,
        end_at: until(days),
      });
    }
    await buildCard(app.ctx, { product_id: product.id, state: cardState.claimed, owner_member_id: me.member_id });
    await sql`insert into learning_records (member_id, course_id, lesson_id, completed_at) values (${me.member_id}, ${course.id}, ${lessons[0]?.id ?? 0}, now())`.execute(
      app.ctx.db,
    );
    await sql`insert into learning_days (member_id, day, course_id, study_sec)
      select ${me.member_id}, date '2026-01-01' + n, ${course.id}, 60 from unnest(array[0, 1, 2, 3, 4, 5, 6, 9]) n`.execute(
      app.ctx.db,
    );
    await sql`insert into learning_days (member_id, day, course_id, study_sec) select ${me.member_id}, d.day, ${course.id}, d.study_sec
      from (values (${monday}::date - 1, 600), (${monday}::date, 840)) d (day, study_sec)`.execute(app.ctx.db);
    await sql`insert into lesson_notes (member_id, course_id, lesson_id, client_key, body, deleted_at)
      select ${me.member_id}, ${course.id}, ${lessons[0]?.id ?? 0}, gen_random_uuid(), '笔记', case when n = 3 then now() end from generate_series(1, 3) n`.execute(
      app.ctx.db,
    );
    expect(await overview()).toMatchObject({
      courses: 1,
      unused_cards: 1,
      notes: 2,
      week_sec: 840,
      card: { title: '年卡', end_at: until(365).toISOString() },
      seals: [
        { kind: 'streak', days: 7, title: '' },
        { kind: 'first', days: 0, title: '' },
      ],
    });
  });
});

describe('the courses of the overview', () => {
  it('are as many as the page of them lists: ended and free ones, too', async () => {
    const [me, newcomer] = [await member(), await app.person.member({ activated: false })];
    const [ended, free] = [await buildCourse(app.ctx), await buildCourse(app.ctx, { is_free: true })];
    const end_at = new Date(app.ctx.clock().getTime() - day);
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: ended.course.id, end_at });
    const counted = async (as: MemberPerson) => (await app.http('GET', `${base}/overview`, { as })).body.courses;
    const listed = async (as: MemberPerson) => (await app.http('GET', '/home/courses', { as })).body.courses?.length;
    expect([await counted(me), await listed(me)]).toEqual([2, 2]);
    expect([await counted(newcomer), await listed(newcomer)]).toEqual([0, undefined]);
    await sql`insert into learning_records (member_id, course_id, lesson_id, last_at)
      values (${newcomer.member_id}, ${free.course.id}, ${free.lessons[0]?.id ?? 0}, now())`.execute(app.ctx.db);
    expect([await counted(newcomer), await listed(newcomer)]).toEqual([1, 1]);
    const other = await buildCourse(app.ctx, { is_free: true });
    await app.ctx.db.updateTable('courses').set({ is_free: false }).where('id', '=', free.course.id).execute();
    // What was begun is free no more; the newcomer stays admitted, to the other free course.
    expect([await counted(newcomer), await listed(newcomer)]).toEqual([1, 1]);
    await app.ctx.db.updateTable('courses').set({ is_free: false }).where('id', '=', other.course.id).execute();
  });
});

describe('closing the account', () => {
  it('ends every session, and can be revoked', async () => {
    const me = await member();
    expect((await app.http('POST', `${base}/close`, { as: me, body: { pass: 'no.pass' } })).body.code).toBe(
      'account.pass_over',
    );
    expect((await close(me)).status).toBe(200);
    expect(await isAlive(me)).toBe(false);
    const back = await app.person.user(me.user_id);
    expect(await account(back)).toMatchObject({
      status: 4,
      erase_at: new Date(app.ctx.clock().getTime() + 7 * day).toISOString(),
    });
    expect((await app.http('DELETE', `${base}/close`, { as: back, body: {} })).body.account).toMatchObject({
      status: 1,
      erase_at: null,
    });
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect((await userRow(me.user_id)).mobile_phone).toBe(me.mobile);
  });

  it('erases personal data after seven days and no sooner; the records stay', async () => {
    const me = await member();
    await app.http('POST', '/home/real-name', {
      as: me,
      body: { real_name: '李小红', id_card: idCard, consent: true },
    });
    const issued = await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} });
    await close(me);
    app.clock.advance(7 * day - 1000);
    await eraseAccounts(app.ctx);
    expect((await memberRow(me.member_id)).status).toBe(4);
    app.clock.advance(2000);
    await eraseAccounts(app.ctx);
    const row = await memberRow(me.member_id);
    expect(row).toMatchObject({ status: 3, real_name: '', id_card: null, id_card_last4: '', cancelling_since: null });
    expect(await userRow(me.user_id)).toMatchObject({
      status: 0,
      name: `#${row.member_no}`,
      mobile_phone: null,
      username: null,
      password_hash: null,
    });
    expect((await app.http('GET', `/open/certificates/${issued.body.certificate.code}`)).body.certificate).toBeNull();
  });
});

describe('erasing', () => {
  /** Stores a picture and sets it as a member's avatar. */
  async function wearPicture(userId: number): Promise<{ address: string; isThere: () => Promise<boolean> }> {
    const { storage } = app.ctx.adapters;
    const { key } = await storage.store(
      'webp',
      await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c33' } })
        .webp()
        .toBuffer(),
    );
    const address = `/uploads/public/${key}`;
    await app.ctx.db.updateTable('users').set({ avatar: address }).where('id', '=', userId).execute();
    return {
      address,
      isThere: () =>
        access(localPath(app.ctx, key)).then(
          () => true,
          () => false,
        ),
    };
  }

  it('deletes the picture from storage, and the notes', async () => {
    const me = await member();
    const picture = await wearPicture(me.user_id);
    const { course, lessons } = await buildCourse(app.ctx);
    await app.ctx.db
      .insertInto('lesson_notes')
      .values({
        member_id: me.member_id,
        course_id: course.id,
        lesson_id: lessons[0]?.id ?? 0,
        client_key: randomUUID(),
        body: '我的想法',
      })
      .execute();
    await close(me);
    expect(await picture.isThere()).toBe(true);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect([await picture.isThere(), (await userRow(me.user_id)).avatar]).toEqual([false, null]);
    expect(
      await app.ctx.db.selectFrom('lesson_notes').select('id').where('member_id', '=', me.member_id).execute(),
    ).toEqual([]);
  });

  it('takes the requests for another number: of the account, of its number, and of nobody known with a number it had', async () => {
    const [me, other] = [await member(), await member()];
    const [former, none] = [makeMobile(), makeMobile()];
    await app.ctx.db
      .insertInto('number_changes')
      .values({
        user_id: me.user_id,
        old_number: former,
        new_number: me.mobile,
        cause: 'owner',
        changed_by: me.user_id,
      })
      .execute();
    const requests = {
      own: { member_id: me.member_id, old_number: null, mobile_phone: none },
      other_by_own_number: { member_id: other.member_id, old_number: other.mobile, mobile_phone: me.mobile },
      nobody_with_former: { member_id: null, old_number: former, mobile_phone: none },
      nobody_for_former: { member_id: null, old_number: null, mobile_phone: former },
      other_for_former: { member_id: other.member_id, old_number: null, mobile_phone: former },
      nobody: { member_id: null, old_number: null, mobile_phone: none },
    };
    const common = { remark: '', locale: 'zh-CN', state: numberRequestState.refused };
    for (const [name, row] of Object.entries(requests))
      await app.ctx.db
        .insertInto('number_requests')
        .values({ ...common, ...row, name })
        .execute();
    await close(me);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    const left = await app.ctx.db
      .selectFrom('number_requests')
      .select('name')
      .where('mobile_phone', 'in', [none, former, me.mobile])
      .orderBy('id')
      .execute();
    expect(left.map(({ name }) => name)).toEqual(['other_for_former', 'nobody']);
  });

  it('leaves a picture that is used elsewhere', async () => {
    const me = await member();
    const picture = await wearPicture(me.user_id);
    await buildCourse(app.ctx, { cover: picture.address });
    await close(me);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect(await picture.isThere()).toBe(true);
  });

  it('lets a member who is closing the account keep learning until then', async () => {
    const me = await member();
    const { course, lessons } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: course.id });
    await app.ctx.db
      .updateTable('members')
      .set({ activated_at: app.ctx.clock() })
      .where('id', '=', me.member_id)
      .execute();
    await close(me);
    const back = await app.person.user(me.user_id);
    expect(
      (await app.http('GET', '/home/play-auth', { as: back, query: { lesson_id: lessons[0]?.id ?? 0 } })).status,
    ).toBe(200);
  });
});

describe('the study record', () => {
  it('stays listed, and is signed again only after more study', async () => {
    const me = await member();
    const create = async () =>
      (await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} })).body.certificate;
    const listed = async (as = me) =>
      (await app.http('GET', '/home/learning-records/certificates', { as })).body.certificates;
    expect(await listed()).toEqual([]);
    const first = await create();
    expect((await create()).code).toBe(first.code);
    expect(await listed()).toEqual([first]);
    await app.ctx.db.updateTable('members').set({ total_study_sec: 3600 }).where('id', '=', me.member_id).execute();
    const second = await create();
    expect(second.code).not.toBe(first.code);
    expect((await listed()).map((row: { code: string }) => row.code)).toEqual([second.code, first.code]);
    expect(await listed(await member())).toEqual([]);
  });

  it('is not genuine after a change in the table', async () => {
    const me = await member();
    await app.ctx.db
      .updateTable('members')
      .set({ total_study_sec: 7200, real_name: '李小红' })
      .where('id', '=', me.member_id)
      .execute();
    const { certificate } = (await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} })).body;
    expect(certificate).toMatchObject({ name: '李小红', study_sec: 7200, lesson_count: 0, courses: [] });
    const check = async () =>
      (await app.http('GET', `/open/certificates/${certificate.code.toLowerCase()}`)).body.certificate;
    const checked = await check();
    expect(checked).toMatchObject({ masked_name: '李**', study_sec: 7200 });
    expect(JSON.stringify(checked)).not.toContain('小红');
    await app.ctx.db
      .updateTable('study_certificates')
      .set({ study_sec: 72_000 })
      .where('code', '=', certificate.code)
      .execute();
    expect(await check()).toBeNull();
    expect((await app.http('GET', '/open/certificates/NOSUCHCODE22')).body.certificate).toBeNull();
  });

  it('has a certificate of its own for a finished course, once, and what it was', async () => {
    const me = await member();
    const teacher = await buildTeacher(app.ctx, { name: '林晓彤' });
    const { course, lessons } = await buildCourse(app.ctx, {
      teacher_ids: [teacher.id],
      closing_words: '现在能点咖啡了。',
    });
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: course.id });
    const certify = () => app.http('POST', `/home/courses/${course.id}/certificate`, { as: me, body: {} });
    const finish = () => app.http('GET', `/home/courses/${course.id}/finish`, { as: me });
    const study = async (count: number): Promise<void> => {
      for (const { id } of lessons.slice(0, count))
        await app.ctx.db
          .insertInto('learning_records')
          .values({
            member_id: me.member_id,
            course_id: course.id,
            lesson_id: id,
            duration_sec: 600,
            study_sec: 700,
            first_at: app.ctx.clock(),
            completed_at: app.ctx.clock(),
          })
          .onConflict((conflict) => conflict.columns(['member_id', 'lesson_id']).doNothing())
          .execute();
    };
    await study(lessons.length - 1);
    expect([(await certify()).body.code, (await finish()).status]).toEqual(['course.not_finished', 409]);
    await study(lessons.length);
    expect((await finish()).body).toMatchObject({
      lesson_count: lessons.length,
      study_sec: 700 * lessons.length,
      notes: 0,
      teacher: '林晓彤',
      closing_words: '现在能点咖啡了。',
      has_certificate: false,
      is_public: true,
      next: null,
    });
    const { certificate } = (await certify()).body;
    expect(certificate).toMatchObject({
      lesson_count: lessons.length,
      course: { id: course.id, started_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    expect((await certify()).body.certificate.code).toBe(certificate.code);
    await app.ctx.db
      .updateTable('courses')
      .set({ status: courseStatus.off_shelf })
      .where('id', '=', course.id)
      .execute();
    expect((await finish()).body).toMatchObject({ has_certificate: true, is_public: false });
    const check = async () => (await app.http('GET', `/open/certificates/${certificate.code}`)).body.certificate;
    expect((await check()).course).toEqual(certificate.course);
    await app.ctx.db
      .updateTable('study_certificates')
      .set({ finished_on: '2020-01-01' })
      .where('code', '=', certificate.code)
      .execute();
    expect(await check()).toBeNull();
  });

  it('has a calendar and a sheet', async () => {
    const me = await member();
    const calendar = (await app.http('GET', '/home/learning-records/calendar', { as: me })).body;
    expect([calendar.days, calendar.leave_days, new Date(calendar.from).getUTCDay()]).toEqual([[], [], 1]);
    const sheet = await app.http('GET', '/home/learning-records/export', { as: me });
    expect([sheet.status, sheet.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  });
});

describe('notices', () => {
  it('are read one by one and all at once', async () => {
    const me = await member();
    const admin = await app.person.admin();
    const make = (title: string) =>
      app.ctx.db
        .insertInto('messages')
        .values({ title, body: '正文', created_by: admin.user_id } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    const ids = [await make('一'), await make('二'), await make('三')].map((row) => row.id);
    await app.ctx.db
      .insertInto('message_deliveries')
      .values(ids.map((id) => ({ message_id: id, member_id: me.member_id, delivered_at: app.ctx.clock() })) as never)
      .execute();
    const listed = (await app.http('GET', '/home/notices', { as: me })).body;
    expect([listed.unread, listed.notices.map((one: { title: string }) => one.title)]).toEqual([3, ['三', '二', '一']]);
    expect((await app.http('PUT', '/home/notices/read', { as: me, body: { id: ids[0] } })).body.unread).toBe(2);
    expect(
      (await app.http('PUT', '/home/notices/read', { as: await member(), body: { id: ids[1] } })).body.unread,
    ).toBe(0);
    expect((await app.http('PUT', '/home/notices/read', { as: me, body: {} })).body.unread).toBe(0);
  });
});

describe('the operation log of an erased member', () => {
  const entriesOf = (memberId: number) =>
    app.ctx.db
      .selectFrom('logs')
      .select(['id', 'operator', 'action', 'reason', 'record_title', 'before', 'after', 'request', 'salt'])
      .where('resource', '=', 'members')
      .where('record_id', '=', String(memberId))
      .orderBy('id')
      .execute();
  const pastTrigger = async (change: () => Promise<unknown>): Promise<void> => {
    await sql`alter table logs disable trigger user`.execute(app.ctx.db);
    await change();
    await sql`alter table logs enable trigger user`.execute(app.ctx.db);
  };

  /** A member with log entries, erased since. */
  async function makeErased(): Promise<{ member_id: number; admin: AdminPerson; logEntries: string }> {
    const me = await member();
    const admin = await app.person.admin();
    await app.http('PUT', `/admin/members/${me.member_id}`, {
      as: admin,
      body: { remark: '欧阳小红的家长来过', school: '育才中学' },
    });
    const logEntries = JSON.stringify(await entriesOf(me.member_id));
    await close(me);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    return { member_id: me.member_id, admin: await app.person.admin(), logEntries };
  }

  it('keeps who did what and when, and no personal data; the chain stays intact', async () => {
    const { member_id, admin, logEntries } = await makeErased();
    expect(logEntries).toContain('欧阳小红');
    const entries = await entriesOf(member_id);
    expect(JSON.stringify(entries)).not.toMatch(/欧阳|育才/);
    const { member_no: number } = await memberRow(member_id);
    expect(entries).toMatchObject([
      {
        operator: '超级管理员',
        action: 'update',
        record_title: `#${number}`,
        before: null,
        after: null,
        request: null,
        salt: null,
      },
    ]);
    expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: true });
    expect((await app.http('GET', `/admin/logs/${entries[0]?.id ?? 0}`, { as: admin })).body.row).toMatchObject({
      is_intact: true,
      is_erased: true,
      changes: [],
    });
  });

  it('allows no other change, and detects restored values', async () => {
    const { member_id, admin } = await makeErased();
    const { course } = await buildCourse(app.ctx, { status: 0 });
    await app.http('PUT', `/admin/courses/${course.id}`, { as: admin, body: { title: '改过的课' } });
    const entry = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const change of [
      sql`operator = 'x'`,
      sql`salt = null, before = null, after = null, request = null`,
      sql`sealed = sha256('x'), salt = null, before = null, after = null, request = null`,
      sql`sealed = log_seal(logs), salt = null, before = null, after = null, request = null, operator = 'x'`,
      sql`sealed = log_seal(logs), salt = null`,
    ]) {
      await expect(sql`update logs set ${change} where id = ${entry.id}`.execute(app.ctx.db)).rejects.toThrow(
        'append-only',
      );
    }
    const [erased] = await entriesOf(member_id);
    for (const [change, undo] of [
      [sql`after = '{"remark": "别的"}'`, sql`after = null`],
      [sql`operator = 'x'`, sql`operator = '超级管理员'`],
    ] as const) {
      await pastTrigger(() => sql`update logs set ${change} where id = ${erased?.id ?? 0}`.execute(app.ctx.db));
      expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: false, broken_id: erased?.id });
      await pastTrigger(() => sql`update logs set ${undo} where id = ${erased?.id ?? 0}`.execute(app.ctx.db));
    }
    expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: true });
  });

  it('entries without a salt are verified as before, and left alone', async () => {
    const me = await member();
    await pastTrigger(() =>
      sql`with entry as (
        insert into logs (resource, record_id, action, operator, after, prev_hash, hash)
        select 'members', ${String(me.member_id)}, 'update', '老管理员', '{"real_name": "王旧人"}', c.hash, '' from log_chain c returning *),
      hashed as (select id, sha256(prev_hash || convert_to(jsonb_build_array(id, user_id, operator, resource, record_id, action, before, after, request, reason, status_code, ip, request_id,
        extract(epoch from created_at))::text, 'UTF8')) as hash from entry)
      update log_chain set hash = hashed.hash from hashed`.execute(app.ctx.db),
    );
    await pastTrigger(() =>
      sql`update logs l set hash = c.hash from log_chain c where l.hash = ''`.execute(app.ctx.db),
    );
    expect(await verifyChain(app.ctx.db)).toMatchObject({ is_intact: true });
    await close(me);
    app.clock.advance(8 * day);
    await eraseAccounts(app.ctx);
    expect([(await entriesOf(me.member_id))[0]?.after, (await verifyChain(app.ctx.db)).is_intact]).toEqual([
      { real_name: '王旧人' },
      true,
    ]);
  });
});
