import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgency, buildEntitlement, buildMember } from '../../../../test/factories.ts';
import { countRows } from '../../../../test/bulk/count-rows.ts';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import { deliverPage } from './deliver-message.ts';
import { sendNoticeJob } from './deliver-message.ts';
import { countUnreadMessages, deliverMessageJob, listMemberMessages, markMessagesRead } from './public.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function write(values: Record<string, unknown>): Promise<number> {
  const reply = await app.http('POST', '/admin/messages', {
    as: admin,
    body: { title: '停机通知', body: '<p>今晚维护</p>', audience: 1, ...values },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}
const act = (id: number, name: string, more: object = {}) =>
  app.http('POST', `/admin/messages/${name}`, { as: admin, body: { ids: [id], ...more } });
const rowOf = (id: number) =>
  app.ctx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const receivers = async (id: number): Promise<number[]> =>
  (
    await app.ctx.db
      .selectFrom('message_deliveries')
      .select('member_id')
      .where('message_id', '=', id)
      .orderBy('member_id')
      .execute()
  ).map((row) => row.member_id);

test('a notice reaches exactly its audience, and not those who were stopped', async () => {
  const agency = await buildAgency(app.ctx);
  const [tagged, stopped, agent] = [
    await buildMember(app.ctx, { tags: ['暑期班'] }),
    await buildMember(app.ctx, { tags: ['暑期班'], status: 2 }),
    await buildMember(app.ctx, { agency_id: agency.id }),
  ];
  const member = await buildMember(app.ctx);
  const entitlement = await buildEntitlement(app.ctx, { member_id: member.id });
  const cases = [
    [{ audience: 2, audience_tag: '暑期班' }, tagged.id],
    [{ audience: 3, audience_agency_id: agency.id }, agent.id],
    [{ audience: 4, audience_course_id: entitlement.course_id }, member.id],
    [{ audience: 5, audience_member_id: tagged.id }, tagged.id],
  ] as const;
  for (const [audience, expected] of cases) {
    const id = await write(audience);
    expect((await act(id, 'send')).body.changed).toBe(1);
    await app.runJobs();
    expect(await receivers(id)).toEqual([expected]);
  }
  const all = await write({});
  await act(all, 'send');
  await app.runJobs();
  expect(await receivers(all)).not.toContain(stopped.id);
  expect(await rowOf(all)).toMatchObject({ status: 3, delivery_count: (await receivers(all)).length });
});

test('an interrupted delivery resumes, and a second run duplicates nothing, mails included', async () => {
  const member = await buildMember(app.ctx);
  await app.ctx.db.updateTable('users').set({ email: 'learner@school.cn' }).where('id', '=', member.user_id).execute();
  for (let index = 0; index < 500; index += 1) await buildMember(app.ctx, { tags: ['两页'] });
  await app.ctx.db
    .updateTable('members')
    .set({ tags: ['两页'] })
    .where('id', '=', member.id)
    .execute();
  const id = await write({ audience: 2, audience_tag: '两页', by_mail: true });
  await act(id, 'send');
  const sendAt = (await rowOf(id)).send_at?.toISOString() ?? '';
  expect(await deliverPage(app.ctx, id, sendAt)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ status: 2, delivery_count: 500 });
  await app.runJobs();
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: sendAt });
  expect(await rowOf(id)).toMatchObject({ status: 3, delivery_count: 501 });
  expect(await receivers(id)).toHaveLength(501);
  expect(app.sent.mail.filter((mail) => mail.to === 'learner@school.cn')).toEqual([
    expect.objectContaining({ subject: '停机通知', text: '今晚维护' }),
  ]);
});

test('a scheduled notice is recalled before its time; its old job does nothing', async () => {
  const member = await buildMember(app.ctx);
  const id = await write({ audience: 5, audience_member_id: member.id });
  const later = new Date(app.ctx.clock().getTime() + 3_600_000).toISOString();
  expect((await act(id, 'send', { send_at: '2020-01-01T00:00:00.000Z' })).body.code).toBe('message.time_past');
  expect((await act(id, 'send', { send_at: later })).body.changed).toBe(1);
  expect((await app.http('PUT', `/admin/messages/${id}`, { as: admin, body: { title: '改' } })).body.code).toBe(
    'message.not_draft',
  );
  expect((await act(id, 'recall')).body.changed).toBe(1);
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: later });
  expect(await receivers(id)).toEqual([]);
  expect((await act(id, 'recall')).body.code).toBe('message.not_scheduled');
});

test('a notice that is out is recalled: gone from boxes, counts, the public pages and their caches, and shown again', async () => {
  const [reader, other] = [await app.person.member(), await app.person.member()];
  const visitor = await app.person.visitor();
  const id = await write({ title: '成绩单：王小明 59 分', is_public: true, by_mail: true });
  await act(id, 'send');
  await app.runJobs();
  await app.http('PUT', '/home/notices/read', { as: reader, body: { id } });
  const seen = async () => ({
    box: (await app.http('GET', '/home/notices', { as: reader })).text.includes('王小明'),
    unread: (await app.http('GET', '/home/notices', { as: other })).body.unread,
    public: (await app.http('GET', '/open/messages', { as: visitor })).text.includes('王小明'),
    page: (await app.http('GET', `/open/messages/${id}`, { as: visitor })).status,
    sitemap: (await app.fastify.inject('/sitemap.xml')).body.includes(`/open/messages/${id}<`),
  });
  const before = await seen();
  expect(before).toMatchObject({ box: true, public: true, page: 200, sitemap: true });
  const preview = await act(id, 'recall', { dry_run: true });
  expect(JSON.stringify(preview.body)).toMatch(/1 人读过/);
  const { body } = await act(id, 'recall', { reason: '发错了人' });
  expect([body.changed, body.undo]).toMatchObject([1, [{ action: 'reinstate', ids: [id] }]]);
  expect(await seen()).toEqual({
    box: false,
    unread: before.unread - 1,
    public: false,
    page: 404,
    sitemap: false,
  });
  expect((await app.http('GET', `/admin/messages/${id}`, { as: admin })).body.row).toMatchObject({
    status: 4,
    recalled_at: app.ctx.clock().toISOString(),
    labels: { recalled_by: '超级管理员' },
  });
  const log = await app.ctx.db
    .selectFrom('logs')
    .select(['action', 'reason'])
    .where('resource', '=', 'messages')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(log).toEqual({ action: 'recall', reason: '发错了人' });
  expect((await act(id, 'recall')).status).toBe(409);
  expect((await act(id, 'reinstate')).body.changed).toBe(1);
  expect(await seen()).toEqual(before);
  expect((await act(id, 'reinstate')).body.code).toBe('message.not_recalled');
});

test('a notice recalled while it is being sent reaches nobody else and sends no more letters, until it is shown again', async () => {
  const members = [await app.person.member(), await app.person.member()];
  for (const [index, { user_id }] of members.entries())
    await app.ctx.db
      .updateTable('users')
      .set({ email: `recalled-${index}@example.com` })
      .where('id', '=', user_id)
      .execute();
  const id = await write({ by_mail: true });
  await act(id, 'send');
  const sendAt = (await rowOf(id)).send_at?.toISOString() ?? '';
  await deliverPage(app.ctx, id, sendAt);
  const mails = app.sent.mail.length;
  expect((await act(id, 'recall')).body.changed).toBe(1);
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: sendAt });
  expect(app.sent.mail).toHaveLength(mails);
  expect((await app.http('GET', `/admin/messages/${id}`, { as: admin })).body.row.mails).toContainEqual(
    expect.objectContaining({ state: 6 }),
  );
  expect((await act(id, 'reinstate')).body.changed).toBe(1);
  await app.runJobs();
  expect((await rowOf(id)).status).toBe(3);
  expect(app.sent.mail.length).toBeGreaterThan(mails);
  expect(await receivers(id)).toEqual(expect.arrayContaining(members.map((member) => member.member_id)));
});

test('a sent notice is copied as a draft to be corrected; one for a list of learners is not', async () => {
  const id = await write({ title: '放假通知', audience: 2, audience_tag: '暑期班' });
  await act(id, 'send');
  await app.runJobs();
  const { body } = await act(id, 'copy');
  expect(await rowOf(body.id)).toMatchObject({ title: '放假通知', status: 0, audience_tag: '暑期班', sent_at: null });
  await app.ctx.db.updateTable('messages').set({ audience: 6 }).where('id', '=', id).execute();
  expect((await act(id, 'copy')).body.code).toBe('message.not_copied');
});

test('a notice counts as read once, however often it is opened', async () => {
  const member = await buildMember(app.ctx);
  const id = await write({ audience: 5, audience_member_id: member.id });
  await act(id, 'send');
  await app.runJobs();
  const mine = { member_id: member.id, now: app.ctx.clock() };
  expect(await countUnreadMessages(app.ctx.db, member.id)).toBe(1);
  expect(await markMessagesRead(app.ctx.db, { ...mine, ids: [id] })).toBe(1);
  expect(await markMessagesRead(app.ctx.db, mine)).toBe(0);
  expect((await rowOf(id)).read_count).toBe(1);
  expect(await countUnreadMessages(app.ctx.db, member.id)).toBe(0);
  expect(
    (await listMemberMessages(app.ctx.db, { member_id: member.id })).map((row) => [row.id, row.read_at !== null]),
  ).toEqual([[id, true]]);
  expect((await app.http('DELETE', '/admin/messages', { as: admin, body: { ids: [id] } })).body.code).toBe(
    'message.under_way',
  );
});

type Sms = { to: string; purpose: string; text: string; params: object };
const textsTo = (mobile: string): Sms[] => app.sent.sms.filter((sms) => sms.to === mobile);
const withAccount = async (
  addresses: { mobile_phone?: string | null; email?: string | null } = {},
  more: Parameters<typeof buildMember>[1] = {},
) => {
  const member = await buildMember(app.ctx, more);
  await app.ctx.db
    .updateTable('users')
    .set({ mobile_phone: null, email: null, ...addresses })
    .where('id', '=', member.user_id)
    .execute();
  return member;
};
const notify = (body: object, as: Person = admin) =>
  app.http('POST', '/admin/members/notification', {
    as,
    body: { title: '停课通知', body: '台风天，今天停课。\n明天照常。', ...body },
  });
const readMessage = async (id: number) => (await app.http('GET', `/admin/messages/${id}`, { as: admin })).body.row;

test('text messages carry the title; members without a number are skipped, failures are reported, and nobody gets two', async () => {
  const tags = ['短信'];
  const [good, none, refused] = [
    await withAccount({ mobile_phone: '13600000011' }, { tags }),
    await withAccount({}, { tags }),
    await withAccount({ mobile_phone: '13600000000' }, { tags }),
  ];
  const id = await write({ audience: 2, audience_tag: '短信', by_sms: true, by_mail: true, title: '标题'.repeat(20) });
  expect((await readMessage(id)).expected).toEqual({
    people: 3,
    without_mobile: 1,
    without_email: 3,
    sms_count: 2,
    sms_fen: null,
  });
  await app.setting('sms_price', 0.045);
  const dry = await act(id, 'send', { dry_run: true });
  expect(dry.body).toMatchObject({
    count: 1,
    offered: 1,
    notes: [
      '邮件将发送 0 封。',
      '3 人没有邮箱，收不到邮件。',
      '短信将发给 2 人，共 2 条，预计 ¥0.09。',
      '1 人没有手机号，收不到短信。',
    ],
  });
  expect((await rowOf(id)).status).toBe(0);
  await act(id, 'send');
  await app.runJobs();
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: (await rowOf(id)).send_at?.toISOString() ?? '' });
  expect(await receivers(id)).toEqual([good.id, none.id, refused.id]);
  expect(textsTo('13600000011')).toEqual([
    {
      to: '13600000011',
      purpose: 'notice',
      params: { title: `${'标题'.repeat(14)}标…` },
      text: expect.stringContaining(`：${'标题'.repeat(14)}标…，`),
    },
  ]);
  expect(await readMessage(id)).toMatchObject({
    texts: [
      { state: 3, count: 1 },
      { state: 4, count: 1 },
      { state: 5, count: 1 },
    ],
    mails: [{ state: 5, count: 3 }],
    expected: null,
  });
});

test('a rate-limited provider is retried, and the text message is sent once', async () => {
  const member = await withAccount({ mobile_phone: '13600000021' });
  const { sms } = app.ctx.adapters;
  let refusals = 0;
  app.ctx.adapters.sms = {
    ...sms,
    send: async (message) => {
      if (refusals++ === 0) throw new AdapterError('rate_limited');
      return sms.send(message);
    },
  };
  const id = await write({ audience: 5, audience_member_id: member.id, by_sms: true });
  await act(id, 'send');
  const payload = { message_id: id, send_at: (await rowOf(id)).send_at?.toISOString() ?? '' };
  await deliverMessageJob.run(app.ctx, payload);
  const text = { message_id: id, channel: 'sms' } as const;
  await expect(sendNoticeJob.run(app.ctx, text)).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await readMessage(id)).texts).toEqual([{ state: 1, count: 1 }]);
  await sendNoticeJob.run(app.ctx, text);
  expect([textsTo('13600000021').length, (await readMessage(id)).texts]).toEqual([1, [{ state: 3, count: 1 }]]);
  app.ctx.adapters.sms = sms;
});

test('a selection cannot be set in a form', async () => {
  const reply = await app.http('POST', '/admin/messages', { as: admin, body: { title: 'x', body: 'x', audience: 6 } });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['audience']]);
});

test('members are notified one at a time or together, through one notice, with a log of each', async () => {
  const [one, two, stopped] = [
    await withAccount({ mobile_phone: '13600000031' }),
    await withAccount(),
    await withAccount({}, { status: 2 }),
  ];
  const single = await notify({ ids: [one.id] });
  expect(single.body).toMatchObject({ changed: 1, failed: [] });
  expect(await rowOf(single.body.message_id)).toMatchObject({
    audience: 5,
    audience_member_id: one.id,
    title: '停课通知',
    body: expect.stringContaining('台风天'),
  });
  const dry = await notify({ ids: [one.id, two.id, stopped.id], dry_run: true, by_sms: true });
  expect(dry.body).toMatchObject({
    count: 3,
    offered: 2,
    notes: ['短信将发给 1 人，共 1 条，预计 ¥0.05。', '1 人没有手机号，收不到短信。'],
  });
  const before = (await app.ctx.db.selectFrom('messages').select('id').execute()).length;
  const several = await notify({
    ids: [one.id, two.id, stopped.id],
    by_sms: true,
    body: '<script>alert(1)</script>今天停课',
  });
  expect(several.body).toMatchObject({ changed: 2, failed: [{ id: stopped.id, code: 'message.not_reached' }] });
  await app.runJobs();
  const id = several.body.message_id;
  expect(await receivers(id)).toEqual([one.id, two.id]);
  expect(await rowOf(id)).toMatchObject({
    audience: 6,
    status: 3,
    delivery_count: 2,
    body: expect.not.stringContaining('<script'),
  });
  expect(textsTo('13600000031')).toHaveLength(1);
  expect((await app.ctx.db.selectFrom('messages').select('id').execute()).length).toBe(before + 1);
  const logs = await app.ctx.db
    .selectFrom('logs')
    .select(['record_id', 'after'])
    .where('resource', '=', 'members')
    .where('action', '=', 'notification')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(logs.map((log) => Number(log.record_id)).toSorted((a, b) => a - b)).toEqual([one.id, two.id]);
  expect(logs[0]?.after).toMatchObject({ title: '停课通知', by_sms: true });
  expect((await notify({ ids: [stopped.id] })).body.code).toBe('message.not_reached');
  expect((await notify({ ids: [one.id], title: '' })).body.errors).toHaveProperty('title');
  expect((await notify({ ids: [one.id] }, await app.person.adminWith(['admin.members.list']))).status).toBe(403);
});

test('everyone that matches is notified through one notice, across all pages of the run', async () => {
  const members = [];
  for (let index = 0; index < 230; index += 1) members.push((await buildMember(app.ctx, { tags: ['全选'] })).id);
  const matching = `where[tags]=${encodeURIComponent('全选')}`;
  const input = { title: '开学通知', body: '九月一日开学', by_mail: false, by_sms: false };
  const started = await app.http('POST', '/admin/bulk-runs', {
    as: admin,
    body: {
      resource: 'members',
      action: 'notification',
      ...(await countRows(app, matching, {
        as: admin,
        method: 'POST',
        path: '/admin/members/notification',
        body: input,
      })),
      input,
    },
  });
  expect(started.status, started.text).toBe(201);
  await app.runJobs();
  const notices = await app.ctx.db.selectFrom('messages').selectAll().where('title', '=', '开学通知').execute();
  expect(notices).toMatchObject([{ audience: 6, status: 3, delivery_count: 230 }]);
  expect(await receivers(notices[0]?.id ?? 0)).toEqual(members);
});
