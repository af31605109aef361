import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgency, buildEntitlement, buildMember } from '../../../test/factories.ts';
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { deliverPage } from './deliver-message.ts';
import { countUnreadMessages, deliverMessageJob, listMemberMessages, markMessagesRead } from './public.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function write(given: Record<string, unknown>): Promise<number> {
  const reply = await app.http('POST', '/admin/messages', { as: admin, body: { title: '停机通知', body: '<p>今晚维护</p>', audience: 1, ...given } });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}
const act = (id: number, name: string, more: object = {}) => app.http('POST', `/admin/messages/${name}`, { as: admin, body: { ids: [id], ...more } });
const rowOf = (id: number) => app.ctx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const receivers = async (id: number): Promise<number[]> =>
  (await app.ctx.db.selectFrom('message_deliveries').select('member_id').where('message_id', '=', id).orderBy('member_id').execute()).map((row) => row.member_id);

test('a notice reaches exactly its audience, and not those who were stopped', async () => {
  const agency = await buildAgency(app.ctx);
  const [tagged, stopped, agent] = [await buildMember(app.ctx, { tags: ['暑期班'] }), await buildMember(app.ctx, { tags: ['暑期班'], status: 2 }), await buildMember(app.ctx, { agency_id: agency.id })];
  const learner = await buildMember(app.ctx);
  const entitlement = await buildEntitlement(app.ctx, { member_id: learner.id });
  const given = [
    [{ audience: 2, audience_tag: '暑期班' }, tagged.id], [{ audience: 3, audience_agency_id: agency.id }, agent.id],
    [{ audience: 4, audience_course_id: entitlement.course_id }, learner.id], [{ audience: 5, audience_member_id: tagged.id }, tagged.id],
  ] as const;
  for (const [audience, expected] of given) {
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

test('a delivery that broke off goes on where it was, and a second run doubles nothing, mails included', async () => {
  const member = await buildMember(app.ctx);
  await app.ctx.db.updateTable('users').set({ email: 'learner@school.cn' }).where('id', '=', member.user_id).execute();
  for (let index = 0; index < 500; index += 1) await buildMember(app.ctx, { tags: ['两页'] });
  await app.ctx.db.updateTable('members').set({ tags: ['两页'] }).where('id', '=', member.id).execute();
  const id = await write({ audience: 2, audience_tag: '两页', by_mail: true });
  await act(id, 'send');
  const sendAt = (await rowOf(id)).send_at?.toISOString() ?? '';
  expect(await deliverPage(app.ctx, id, sendAt)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ status: 2, delivery_count: 500 });
  await app.runJobs();
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: sendAt });
  expect(await rowOf(id)).toMatchObject({ status: 3, delivery_count: 501 });
  expect(await receivers(id)).toHaveLength(501);
  expect(app.sent.mail.filter((mail) => mail.to === 'learner@school.cn')).toEqual([expect.objectContaining({ subject: '停机通知', text: '今晚维护' })]);
});

test('a scheduled notice is recalled before its time; its old job leaves it alone', async () => {
  const member = await buildMember(app.ctx);
  const id = await write({ audience: 5, audience_member_id: member.id });
  const later = new Date(app.ctx.clock().getTime() + 3_600_000).toISOString();
  expect((await act(id, 'send', { send_at: '2020-01-01T00:00:00.000Z' })).body.code).toBe('message.time_past');
  expect((await act(id, 'send', { send_at: later })).body.changed).toBe(1);
  expect((await app.http('PUT', `/admin/messages/${id}`, { as: admin, body: { title: '改' } })).body.code).toBe('message.not_draft');
  expect((await act(id, 'recall')).body.changed).toBe(1);
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: later });
  expect(await receivers(id)).toEqual([]);
  expect((await act(id, 'recall')).body.code).toBe('message.not_scheduled');
});

test('a member reads a notice once, however often it is opened', async () => {
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
  expect((await listMemberMessages(app.ctx.db, { member_id: member.id })).map((row) => [row.id, row.read_at !== null])).toEqual([[id, true]]);
  expect((await app.http('DELETE', '/admin/messages', { as: admin, body: { ids: [id] } })).body.code).toBe('message.under_way');
});
