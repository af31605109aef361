import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildCourse, buildEntitlement, buildMember } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const act = (action: string, body: Record<string, unknown>, as = admin) =>
  app.http(action === 'grant' ? 'POST' : 'PUT', `/admin/members/${action}`, { as, body });
const memberRow = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lastLog = (id: number) =>
  app.ctx.db
    .selectFrom('logs')
    .selectAll()
    .where('resource', '=', 'members')
    .where('record_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('admin/members', () => {
  it('finds members by name, number and mobile, and masks the mobile without permission', async () => {
    const member = await app.person.member();
    await app.ctx.db
      .updateTable('users')
      .set({ mobile_phone: '13987654321', email: 'learner@example.com', name: '小明同学' })
      .where('id', '=', member.user_id)
      .execute();
    await app.ctx.db.updateTable('members').set({ real_name: '' }).where('id', '=', member.member_id).execute();
    const reader = await app.person.adminWith(['admin.members.list', 'admin.members.export']);
    for (const keyword of ['小明同', '13987654321', (await memberRow(member.member_id)).member_no]) {
      const { body } = await app.http('GET', `/admin/members/list?where[_keyword]=${encodeURIComponent(keyword)}`, {
        as: reader,
      });
      expect(body.data, keyword).toMatchObject([
        { id: member.member_id, display_name: '小明同学', mobile_phone: '139****4321', email: 'l****@example.com' },
      ]);
    }
    const other = await app.person.member();
    const blank = await app.http('GET', `/admin/members/${other.member_id}`, {
      as: await app.person.adminWith(['admin.members.show']),
    });
    expect(blank.body.row).toMatchObject({ email: null, id_card: null, pending_name: null });
    const exported = await app.http('GET', '/admin/members/export?fields[]=mobile_phone&fields[]=id', { as: reader });
    expect(exported.text).not.toContain('13987654321');
    const support = await app.person.adminWith(['admin.members.list', 'admin.members.export', 'admin.members.reveal']);
    const list = await app.http('GET', '/admin/members/list?where[mobile_phone]=13987654321', { as: support });
    expect(list.body.data).toMatchObject([{ mobile_phone: '139****4321' }]);
    const revealed = await app.http('POST', `/admin/members/${member.member_id}/reveal`, {
      as: support,
      body: { reason: '回访学员' },
    });
    expect(revealed.body.values).toEqual({ mobile_phone: '13987654321', email: 'learner@example.com', id_card: null });
    expect(await lastLog(member.member_id)).toMatchObject({
      action: 'reveal',
      user_id: support.user_id,
      reason: '回访学员',
    });
    expect(
      (await app.http('GET', '/admin/members/export?fields[]=mobile_phone&fields[]=id', { as: support })).text,
    ).toContain('13987654321');
  });

  it('updates the school’s data of a member, with field differences in the log', async () => {
    const member = await app.person.member();
    const { status, body } = await app.http('PUT', `/admin/members/${member.member_id}`, {
      as: admin,
      body: { school: '育才中学', tags: ['重点'], english_level: 'B1', version: 1 },
    });
    expect([status, body.row.school, body.row.version]).toEqual([200, '育才中学', 2]);
    expect(await lastLog(member.member_id)).toMatchObject({
      action: 'update',
      record_title: '张三',
      before: { school: '', tags: [], english_level: null },
      after: { school: '育才中学', tags: ['重点'], english_level: 'B1' },
    });
    const refused = await app.http('PUT', `/admin/members/${member.member_id}`, {
      as: admin,
      body: { real_name: '李四', mobile_phone: '13800000001', total_study_sec: 9 },
    });
    expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([
      422,
      ['mobile_phone', 'real_name', 'total_study_sec'],
    ]);
  });

  it('needs a reason for status, identity and name, and logs it with before and after', async () => {
    const member = await app.person.member();
    const ids = [member.member_id];
    for (const [action, input] of [
      ['update-status', { status: 2 }],
      ['update-is-auth', { is_auth: 2 }],
      ['update-real-name', { real_name: '王小明' }],
    ] as const) {
      const without = await act(action, { ids, ...input });
      expect([without.status, Object.keys(without.body.errors)], action).toEqual([422, ['reason']]);
    }
    expect((await act('update-is-auth', { ids, is_auth: 2, reason: '核对过身份证' })).body.changed).toBe(1);
    expect(await memberRow(member.member_id)).toMatchObject({
      is_auth: 2,
      auth_method: 'manual',
      auth_at: app.ctx.clock(),
    });
    expect(await lastLog(member.member_id)).toMatchObject({
      action: 'update-is-auth',
      before: { is_auth: 0 },
      after: { is_auth: 2 },
      reason: '核对过身份证',
    });
    expect((await act('update-is-auth', { ids, is_auth: 3, reason: '证件不是本人' })).status).toBe(200);
    expect(await memberRow(member.member_id)).toMatchObject({ is_auth: 3, auth_method: null, auth_at: null });
    expect((await act('update_real_name', { ids, real_name: '王小明', reason: '录入有误' })).body.changed).toBe(1);
    expect(await lastLog(member.member_id)).toMatchObject({
      before: { real_name: '张三' },
      after: { real_name: '王小明' },
    });
    expect((await act('update-real-name', { ids, real_name: '<b>x</b>', reason: 'x' })).status).toBe(422);
    const two = await act('update-real-name', {
      ids: [member.member_id, (await app.person.member()).member_id],
      real_name: '王小明',
      reason: '录入有误',
    });
    expect([two.status, Object.keys(two.body.errors)]).toEqual([422, ['ids']]);
  });

  it('stopping a member ends the session and blocks login; restoring allows it again', async () => {
    const member = await app.person.member();
    expect((await app.http('GET', '/home/index', { as: member })).status).toBe(200);
    expect((await act('update-status', { ids: [member.member_id], status: 2, reason: '转卖账号' })).body.changed).toBe(
      1,
    );
    expect((await app.http('GET', '/home/index', { as: member })).status).toBe(401);
    const account = () =>
      app.ctx.db.selectFrom('users').select('status').where('id', '=', member.user_id).executeTakeFirstOrThrow();
    expect((await account()).status).toBe(2);
    expect((await act('update-status', { ids: [member.member_id], status: 1, reason: '核实无误' })).body.changed).toBe(
      1,
    );
    expect((await account()).status).toBe(1);
    await app.ctx.db.updateTable('members').set({ status: 3 }).where('id', '=', member.member_id).execute();
    expect((await act('update-status', { ids: [member.member_id], status: 1, reason: '恢复' })).body.code).toBe(
      'record.state',
    );
    expect((await act('update-status', { ids: [member.member_id], status: 3, reason: '注销' })).status).toBe(422);
  });

  it('stopping a member who is an administrator keeps their back-office access', async () => {
    const colleague = await app.person.adminWith(['admin.members.list']);
    const { id } = await app.ctx.db
      .insertInto('members')
      .values({ user_id: colleague.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await act('update-status', { ids: [id], status: 2, reason: '测试账号' })).body.changed).toBe(1);
    expect((await app.http('GET', '/admin/members/list', { as: colleague })).status).toBe(200);
  });

  it('grants courses without a card and activates members who had none', async () => {
    const { course } = await buildCourse(app.ctx);
    const draft = await buildCourse(app.ctx, { status: 0 });
    const member = await app.person.member({ activated: false });
    const ids = [member.member_id];
    expect((await app.http('GET', '/home/index', { as: member })).status).toBe(403);
    expect(
      (await act('grant', { ids, course_ids: [course.id, draft.course.id], end_on: '2030-06-01', reason: '补发' })).body
        .errors,
    ).toHaveProperty('course_ids');
    expect(
      (await act('grant', { ids, course_ids: [course.id], end_on: '2020-06-01', reason: '补发' })).body.errors,
    ).toHaveProperty('end_on');
    expect(
      (await act('grant', { ids, course_ids: [course.id], end_on: '2030-06-01', reason: '补发' })).body.changed,
    ).toBe(1);
    const entitlements = await app.ctx.db
      .selectFrom('entitlements')
      .selectAll()
      .where('member_id', '=', member.member_id)
      .execute();
    expect(entitlements).toMatchObject([
      {
        kind: 'course',
        course_id: course.id,
        source_type: 'admin',
        source_id: admin.admin_id,
        end_at: new Date('2030-06-01T15:59:59.999Z'),
        revoked_at: null,
      },
    ]);
    expect(await memberRow(member.member_id)).toMatchObject({ activated_at: app.ctx.clock(), access_version: 1 });
    await expect
      .poll(async () => (await app.http('GET', '/home/index', { as: member })).body.courses)
      .toMatchObject([{ id: course.id }]);
    const response = await app.http('GET', `/admin/members/${member.member_id}`, { as: admin });
    expect(response.body.row).toMatchObject({
      user_id: member.user_id,
      course_count: 1,
      open_course_id: course.id,
      open_until: '2030-06-01T15:59:59.999Z',
    });
    const access = await app.http('GET', `/admin/entitlements/list?where[member_id]=${member.member_id}`, {
      as: admin,
    });
    expect(access.body.data).toMatchObject([
      {
        course_id: course.id,
        title: course.title,
        source_type: 'admin',
        source_no: '',
        progress: `0 / ${course.lesson_count}`,
      },
    ]);
  });

  it('names the course that stays open longest among those open now', async () => {
    const member = await app.person.member();
    const [shorter, longer, later, gone] = [
      await buildCourse(app.ctx),
      await buildCourse(app.ctx),
      await buildCourse(app.ctx),
      await buildCourse(app.ctx),
    ];
    const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
    for (const { course, ...term } of [
      { ...shorter, end_at: day('2029-01-01') },
      { ...longer, end_at: day('2030-01-01') },
      { ...later, start_at: day('2029-01-01'), end_at: day('2031-01-01') },
      { ...gone, end_at: day('2032-01-01') },
    ])
      await buildEntitlement(app.ctx, {
        member_id: member.member_id,
        course_id: course.id,
        end_at: term.end_at,
        ...('start_at' in term ? { start_at: term.start_at } : {}),
      });
    await app.ctx.db
      .updateTable('courses')
      .set({ deleted_at: app.ctx.clock() })
      .where('id', '=', gone.course.id)
      .execute();
    expect((await app.http('GET', `/admin/members/${member.member_id}`, { as: admin })).body.row).toMatchObject({
      course_count: 2,
      open_course_id: longer.course.id,
      open_until: '2030-01-01T00:00:00.000Z',
    });
  });

  it('shows an agency its own members and lets it change no others', async () => {
    const [mine, other] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const permissions = ['list', 'show', 'update', 'update-status'].map((name) => `admin.members.${name}`);
    const agent = await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: mine.id });
    const [own, foreign] = [
      await app.person.member({ agency_id: mine.id }),
      await app.person.member({ agency_id: other.id }),
    ];
    const { body } = await app.http('GET', '/admin/members/list', { as: agent });
    expect(body.data.map((row: { id: number }) => row.id)).toEqual([own.member_id]);
    expect((await app.http('GET', `/admin/members/${foreign.member_id}`, { as: agent })).status).toBe(404);
    expect(
      (await app.http('PUT', `/admin/members/${foreign.member_id}`, { as: agent, body: { remark: 'x' } })).status,
    ).toBe(404);
    expect((await act('update-status', { ids: [foreign.member_id], status: 2, reason: 'x' }, agent)).body.code).toBe(
      'record.not_found',
    );
    expect((await memberRow(foreign.member_id)).status).toBe(1);
  });
});

it('lists who studied today, whose last course ends within a week, and who never had one', async () => {
  // A school of its own: the views are of all its members.
  const school = await startTestApp();
  const { ctx } = school;
  const dayMs = 86_400_000;
  const inDays = (days: number): Date => new Date(Date.now() + days * dayMs);
  const [ending, extended, ended, fresh] = [
    await buildMember(ctx, { last_study_at: inDays(0) }),
    await buildMember(ctx, { last_study_at: inDays(-2) }),
    await buildMember(ctx),
    await buildMember(ctx, { activated_at: null }),
  ];
  for (const [member, days] of [
    [ending, 3],
    [ending, -9],
    [extended, 3],
    [extended, 30],
    [ended, -1],
  ] as const)
    await buildEntitlement(ctx, { member_id: member.id, end_at: inDays(days) });
  const boss = await school.person.admin();
  const idsOf = async (query: string): Promise<number[]> => {
    const { data } = (await school.http('GET', `/admin/members/list?${query}`, { as: boss })).body;
    return data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
  };
  expect(await idsOf('where[_view]=today')).toEqual([ending.id]);
  expect(await idsOf('where[_view]=ending')).toEqual([ending.id]);
  expect(await idsOf('where[_view]=courseless')).toEqual([fresh.id]);
  expect(await idsOf('where[ends_soon]=0')).toEqual([extended.id, ended.id, fresh.id]);
  expect(await idsOf('where[studied_today]=0')).toEqual([extended.id, ended.id, fresh.id]);
  expect((await school.http('GET', '/admin/members', { as: boss })).body.views).toMatchObject({
    today: 1,
    ending: 1,
    courseless: 1,
  });
  const born = (years: number): string => `${new Date().getFullYear() - years}-01-01`;
  const [child, agreed] = [
    await buildMember(ctx, { birthday: born(10) }),
    await buildMember(ctx, { birthday: born(10), ai_consent: true }),
  ];
  const grown = await buildMember(ctx, { birthday: born(15) });
  expect(await idsOf('where[_view]=unconsented')).toEqual([child.id]);
  expect(await idsOf('where[lacks_consent]=0')).toEqual(
    [ending, extended, ended, fresh, agreed, grown].map(({ id }) => id),
  );
  const { body } = await school.http('GET', `/admin/members/${ending.id}`, { as: boss });
  expect(body.row).not.toHaveProperty('ends_soon');
  await school.close();
});
