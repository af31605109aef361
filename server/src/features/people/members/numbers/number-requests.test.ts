import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../../test/app.ts';
import { buildMember, buildUser, makeMobile } from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** A learner with a number that they will lose. */
async function enter(name: string) {
  const mobile = makeMobile();
  const { id } = await buildUser(app.ctx, { name, mobile_phone: mobile });
  const member = await buildMember(app.ctx, { user_id: id, real_name: name });
  return { id, member_id: member.id, mobile };
}

async function ask(body: { name?: string; old_number?: string; remark?: string }, mobile = makeMobile(), as?: Person) {
  app.clock.advance(61_000);
  const by = as ? { as } : {};
  const sending = { mobile_phone: mobile, verify: await app.captchaPass() };
  await app.http('POST', '/open/number-requests/send', { ...by, body: sending });
  const request = { ...body, mobile_phone: mobile, message_code: app.lastCode(mobile) };
  const answer = await app.http('POST', '/open/number-requests', { ...by, body: request });
  const row = await app.ctx.db
    .selectFrom('number_requests')
    .selectAll()
    .where('mobile_phone', '=', mobile)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { answer, row, mobile };
}
const decide = (action: 'approve' | 'refuse', id: number | undefined, body: object, as = admin) =>
  app.http('PUT', `/admin/number-requests/${action}`, { as, body: { ids: [id], ...body } });
const mobileOf = async (id: number) =>
  (await app.ctx.db.selectFrom('users').select('mobile_phone').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile_phone;
const waitingJobs = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
    where starts_with(task_identifier, 'tell_') order by 1`.execute(app.ctx.db);
  return rows.map(({ name }) => name);
};
const toldOf = async (mobile: string) => {
  await app.runJobs();
  return app.sent.sms.filter(({ to, purpose }) => to === mobile && purpose === 'notice').map(({ text }) => text);
};

describe('POST /open/number-requests', () => {
  it('needs a code to the new number, and tells nothing about who has the old one', async () => {
    const { mobile } = await enter('王小明');
    const texts = [];
    for (const old of [mobile, makeMobile()]) {
      const { answer } = await ask({ name: '王小明', old_number: old });
      texts.push(answer.text);
    }
    expect(texts[0]).toBe(texts[1]);
    const body = { name: '王小明', mobile_phone: makeMobile(), message_code: '000000' };
    expect((await app.http('POST', '/open/number-requests', { body })).body.code).toBe('auth.code_wrong');
    expect(Object.keys((await ask({})).answer.body.errors)).toEqual(['name']);
  });

  it('finds the learner by the number they have, or had last', async () => {
    const { member_id, mobile } = await enter('李四');
    const first = await ask({ name: '李四' });
    expect(first.row?.member_id).toBeNull();
    const second = await ask({ name: '李四', old_number: mobile, remark: '三月买的卡' }, first.mobile);
    expect(second.row).toMatchObject({ member_id, remark: '三月买的卡' });
    const ids = [member_id];
    await app.http('PUT', '/admin/members/unbind-mobile', { as: admin, body: { ids, reason: '号码已换人' } });
    expect((await ask({ name: '李四', old_number: mobile })).row?.member_id).toBe(member_id);
  });

  it('finds who has the number before who had it, the last who had it, and nobody deleted', async () => {
    const [has, had, hadLast, deleted] = [await enter('一'), await enter('二'), await enter('三'), await enter('四')];
    const change = (userId: number, old: string) =>
      app.ctx.db
        .insertInto('number_changes')
        .values({ user_id: userId, old_number: old, new_number: null, cause: 'owner', changed_by: null })
        .execute();
    const remove = (id: number) =>
      app.ctx.db.updateTable('users').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
    for (const { id } of [had, hadLast, deleted]) await change(id, has.mobile);
    await remove(deleted.id);
    const knownBy = async () => (await ask({ name: '谁', old_number: has.mobile })).row?.member_id;
    expect(await knownBy()).toBe(has.member_id);
    await remove(has.id);
    expect(await knownBy()).toBe(hadLast.member_id);
    await remove(hadLast.id);
    expect(await knownBy()).toBe(had.member_id);
  });

  it('of a learner without a name carries their number at the school', async () => {
    const member = await app.person.member();
    await app.ctx.db.updateTable('users').set({ name: '', username: null }).where('id', '=', member.user_id).execute();
    const { member_no: no } = await app.ctx.db
      .selectFrom('members')
      .select('member_no')
      .where('id', '=', member.member_id)
      .executeTakeFirstOrThrow();
    const { answer, row } = await ask({}, makeMobile(), member);
    expect([answer.status, row?.name]).toEqual([200, no]);
  });

  it('of somebody logged in is for their own account, whatever they write', async () => {
    const other = await enter('别人');
    const member = await app.person.member();
    const { row } = await ask({ old_number: other.mobile }, makeMobile(), member);
    expect(row).toMatchObject({ member_id: member.member_id, is_logged_in: true });
  });
});

describe('PUT /admin/number-requests/…', () => {
  it('stands in the to-do list; approved, the learner logs in by the new number and everybody is told', async () => {
    const { id, member_id, mobile: old } = await enter('赵六');
    const { row, mobile } = await ask({ name: '赵六', old_number: old });
    const todo = (await app.http('GET', '/admin/todo', { as: admin })).body.items;
    expect(todo.map(({ resource }: { resource: string }) => resource)).toContain('number-requests');
    expect(Object.keys((await decide('approve', row?.id, {})).body.errors)).toEqual(['reason']);
    await app.runJobs();
    expect((await decide('approve', row?.id, { reason: '电话核对本人' })).body.changed).toBe(1);
    expect(await mobileOf(id)).toBe(mobile);
    // A worker of the release before knows the one job, and would tell the new number what the other is told.
    expect(await waitingJobs()).toEqual(['tell_former_number', 'tell_new_number']);
    expect([await toldOf(mobile), await toldOf(old)]).toMatchObject([
      [expect.stringContaining('已通过')],
      [expect.stringContaining('不再用于登录')],
    ]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'reason'])
      .where('resource', '=', 'members')
      .where('record_id', '=', String(member_id))
      .execute();
    expect(log).toEqual([{ action: 'change-mobile', reason: '电话核对本人' }]);
    expect((await decide('refuse', row?.id, { reason: 'x' })).body.code).toBe('record.state');
  });

  it('is not approved once the person has asked again: nobody has read the new one', async () => {
    const [own, other] = [await enter('本人'), await enter('别人')];
    const { row: read, mobile } = await ask({ name: '本人', old_number: own.mobile });
    const { row: waiting } = await ask({ name: '本人', old_number: other.mobile }, mobile);
    expect((await decide('approve', read?.id, { reason: '电话核对本人' })).body.code).toBe('record.state');
    expect([await mobileOf(own.id), await mobileOf(other.id)]).toEqual([own.mobile, other.mobile]);
    const rows = await app.ctx.db
      .selectFrom('number_requests')
      .select(['id', 'state', 'member_id'])
      .where('mobile_phone', '=', mobile)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: read?.id, state: numberRequestState.superseded, member_id: own.member_id },
      { id: waiting?.id, state: numberRequestState.waiting, member_id: other.member_id },
    ]);
  });

  it('of nobody known needs the learner named by the school', async () => {
    const { id, member_id } = await enter('孙七');
    const { row, mobile } = await ask({ name: '孙七' });
    expect(Object.keys((await decide('approve', row?.id, { reason: '核对' })).body.errors)).toEqual(['member_id']);
    expect((await decide('approve', row?.id, { member_id, reason: '核对' })).status).toBe(200);
    expect(await mobileOf(id)).toBe(mobile);
  });

  it('refused changes nothing and tells the new number why', async () => {
    const { id, mobile: old } = await enter('周八');
    const { row, mobile } = await ask({ name: '周八', old_number: old });
    expect((await decide('refuse', row?.id, { reason: '姓名与账号不符' })).body.changed).toBe(1);
    expect([await mobileOf(id), await toldOf(mobile)]).toMatchObject([
      old,
      [expect.stringContaining('姓名与账号不符')],
    ]);
    const again = await ask({ name: '周八', old_number: old }, mobile);
    expect(again.row?.id).not.toBe(row?.id);
  });

  it('for a number that another account uses names it, and stays open', async () => {
    const [one, other] = [await enter('吴九'), await enter('吴九的新账号')];
    const { row } = await ask({ name: '吴九', old_number: one.mobile }, other.mobile);
    const taken = await decide('approve', row?.id, { reason: '核对' });
    expect([taken.status, taken.body.code]).toEqual([422, 'member.mobile_taken']);
    expect(taken.text).toContain('吴九的新账号');
    expect(await mobileOf(one.id)).toBe(one.mobile);
  });

  it('is for who may change the numbers of learners', async () => {
    const clerk = await app.person.adminWith(['admin.number-requests.list', 'admin.number-requests.approve']);
    const { row } = await ask({ name: '郑十' });
    expect((await decide('approve', row?.id, { reason: '核对' }, clerk)).status).toBe(403);
  });
});
