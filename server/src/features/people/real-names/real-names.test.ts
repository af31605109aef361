import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestApp,
  type AdminPerson,
  type MemberPerson,
  type Person,
  type Reply,
  type TestApp,
} from '../../../../test/app.ts';
import { buildCourse, buildEntitlement } from '../../../../test/factories.ts';
import { sealIdCard } from './id-cards.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp({ config: { expose_local_codes: true } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

const numbers = ['440308199901101512', '11010519491231002X'] as const;
const storedName = '张三';

async function member(): Promise<MemberPerson> {
  const person = await app.person.member();
  await app.ctx.db.updateTable('members').set({ real_name: storedName }).where('id', '=', person.member_id).execute();
  return person;
}
const handIn = (as: Person, id_card: string = numbers[0], real_name = '奥巴马'): Promise<Reply> =>
  app.http('POST', '/home/real-name', { as, body: { real_name, id_card, consent: true } });
const decide = (ids: number[], is_auth: number, reason = '已核对证件'): Promise<Reply> =>
  app.http('PUT', '/admin/members/update-is-auth', { as: admin, body: { ids, is_auth, reason } });
const rowOf = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const readMember = async (id: number, as = admin) => (await app.http('GET', `/admin/members/${id}`, { as })).body.row;
const noticesOf = async (as: Person): Promise<{ title: string; body: string }[]> => {
  await app.runJobs();
  return (await app.http('GET', '/home/notices', { as })).body.notices;
};
const openFace = (as: Person, id_card: string = numbers[0]): Promise<Reply> =>
  app.http('POST', '/home/init-face-auth', { as, body: { real_name: '李四', id_card, consent: true } });
const match = (as: Person, certify_id: string): Promise<Reply> =>
  app.http('POST', '/home/face-match', { as, body: { certify_id } });
/** Frees every ID number. */
const release = () =>
  app.ctx.db
    .updateTable('members')
    .set({ is_auth: 0, id_card: null, id_card_last4: '' })
    .where('is_auth', '=', 2)
    .execute();

describe('a name submitted for review', () => {
  it('is stored beside the current one until the decision', async () => {
    const me = await member();
    await handIn(me);
    expect(await rowOf(me.member_id)).toMatchObject({ real_name: storedName, id_card: null, is_auth: 1 });
    expect(
      (await app.http('POST', '/home/learning-records/certificate', { as: me, body: {} })).body.certificate.name,
    ).toBe(storedName);
    const { course, lessons } = await buildCourse(app.ctx);
    await buildEntitlement(app.ctx, { member_id: me.member_id, course_id: course.id });
    const play = await app.http('GET', `/home/play-auth?lesson_id=${lessons[0]?.id}`, { as: me });
    expect(play.body.marquee).toContain(storedName);
    expect((await app.http('GET', '/home/personage', { as: me })).body.account).toMatchObject({
      real_name: storedName,
      pending_name: '奥巴马',
      pending_last4: '1512',
    });
  });

  it('is found in the list by its state, with a masked number; revealing needs a permission and is logged', async () => {
    const me = await member();
    await handIn(me);
    const { body } = await app.http('GET', '/admin/members/list?where[is_auth]=1', { as: admin });
    expect(body.data.find((row: { id: number }) => row.id === me.member_id)).toMatchObject({
      real_name: storedName,
      pending_name: '奥巴马',
      id_card: expect.stringMatching(/^\*+1512$/),
    });
    const figure = (await app.http('GET', '/admin/todo', { as: admin })).body.items.find(
      (item: { key: string }) => item.key === 'reviews',
    );
    expect(figure).toMatchObject({ count: body.total, resource: 'members' });
    const reader = await app.person.adminWith(['admin.members.list', 'admin.members.show']);
    expect(
      (await app.http('POST', `/admin/members/${me.member_id}/reveal`, { as: reader, body: { reason: '审核' } }))
        .status,
    ).toBe(403);
    const revealed = await app.http('POST', `/admin/members/${me.member_id}/reveal`, {
      as: admin,
      body: { reason: '审核' },
    });
    expect(revealed.body.values.id_card).toBe(numbers[0]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['reason', 'after'])
      .where('action', '=', 'reveal')
      .where('record_id', '=', String(me.member_id))
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ reason: '审核', after: { fields: expect.arrayContaining(['id_card']) } });
    expect(JSON.stringify(await app.ctx.db.selectFrom('logs').selectAll().execute())).not.toContain(numbers[0]);
  });

  it('is stored when it passes: the change is logged, and the member is notified', async () => {
    await release();
    const me = await member();
    await handIn(me);
    expect((await decide([me.member_id], 2)).body.changed).toBe(1);
    expect(await rowOf(me.member_id)).toMatchObject({
      real_name: '奥巴马',
      id_card_last4: '1512',
      is_auth: 2,
      auth_method: 'manual',
    });
    expect(await readMember(me.member_id)).toMatchObject({
      pending_name: null,
      id_card: expect.stringMatching(/1512$/),
    });
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'before', 'after', 'reason'])
      .where('record_id', '=', String(me.member_id))
      .where('resource', '=', 'members')
      .orderBy('id')
      .execute();
    expect(logs).toMatchObject([
      {
        action: 'update-real-name',
        before: { real_name: storedName },
        after: { real_name: '奥巴马' },
        reason: '已核对证件',
      },
      { action: 'update-is-auth', before: { is_auth: 1 }, after: { is_auth: 2 }, reason: '已核对证件' },
    ]);
    expect(await noticesOf(me)).toMatchObject([{ title: '实名认证已通过' }]);
  });

  it('is dropped when it does not, and the member gets the reason', async () => {
    const me = await member();
    await handIn(me);
    await decide([me.member_id], 3, '姓名与证件不符');
    expect(await rowOf(me.member_id)).toMatchObject({ real_name: storedName, id_card: null, is_auth: 3 });
    expect((await readMember(me.member_id)).pending_name).toBeNull();
    const refusal = async () => (await app.http('GET', '/home/personage', { as: me })).body.account.refusal;
    expect(await refusal()).toBe('姓名与证件不符');
    const [notice] = await noticesOf(me);
    expect([notice?.title, notice?.body]).toEqual(['实名认证未通过', expect.stringContaining('姓名与证件不符')]);
    await handIn(me);
    expect(await refusal()).toBe('');
  });

  it('is shown in the dry run with the notice to the member; states set by members only are refused', async () => {
    const [me, other] = [await member(), await member()];
    await handIn(me);
    const dryRun = async (ids: number[], is_auth: number) =>
      (await app.http('PUT', '/admin/members/update-is-auth', { as: admin, body: { ids, is_auth, dry_run: true } }))
        .body.notes;
    expect(await dryRun([me.member_id], 2)).toEqual([
      '提交的姓名：奥巴马；身份证号：**************1512',
      '学员会收到认证通过的通知。',
    ]);
    expect((await dryRun([me.member_id], 3)).at(-1)).toContain('原因');
    await handIn(other, numbers[1], '李小红');
    expect((await dryRun([me.member_id, other.member_id], 2))[1]).toContain('提交的姓名：李小红');
    for (const state of [0, 1])
      expect(Object.keys((await decide([me.member_id], state)).body.errors)).toEqual(['is_auth']);
    const stranger = await member();
    expect((await decide([stranger.member_id], 3)).body.code).toBe('record.state');
  });

  it('does not pass with a number verified for another account', async () => {
    await release();
    const [first, second] = [await member(), await member()];
    await handIn(first);
    await handIn(second);
    expect((await decide([first.member_id, second.member_id], 2)).body).toMatchObject({
      changed: 1,
      failed: [{ id: second.member_id, code: 'account.id_card_limit' }],
    });
    expect(await rowOf(second.member_id)).toMatchObject({ real_name: storedName, is_auth: 1 });
    await app.setting('id_card_accounts', 2);
    expect((await decide([second.member_id], 2)).body.changed).toBe(1);
    await app.setting('id_card_accounts', 1);
  });
});

describe('face matching', () => {
  it('belongs to the member who started it, and ends once', async () => {
    await release();
    const [first, second] = [await member(), await member()];
    const {
      body: { certify_id: id },
    } = await openFace(first);
    expect((await match(second, id)).status).toBe(404);
    expect(await rowOf(second.member_id)).toMatchObject({ real_name: storedName, is_auth: 0 });
    expect((await match(first, id)).body.account).toMatchObject({ is_auth: 2, real_name: '李四' });
    await release();
    expect((await match(first, id)).status).toBe(404);
  });

  it('changes nothing stored when it fails', async () => {
    const me = await member();
    const {
      body: { certify_id: id },
    } = await openFace(me, numbers[1]);
    expect((await match(me, id)).body.account).toMatchObject({ is_auth: 3, real_name: storedName, id_card_last4: '' });
  });

  it('is not started without consent, for a number in use, nor beyond the daily limit', async () => {
    await release();
    const [first, second] = [await member(), await member()];
    expect(
      Object.keys(
        (
          await app.http('POST', '/home/init-face-auth', {
            as: first,
            body: { real_name: '李四', id_card: numbers[0] },
          })
        ).body.errors,
      ),
    ).toEqual(['consent']);
    await match(first, (await openFace(first)).body.certify_id);
    expect((await openFace(second)).body.code).toBe('account.id_card_limit');
    await app.setting('face_daily_limit', 2);
    app.clock.advance(86_401_000);
    const firstId = (await openFace(second, numbers[1])).body.certify_id;
    expect((await openFace(second, numbers[1])).body.certify_id).toBe(firstId);
    await match(second, firstId);
    await match(second, (await openFace(second, numbers[1])).body.certify_id);
    expect((await openFace(second, numbers[1])).status).toBe(429);
    app.clock.advance(86_401_000);
    expect((await openFace(second, numbers[1])).status).toBe(200);
    expect(
      await app.ctx.db
        .selectFrom('sensitive_consents')
        .select('kind')
        .where('member_id', '=', second.member_id)
        .execute(),
    ).toHaveLength(3);
  });
});

it('the old form of an ID number and its new form are one person, whichever came first and however it was stored', async () => {
  const [old, whole] = ['110101900307123', '110101199003071233'];
  const forms = [
    [old, whole],
    [whole, old],
  ] as const;
  for (const [first, second] of forms) {
    const [one, other] = [await app.person.member(), await app.person.member()];
    for (const [person, number] of [
      [one, first],
      [other, second],
    ] as const)
      expect((await handIn(person, number)).status).toBe(200);
    const decide = (id: number) =>
      app.http('PUT', '/admin/members/update-is-auth', {
        as: admin,
        body: { ids: [id], is_auth: 2, reason: '已核对' },
      });
    expect((await decide(one.member_id)).body.changed).toBe(1);
    // As an earlier version stored it.
    if (first === old)
      await app.ctx.db
        .updateTable('members')
        .set({ id_card: sealIdCard(app.ctx, one.member_id, old), id_card_last4: old.slice(-4) })
        .where('id', '=', one.member_id)
        .execute();
    expect((await decide(other.member_id)).body).toMatchObject({ code: 'account.id_card_limit' });
    await app.ctx.db
      .updateTable('members')
      .set({ is_auth: 0, id_card: null, id_card_last4: '' })
      .where('id', 'in', [one.member_id, other.member_id])
      .execute();
  }
});
