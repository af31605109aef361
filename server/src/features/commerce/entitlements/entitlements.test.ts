import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildCourse,
  buildEntitlement,
  setSeconds,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const act = (action: string, ids: readonly number[], more: Record<string, unknown> = {}, as: Person = admin) =>
  app.http('PUT', `/admin/entitlements/${action}`, { as, body: { ids, reason: '开错了课程', ...more } });
const rowOf = (id: number) =>
  app.ctx.db.selectFrom('entitlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const memberOf = (id: number) =>
  app.ctx.db
    .selectFrom('members')
    .select(['ai_seconds_left', 'access_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const lastLog = () =>
  app.ctx.db
    .selectFrom('logs')
    .selectAll()
    .where('resource', '=', 'entitlements')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

it('revokes a course with a reason, and restores it', async () => {
  const { course } = await buildCourse(app.ctx);
  const member = await app.person.member();
  const { id } = await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
  expect(
    (await app.http('PUT', '/admin/entitlements/revoke', { as: admin, body: { ids: [id] } })).body.errors,
  ).toHaveProperty('reason');
  const { body } = await act('revoke', [id]);
  expect(body).toMatchObject({
    changed: 1,
    failed: [],
    undo: [{ resource: 'entitlements', action: 'restore', ids: [id] }],
  });
  expect(await rowOf(id)).toMatchObject({
    revoked_at: app.ctx.clock(),
    revoke_reason: '开错了课程',
    revoked_by: admin.admin_id,
  });
  expect(await memberOf(member.member_id)).toMatchObject({ access_version: 1 });
  expect(await lastLog()).toMatchObject({
    action: 'revoke',
    record_id: String(id),
    record_title: course.title,
    reason: '开错了课程',
  });
  expect((await act('revoke', [id])).body.code).toBe('entitlement.revoked');
  const studies = async () =>
    ((await app.http('GET', '/home/courses', { as: member })).body.courses as { id: number }[]).map((one) => one.id);
  const before = await studies();
  expect((await act('restore', [id])).body).toMatchObject({ changed: 1 });
  expect(await rowOf(id)).toMatchObject({ revoked_at: null, revoke_reason: '', revoked_by: null });
  expect(before).not.toContain(course.id);
  expect(await studies()).toContain(course.id);
});

it('says before a revocation who can no longer learn, and who still can by another entitlement', async () => {
  const { course } = await buildCourse(app.ctx);
  const [one, other] = [await app.person.member(), await app.person.member()];
  const grants: number[] = [];
  for (const member of [one, other, other])
    grants.push((await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id })).id);
  const [first, second, third] = grants;
  const notesOf = async (...ids: (number | undefined)[]): Promise<string[]> =>
    (await act('revoke', ids.map(Number), { dry_run: true })).body.notes;
  expect(await notesOf(first, second)).toEqual([
    '1 位学员不能再学习，涉及 1 门课程；学习记录保留。',
    '1 位学员另有这门课程的权益，仍可学习。',
  ]);
  expect(await notesOf(first, second, third)).toEqual(['2 位学员不能再学习，涉及 1 门课程；学习记录保留。']);
  expect(await rowOf(first ?? 0)).toMatchObject({ revoked_at: null });
});

it('changes the end of many at once, and undoes each', async () => {
  const { course } = await buildCourse(app.ctx);
  const [one, two] = [await app.person.member(), await app.person.member()];
  const first = await buildEntitlement(app.ctx, {
    member_id: one.member_id,
    course_id: course.id,
    end_at: new Date('2031-01-01T00:00:00Z'),
  });
  const second = await buildEntitlement(app.ctx, { member_id: two.member_id, course_id: course.id, end_at: null });
  const ids = [first.id, second.id];
  expect(
    (await act('redate', ids, { end_at: '2020-01-01' })).body.failed.map(({ code }: { code: string }) => code),
  ).toEqual(['entitlement.before_start', 'entitlement.before_start']);
  expect((await act('redate', [first.id], { end_at: '2020-01-01' })).body.errors).toHaveProperty('end_at');
  expect((await act('redate', ids, { end_at: '2030-06-01' })).body).toMatchObject({
    changed: 2,
    undo: [{ action: 'undo-redate', ids }],
  });
  expect([(await rowOf(first.id)).end_at, (await rowOf(second.id)).end_at]).toEqual([
    new Date('2030-06-01T15:59:59.999Z'),
    new Date('2030-06-01T15:59:59.999Z'),
  ]);
  expect(await lastLog()).toMatchObject({ action: 'redate', after: { end_at: '2030-06-01' }, reason: '开错了课程' });
  expect((await act('undo-redate', ids)).body.changed).toBe(2);
  expect([(await rowOf(first.id)).end_at, (await rowOf(second.id)).end_at]).toEqual([
    new Date('2031-01-01T00:00:00Z'),
    null,
  ]);
});

it('keeps the balance of seconds correct, and never below zero', async () => {
  const member = await app.person.member();
  const grant = (amount: number) =>
    app.ctx.db
      .insertInto('entitlements')
      .values({
        member_id: member.member_id,
        kind: 'ai_seconds',
        amount,
        source_type: 'admin',
        start_at: app.ctx.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [first, second, third] = [await grant(600), await grant(300), await grant(50)];
  await setSeconds(app.ctx, member.member_id, 700);
  expect((await act('revoke', [first.id, second.id, third.id])).body.changed).toBe(3);
  expect((await memberOf(member.member_id)).ai_seconds_left).toBe(0);
  expect((await act('restore', [first.id, second.id, third.id])).body.changed).toBe(3);
  expect((await memberOf(member.member_id)).ai_seconds_left).toBe(700);
  const lines = await app.ctx.db
    .selectFrom('ai_second_logs')
    .select(['type', 'delta', 'ref_id', 'operator_id', 'remark'])
    .where('member_id', '=', member.member_id)
    .where('ref_type', '=', 'entitlement')
    .orderBy('id')
    .execute();
  const by = { type: secondsType.admin, operator_id: admin.user_id, remark: '开错了课程' };
  expect(lines).toEqual([
    { ...by, ref_id: first.id, delta: -600 },
    { ...by, ref_id: second.id, delta: -100 },
    { ...by, ref_id: first.id, delta: 600 },
    { ...by, ref_id: second.id, delta: 100 },
  ]);
  expect((await act('redate', [first.id], { end_at: '2030-06-01' })).body.code).toBe('entitlement.endless');
});

it('restores nothing a reversal took, nor what a reversed card had opened', async () => {
  const member = await app.person.member();
  const card = await buildCard(app.ctx, {
    batch_id: (await buildBatch(app.ctx)).id,
    state: 40,
    owner_member_id: member.member_id,
    activated_member_id: member.member_id,
    activated_at: app.ctx.clock(),
  });
  const { course } = await buildCourse(app.ctx);
  const { id } = await buildEntitlement(app.ctx, {
    member_id: member.member_id,
    course_id: course.id,
    source_type: 'card',
    source_id: card.id,
  });
  await act('revoke', [id]);
  await app.ctx.db.updateTable('cards').set({ state: 60 }).where('id', '=', card.id).execute();
  expect((await act('restore', [id])).body.code).toBe('entitlement.source_gone');
  await app.ctx.db.updateTable('entitlements').set({ revoked_by: null }).where('id', '=', id).execute();
  expect((await act('restore', [id])).body.code).toBe('entitlement.not_by_hand');
});

it('shows an agency its own members’ entitlements, read-only', async () => {
  const [mine, other] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
  const [own, foreign] = [
    await app.person.member({ agency_id: mine.id }),
    await app.person.member({ agency_id: other.id }),
  ];
  const { id } = await buildEntitlement(app.ctx, { member_id: own.member_id });
  await buildEntitlement(app.ctx, { member_id: foreign.member_id });
  const agent = await app.person.adminWith(['admin.entitlements.list', 'admin.entitlements.revoke'], {
    data_scope: 'own_agency',
    agency_id: mine.id,
  });
  expect(
    (await app.http('GET', '/admin/entitlements/list', { as: agent })).body.data.map((row: { id: number }) => row.id),
  ).toEqual([id]);
  expect((await act('revoke', [id], {}, agent)).body.code).toBe('access.denied');
  expect((await rowOf(id)).revoked_at).toBeNull();
});

it('revokes a grant by its undo', async () => {
  const { course } = await buildCourse(app.ctx);
  const member = await app.person.member();
  const { body } = await app.http('POST', '/admin/members/grant', {
    as: admin,
    body: { ids: [member.member_id], course_ids: [course.id], reason: '补发' },
  });
  expect(body.undo).toMatchObject([{ resource: 'entitlements', action: 'revoke' }]);
  expect((await act('revoke', body.undo[0].ids)).body.changed).toBe(1);
  const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.grant']);
  const without = await app.http('POST', '/admin/members/grant', {
    as: clerk,
    body: { ids: [member.member_id], course_ids: [course.id], reason: '补发' },
  });
  expect(without.body.undo).toBeUndefined();
});
