import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { createPuppet, startTalker, templateId, type Talker } from '../../../../test/talk/talk.ts';
import { proveSeconds } from '../seconds/public.ts';
import { createLiveReply } from './stream/live-reply.ts';

const puppet = createPuppet();
let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

const memberOf = ({ member }: Talker) =>
  app.ctx.db
    .selectFrom('members')
    .select(['ai_seconds_left as left', 'ai_seconds_held as held'])
    .where('id', '=', member.member_id)
    .executeTakeFirstOrThrow();
const messagesOf = async (talker: Talker): Promise<number> =>
  (await talker.get(`ai-chats/${talker.chat_id}`)).body.messages.length;

describe('a learner has', () => {
  it('twenty turns a minute, second replies and repeated requests included', async () => {
    const talker = await startTalker(app);
    const key = randomUUID();
    const { body } = await talker.send('A coffee', { key });
    for (let turn = 0; turn < 17; turn += 1) expect((await talker.send('A coffee', { key })).status).toBe(200);
    const retry = () => talker.post(`ai-messages/${body.reply.id}/retry`, { client_msg_id: randomUUID() });
    expect((await retry()).body.code).toBe('ai.retry_over');
    expect((await talker.send('To take away')).status).toBe(200);
    for (const refused of [await talker.send('And a tea'), await retry()]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'ai.too_fast']);
      expect(refused.body.message).toContain('一分钟内最多 20 轮');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    app.clock.advance(61_000);
    expect((await talker.send('And a tea')).status).toBe(200);
  });

  it('sixty translations a minute', async () => {
    const talker = await startTalker(app);
    const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    const translate = () => talker.post('ai-messages/translate', { message_id: messages[0].id, lease: undefined });
    for (let count = 0; count < 60; count += 1) expect((await translate()).status).toBe(200);
    const refused = await translate();
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many']);
    app.clock.advance(61_000);
    expect((await translate()).status).toBe(200);
  });

  it('ten starts an hour', async () => {
    const talker = await startTalker(app);
    const { people, cefr } = (await talker.get(`ai-chats/${talker.chat_id}`)).body.chat;
    const body = { people_id: people.id, template_id: await templateId(app), cefr, lease: talker.lease };
    const start = () => talker.post('ai-chats', { ...body, request_id: randomUUID() });
    for (let count = 1; count < 10; count += 1) expect((await start()).body.is_resumed).toBe(true);
    const refused = await start();
    expect([refused.status, refused.body.code]).toEqual([429, 'ai.start_limit']);
    expect(refused.body.message).toBe('一小时内最多开始 10 次对话，请 60 分钟后再试。');
  });

  it('four hundred turns a day: the next is refused before anything is stored or set aside', async () => {
    const talker = await startTalker(app, { seconds: 200 });
    const key = randomUUID();
    expect((await talker.send('A coffee', { key })).status).toBe(200);
    await sql`update ai_days set turns = 399 where member_id = ${talker.member.member_id}`.execute(app.ctx.db);
    expect((await talker.send('To take away')).status).toBe(200);
    const before = [await memberOf(talker), await messagesOf(talker)];
    const refused = await talker.send('And a tea');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'ai.day_limit',
      '今天已经聊满 400 轮，请明天再来。',
    ]);
    expect((await talker.send('A coffee', { key })).status).toBe(200);
    expect([await memberOf(talker), await messagesOf(talker)]).toEqual(before);
    app.clock.advance(24 * 3_600_000);
    expect((await talker.send('And a tea')).status).toBe(200);
  });

  it('a field that refuses too much and what nobody sees', async () => {
    const talker = await startTalker(app);
    const long = await talker.send('a'.repeat(4000));
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['text']]);
    for (const text of ['a cof\u200Bfee', '\u202Eeeffoc a', '\u2060', 'a\u{E0041}']) {
      const refused = await talker.send(text);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { text: ['回答里有看不见的字符，请删除后重新输入。'] },
      ]);
    }
    expect(await messagesOf(talker)).toBe(1);
    expect((await talker.send('A coffee, please 👩‍💻')).status).toBe(200);
  });
});

it('a reply knows for how long nobody has read it', () => {
  let now = 0;
  const reply = createLiveReply(1, () => new Date(now));
  const leave = reply.addReader();
  now = 60_000;
  expect(reply.unread_ms()).toBe(0);
  leave();
  now = 89_000;
  expect(reply.unread_ms()).toBe(29_000);
  reply.touch();
  now = 90_000;
  expect(reply.unread_ms()).toBe(1000);
});

describe('what a reply cost', () => {
  const refund = (ids: number[], as = admin, reason = '回答不对题') =>
    app.http('PUT', '/admin/ai-messages/refund', { as, body: { ids, reason } });

  it('is given back once, with a reason, however many ask at the same time', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const { body } = await talker.send('I would like a coffee');
    const { id } = body.reply;
    expect((await memberOf(talker)).left).toBe(100 - body.charged_sec);
    const replies = await Promise.all(Array.from({ length: 5 }, () => refund([id])));
    expect(replies.filter((reply) => reply.body.changed === 1)).toHaveLength(1);
    expect(replies.filter((reply) => reply.body.code === 'ai.refunded')).toHaveLength(4);
    expect(await memberOf(talker)).toEqual({ left: 100, held: 0 });
    const lines = await app.ctx.db
      .selectFrom('ai_second_logs')
      .select(['delta', 'operator_id', 'remark'])
      .where('ref_type', '=', 'ai_message')
      .where('ref_id', '=', id)
      .where('type', '=', secondsType.refund)
      .execute();
    expect(lines).toEqual([{ delta: body.charged_sec, operator_id: admin.user_id, remark: '回答不对题' }]);
    expect((await talker.get('ai-seconds')).body.entries[0]).toMatchObject({ type: secondsType.refund });
    // The log outlives the talk, so it has no word of it.
    const { rows } = await sql<{ title: string }>`select record_title as title from logs
      where resource = 'ai-messages' and record_id = ${id} and action = 'refund'`.execute(app.ctx.db);
    expect(rows).toEqual([{ title: String(id) }]);
  });

  it('is not given back without a cost, after thirty days, without a reason, or by whoever may not', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const { body } = await talker.send('A coffee');
    const { id } = body.reply;
    const codeOf = async (of: number) => (await refund([of])).body.code;
    expect(await codeOf(body.member_message.id)).toBe('ai.refund_none');
    expect((await refund([id], admin, '')).body.errors).toHaveProperty('reason');
    const reader = await app.person.adminWith(['admin.ai-messages.list']);
    expect((await refund([id], reader)).body.code).toBe('access.denied');
    await sql`update ai_messages set created_at = created_at - interval '31 days' where id = ${id}`.execute(app.ctx.db);
    expect(await codeOf(id)).toBe('ai.refund_late');
    expect((await memberOf(talker)).left).toBe(100 - body.charged_sec);
  });
});

it('accounts are not merged or separated while a reply is written for one of them', async () => {
  const talker = await startTalker(app, { seconds: 100 });
  const other = await app.person.member();
  const merge = (target: number, source: number) =>
    app.http('POST', '/admin/members/merge', {
      as: admin,
      body: { ids: [target], source_id: source, reason: '同一位学员' },
    });
  puppet.holdAfter(1);
  const sent = talker.send('A coffee');
  await talker.running();
  const [one, two] = [talker.member.member_id, other.member_id];
  for (const refused of [await merge(two, one), await merge(one, two)])
    expect([refused.status, refused.body.code]).toEqual([409, 'member.merge_talking']);
  puppet.release();
  expect((await sent).body.reply.status).toBe(aiMessageStatus.done);
  expect((await merge(one, two)).status).toBe(200);
  puppet.holdAfter(1);
  const next = talker.send('To take away');
  await talker.running();
  const undo = () =>
    app.http('POST', '/admin/members/undo-merge', { as: admin, body: { ids: [two], reason: '合并错了' } });
  expect((await undo()).body.code).toBe('member.merge_talking');
  puppet.release();
  await next;
  expect((await undo()).body.changed).toBe(1);
});

it('leaves a ledger that adds up', async () => {
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
});

it('without a scene the home page does not offer the teacher, and the talk says why', async () => {
  const member = await app.person.member();
  const read = async () => {
    const { capabilities } = (await app.http('GET', '/home/ai-settings', { as: member })).body;
    return [(await app.http('GET', '/home/index', { as: member })).body.has_scenes, capabilities.chat];
  };
  expect(await read()).toEqual([true, { provider: 'script', off: null }]);
  await sql`update ai_prompt_templates set deleted_at = now()`.execute(app.ctx.db);
  expect(await read()).toEqual([false, { provider: null, off: 'no_scene' }]);
});
