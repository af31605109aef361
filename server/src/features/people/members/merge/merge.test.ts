import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { eraseAccounts } from '../../../auth/member-account/public.ts';
import { proveSeconds } from '../../../ai/seconds/public.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildCourse,
  buildEntitlement,
  setSeconds,
} from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const body = (target: MemberPerson, source: MemberPerson) => ({
  ids: [target.member_id],
  source_id: source.member_id,
  reason: '同一位学员',
});
const merge = (target: MemberPerson, source: MemberPerson, as: AdminPerson = admin) =>
  app.http('POST', '/admin/members/merge', { as, body: body(target, source) });
const undo = (source: MemberPerson) =>
  app.http('POST', '/admin/members/undo-merge', { as: admin, body: { ids: [source.member_id], reason: '合并错了' } });
const two = async (): Promise<[MemberPerson, MemberPerson]> => [await app.person.member(), await app.person.member()];
const memberOf = ({ member_id: id }: MemberPerson) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const userOf = ({ user_id: id }: MemberPerson) =>
  app.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setMember = ({ member_id: id }: MemberPerson, values: object) =>
  app.ctx.db.updateTable('members').set(values).where('id', '=', id).execute();
/** Moves of AI seconds between the two accounts. */
const secondsOf = async (...people: MemberPerson[]) =>
  (
    await app.ctx.db
      .selectFrom('ai_second_logs')
      .select(['member_id', 'delta'])
      .where(
        'member_id',
        'in',
        people.map((one) => one.member_id),
      )
      .where('ref_type', '=', 'member_merge')
      .orderBy('id')
      .execute()
  ).map((line) => [line.member_id, line.delta]);
const setUser = ({ user_id: id }: MemberPerson, values: object) =>
  app.ctx.db.updateTable('users').set(values).where('id', '=', id).execute();

/** Everything of the two accounts that a merge touches, without counters of writes. */
async function everything(...people: MemberPerson[]): Promise<unknown> {
  const { db } = app.ctx;
  const [ids, users] = [people.map((one) => one.member_id), people.map((one) => one.user_id)];
  const without = ({ version: _v, updated_at: _u, access_version: _a, ...row }: Record<string, unknown>) => row;
  const of = async (table: string) =>
    (await sql`select * from ${sql.table(table)} where member_id = any(${ids}::bigint[]) order by id`.execute(db)).rows;
  return {
    members: (await db.selectFrom('members').selectAll().where('id', 'in', ids).orderBy('id').execute()).map(without),
    users: (await db.selectFrom('users').selectAll().where('id', 'in', users).orderBy('id').execute()).map(without),
    cards: await db.selectFrom('cards').selectAll().where('owner_member_id', 'in', ids).orderBy('id').execute(),
    ousers: await db.selectFrom('ousers').selectAll().where('user_id', 'in', users).orderBy('id').execute(),
    days: await db
      .selectFrom('learning_days')
      .selectAll()
      .where('member_id', 'in', ids)
      .orderBy('day')
      .orderBy('member_id')
      .execute(),
    access: await of('entitlements'),
    records: await of('learning_records'),
    notes: await of('lesson_notes'),
    certificates: await of('study_certificates'),
  };
}

async function learn(
  person: MemberPerson,
  built: Awaited<ReturnType<typeof buildCourse>>,
  index: number,
  seen: number,
) {
  const lesson = built.lessons[index];
  if (!lesson) throw new Error('the course has too few lessons');
  await app.ctx.db
    .insertInto('learning_records')
    .values({
      member_id: person.member_id,
      course_id: built.course.id,
      lesson_id: lesson.id,
      duration_sec: 600,
      seen_bitmap: Buffer.from([seen % 256]),
      seen_sec: seen,
      study_sec: seen,
      percent: Math.round(seen / 6),
      completed_at: seen >= 540 ? app.ctx.clock() : null,
    })
    .execute();
}

/** Two accounts of one person, with something of every kind. */
async function prepare() {
  const { db } = app.ctx;
  const [target, source] = await two();
  const built = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 3 });
  const card = await buildCard(app.ctx, {
    batch_id: (await buildBatch(app.ctx)).id,
    state: 30,
    owner_member_id: source.member_id,
  });
  await buildEntitlement(app.ctx, { member_id: source.member_id, course_id: built.course.id });
  await learn(target, built, 0, 120);
  await learn(source, built, 0, 560);
  await learn(source, built, 1, 60);
  const day = { course_id: built.course.id, lessons_done: 0 };
  await db
    .insertInto('learning_days')
    .values([
      { ...day, member_id: target.member_id, day: '2026-03-01', study_sec: 120 },
      { ...day, member_id: source.member_id, day: '2026-03-01', study_sec: 560 },
      { ...day, member_id: source.member_id, day: '2026-03-02', study_sec: 60 },
    ])
    .execute();
  await setMember(target, { total_study_sec: 120, real_name: '张三' });
  await setMember(source, { total_study_sec: 620, real_name: '李四', tags: ['老学员'] });
  await setSeconds(app.ctx, target.member_id, 30);
  await setSeconds(app.ctx, source.member_id, 600);
  await setUser(target, { mobile_phone: null, email: `target${target.user_id}@example.com`, password_hash: null });
  await setUser(source, { email: `source${source.user_id}@example.com`, password_hash: 'hash of source' });
  for (const provider of ['qq', 'wechat_official'])
    await db
      .insertInto('ousers')
      .values({ provider, app_id: 'a', open_id: `${provider}-${source.user_id}`, user_id: source.user_id })
      .execute();
  await db
    .insertInto('ousers')
    .values({ provider: 'qq', app_id: 'a', open_id: `target-${target.user_id}`, user_id: target.user_id })
    .execute();
  const [lesson] = built.lessons;
  await db
    .insertInto('lesson_notes')
    .values({
      member_id: source.member_id,
      course_id: built.course.id,
      lesson_id: lesson?.id ?? 0,
      client_key: crypto.randomUUID(),
      at_sec: 5,
      body: '笔记',
    })
    .execute();
  await app.http('POST', '/home/learning-records/certificate', { as: source, body: {} });
  return { target, source, built, card };
}

describe('POST /admin/members/merge', () => {
  it('moves everything, and the undo puts every row back as it was', async () => {
    const { target, source, card, built } = await prepare();
    const before = await everything(target, source);
    const sourceMobile = (await userOf(source)).mobile_phone;
    const preview = await app.http('POST', '/admin/members/merge', {
      as: admin,
      body: { ...body(target, source), dry_run: true },
    });
    const notes = preview.body.notes.join('\n');
    for (const text of [
      '学习卡 1 张',
      '学习权益 1 项',
      '学习记录 1 条',
      'AI 时长 600 秒',
      '1 课时',
      '张三',
      '李四',
      'QQ',
      't****@example.com',
    ])
      expect(notes).toContain(text);
    expect(await everything(target, source)).toEqual(before);

    expect((await merge(target, source)).body).toMatchObject({
      changed: 1,
      undo: [{ resource: 'members', action: 'undo-merge', ids: [source.member_id] }],
    });
    expect(await memberOf(target)).toMatchObject({
      real_name: '张三',
      ai_seconds_left: 630,
      total_study_sec: 620,
      tags: ['老学员'],
    });
    expect(await memberOf(source)).toMatchObject({ status: 5, ai_seconds_left: 0, total_study_sec: 0 });
    expect(await secondsOf(target, source)).toEqual([
      [source.member_id, -600],
      [target.member_id, 600],
    ]);
    expect(await userOf(target)).toMatchObject({
      mobile_phone: sourceMobile,
      email: `target${target.user_id}@example.com`,
      password_hash: 'hash of source',
    });
    const records = await app.ctx.db
      .selectFrom('learning_records')
      .selectAll()
      .where('course_id', '=', built.course.id)
      .orderBy('lesson_id')
      .execute();
    expect(records).toMatchObject([
      {
        member_id: target.member_id,
        seen_sec: 560,
        study_sec: 560,
        percent: 93,
        seen_bitmap: Buffer.from([560 % 256]),
      },
      { member_id: target.member_id, seen_sec: 60 },
    ]);
    const days = await app.ctx.db
      .selectFrom('learning_days')
      .selectAll()
      .where('course_id', '=', built.course.id)
      .orderBy('day')
      .execute();
    expect(days.map((one) => [one.member_id, one.study_sec])).toEqual([
      [target.member_id, 560],
      [target.member_id, 60],
    ]);
    const { owner_member_id: owner } = await app.ctx.db
      .selectFrom('cards')
      .select('owner_member_id')
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    expect(owner).toBe(target.member_id);
    const logins = await app.ctx.db
      .selectFrom('ousers')
      .select('provider')
      .where('user_id', '=', target.user_id)
      .orderBy('provider')
      .execute();
    expect(logins.map((one) => one.provider)).toEqual(['qq', 'wechat_official']);
    expect(
      (await app.http('GET', '/home/learning-records/certificates', { as: target })).body.certificates,
    ).toHaveLength(1);
    expect((await app.http('GET', '/home/index', { as: source })).status).toBe(401);
    const response = await app.http('GET', `/admin/members/${source.member_id}`, { as: admin });
    expect(response.body.row.merges).toMatchObject([
      {
        other_id: target.member_id,
        has_gone: true,
        counts: { cards: 1, combined: 1, certificates: 1, notes: 1, logins: 1 },
      },
    ]);
    const logged = await app.ctx.db
      .selectFrom('logs')
      .select(['record_id'])
      .where('action', '=', 'merge')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(logged.map((one) => one.record_id).toSorted()).toEqual(
      [target, source].map((one) => String(one.member_id)).toSorted(),
    );

    expect((await undo(source)).body).toMatchObject({ changed: 1 });
    expect(await everything(target, source)).toEqual(before);
    expect((await secondsOf(target, source)).slice(2)).toEqual([
      [target.member_id, -600],
      [source.member_id, 600],
    ]);
    expect(await proveSeconds(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
    expect((await undo(source)).body.code).toBe('record.state');
  });

  it('is done once, however often and by whomever it is called, and undone once', async () => {
    const { target, source } = await prepare();
    const answers = await Promise.all([merge(target, source), merge(target, source), merge(source, target)]);
    const merged = answers.filter(({ status }) => status === 200);
    expect(merged.length).toBeGreaterThan(0);
    const stays = (await memberOf(target)).status === 1 ? target : source;
    const goes = stays === target ? source : target;
    expect((await memberOf(goes)).status).toBe(5);
    expect((await memberOf(stays)).ai_seconds_left).toBe(630);
    const undone = await Promise.all([undo(goes), undo(goes)]);
    expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await memberOf(stays)).ai_seconds_left + (await memberOf(goes)).ai_seconds_left).toBe(630);
  });

  it.each([
    ['first', 1],
    ['second', 0],
  ])('leaves no card with the account that goes when that activates one at the same time, %s', async (_turn, turn) => {
    const [target, source] = await two();
    const card = await buildCard(app.ctx, {
      batch_id: (await buildBatch(app.ctx)).id,
      state: 30,
      owner_member_id: source.member_id,
    });
    const activate = () =>
      app.http('POST', '/home/cards/use-card', {
        as: source,
        body: { card_id: card.id, mode: 'activate', request_id: crypto.randomUUID() },
      });
    const calls = [() => merge(target, source), activate];
    const responses = await app.whileLocked(
      (trx) => trx.selectFrom('members').select('id').where('id', '=', source.member_id).forUpdate().execute(),
      2,
      async () => {
        const first = calls[turn]?.();
        await app.waitForWaiters(1);
        return Promise.all([first, calls[1 - turn]?.()]);
      },
    );
    const [merged, used] = [responses[turn], responses[1 - turn]];
    expect(merged?.status).toBe(200);
    expect([200, 422]).toContain(used?.status);
    const {
      owner_member_id: owner,
      activated_member_id: by,
      state,
    } = await app.ctx.db.selectFrom('cards').selectAll().where('id', '=', card.id).executeTakeFirstOrThrow();
    expect(owner).toBe(target.member_id);
    expect([state, by]).toEqual(used?.status === 200 ? [40, target.member_id] : [30, null]);
    const left = await app.ctx.db
      .selectFrom('entitlements')
      .select('id')
      .where('member_id', '=', source.member_id)
      .execute();
    expect(left).toEqual([]);
  });

  it('refuses what would hurt somebody, and stays within the scope', async () => {
    const [target, source] = await two();
    expect((await merge(target, target)).body.code).toBe('member.merge_self');
    await app.ctx.db.insertInto('admins').values({ user_id: source.user_id }).execute();
    expect((await merge(target, source)).body.code).toBe('member.merge_staff');
    const [agency, other] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const own = await app.person.member({ agency_id: agency.id });
    const foreign = await app.person.member({ agency_id: other.id });
    const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.merge'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await merge(own, foreign, clerk)).body.code).toBe('record.not_found');
    expect((await merge(foreign, own, clerk)).status).toBe(404);
    const reader = await app.person.adminWith(['admin.members.list']);
    expect((await merge(own, foreign, reader)).body.code).toBe('access.denied');
    expect((await memberOf(own)).status).toBe(1);
  });

  it('is not undone when something would be lost, and says what; nor after seven days', async () => {
    const { target, source, card, built } = await prepare();
    await merge(target, source);
    await setSeconds(app.ctx, target.member_id, 20);
    await app.ctx.db.updateTable('cards').set({ owner_member_id: null }).where('id', '=', card.id).execute();
    await app.ctx.db
      .updateTable('learning_records')
      .set({ seen_sec: 580 })
      .where('member_id', '=', target.member_id)
      .where('lesson_id', '=', built.lessons[0]?.id ?? 0)
      .execute();
    const refused = await undo(source);
    expect(refused.body.code).toBe('member.merge_used');
    for (const text of ['学习卡', '课时', 'AI 时长']) expect(refused.body.message).toContain(text);
    expect((await memberOf(source)).status).toBe(5);
    const [stays, goes] = await two();
    await merge(stays, goes);
    app.clock.advance(7 * 86_400_000);
    admin = await app.person.admin();
    expect((await undo(goes)).body.code).toBe('member.merge_over');
  });

  it('keeps logins only as long as it can be undone: then the person may use them again', async () => {
    const { target, source } = await prepare();
    await setUser(target, { mobile_phone: '13700009001' });
    const { mobile_phone: second } = await userOf(source);
    await merge(target, source);
    await eraseAccounts(app.ctx);
    expect(await userOf(source)).toMatchObject({ mobile_phone: second, email: `source${source.user_id}@example.com` });
    app.clock.advance(7 * 86_400_000);
    await eraseAccounts(app.ctx);
    expect(await userOf(source)).toMatchObject({
      mobile_phone: null,
      email: null,
      username: null,
      password_hash: null,
    });
    const { rows: identities } = await sql<{ user_id: number }>`select user_id from ousers
      where user_id in (${target.user_id}, ${source.user_id})`.execute(app.ctx.db);
    expect(new Set(identities.map((one) => one.user_id))).toEqual(new Set([target.user_id]));
    expect(await userOf(target)).toMatchObject({ mobile_phone: '13700009001', password_hash: 'hash of source' });
    await setUser(target, { mobile_phone: second });
    admin = await app.person.admin();
  });

  it('is erased with the account that stays', async () => {
    const { target, source } = await prepare();
    await merge(target, source);
    await setMember(target, { status: 4, cancelling_since: new Date(app.clock.now().getTime() - 8 * 86_400_000) });
    await eraseAccounts(app.ctx);
    expect([(await memberOf(target)).status, (await memberOf(source)).status]).toEqual([3, 3]);
    expect(await memberOf(source)).toMatchObject({ real_name: '' });
    expect((await userOf(source)).email).toBeNull();
    const left =
      await sql`select 1 from member_merge_moves v join member_merges g on g.id = v.merge_id where g.source_id = ${source.member_id}`.execute(
        app.ctx.db,
      );
    expect(left.rows).toEqual([]);
  });
});
