import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type MemberPerson, type TestApp } from '../../test/app.ts';
import {
  createPuppet,
  eventsIn,
  grantSeconds,
  openSession,
  startNode,
  startTalker,
  textOf,
  type Talker,
} from '../../test/talk/talk.ts';
import { proveSeconds } from './ai/seconds/public.ts';
import { features } from './index.ts';

// A learner with an account of their own, who tries by hand what no page of ours does.

const puppet = createPuppet();
let app: TestApp;
let other: Awaited<ReturnType<typeof startNode>>;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  other = await startNode(app, puppet.chat);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const balances = async ({ member_id: id }: MemberPerson) => {
  const { rows } = await sql<{ left: number; held: number }>`
    select ai_seconds_left as left, ai_seconds_held as held from members where id = ${id}`.execute(app.ctx.db);
  return rows[0];
};
/** Everything of a learner's talks. */
const rowsOf = async ({ member_id: id }: MemberPerson): Promise<object[]> => {
  const { rows } = await sql<object>`select to_jsonb(c) as row from ai_chats c where member_id = ${id}
    union all select to_jsonb(m) from ai_messages m join ai_chats c on c.id = m.chat_id where c.member_id = ${id}
    union all select to_jsonb(w) from ai_words w where member_id = ${id}
    union all select to_jsonb(n) from ai_memories n where member_id = ${id}
    union all select to_jsonb(o) from ai_moderations o where member_id = ${id}
    union all select to_jsonb(l) from ai_second_logs l where member_id = ${id}`.execute(app.ctx.db);
  return rows;
};

describe('the talks of others', () => {
  /** Routes whose id is of something that everybody has. */
  const common = ['POST /home/ai-peoples/:id/read-text'];
  /** Take sound, and are tested where they are: hearing.test.ts and reading.test.ts. */
  const withSound = ['POST /home/ai-messages/hear', 'POST /home/ai-messages/score-reading'];
  const names = ['chat_id', 'message_id'];
  const naming = features
    .flatMap(({ routes }) => routes)
    .filter(({ guard, contract }) => guard === 'member' && contract.path.startsWith('/home/ai-'))
    .filter(({ contract }) => {
      const fields = Object.keys({ ...contract.body, ...contract.query });
      return contract.path.includes(':id') || names.some((name) => fields.includes(name));
    })
    .map(({ contract }) => `${contract.method} ${contract.path}`)
    .filter((name) => !common.includes(name) && !withSound.includes(name));

  let victim: Talker;
  let attacker: Talker;
  let ids: Record<'chat' | 'message' | 'reply' | 'word' | 'memory', number>;
  beforeAll(async () => {
    [victim, attacker] = [await startTalker(app), await startTalker(app)];
    const { body } = await victim.send('I very like coffee from Zanzibar.');
    await attacker.send('A tea, please.');
    const message: number = body.member_message.id;
    const word = await victim.post('ai-words', { text: 'coffee', message_id: message, lease: undefined });
    const { rows } = await sql<{ id: number }>`insert into ai_memories (member_id, kind, text, created_at, updated_at)
      values (${victim.member.member_id}, 'interest', '想去 Zanzibar', now(), now()) returning id`.execute(app.ctx.db);
    const memory = rows[0]?.id ?? 0;
    ids = { chat: victim.chat_id, message, reply: body.reply.id, word: word.body.word.id, memory };
  });

  const ofChat = (name: string): [string, object][] => [
    [`GET /home/ai-chats/:id`, {}],
    [`DELETE /home/ai-chats/:id`, {}],
    [`POST /home/ai-chats/:id/finish`, { lease: name }],
    [`POST /home/ai-chats/:id/take-over`, { lease: name, force: true }],
    [`POST /home/ai-chats/:id/rate`, { rating: 1 }],
    [`GET /home/ai-chats/:id/report`, {}],
  ];
  const ofReply = (name: string): [string, object][] => [
    ['GET /home/ai-messages/:id/events', {}],
    ['POST /home/ai-messages/:id/stop', { lease: name }],
    ['POST /home/ai-messages/:id/retry', { lease: name, client_msg_id: randomUUID() }],
    ['POST /home/ai-messages/:id/hint', { lease: name }],
    ['PUT /home/ai-messages/:id', { saved: true }],
    ['POST /home/ai-messages/:id/report', { reason: 'wrong' }],
  ];
  const ofWords = (): [string, object][] => [
    ['POST /home/ai-messages/:id/dismiss-correction', { code: 'very-verb' }],
    ['POST /home/ai-messages/translate', { message_id: ids.reply }],
    ['POST /home/ai-messages/read-text', { message_id: ids.reply }],
    ['POST /home/ai-messages/explain', { message_id: ids.reply, at: 0 }],
    ['POST /home/ai-words', { text: 'coffee', message_id: ids.message }],
    ['POST /home/ai-words', { text: 'coffee', chat_id: ids.chat }],
    ['POST /home/ai-words/sentences', { message_id: ids.message }],
    ['DELETE /home/ai-words/:id', {}],
    ['POST /home/ai-words/:id/read-text', {}],
    ['POST /home/ai-words/:id/review', { rating: 4, ms: 100, request_id: randomUUID() }],
    ['PUT /home/ai-memories/:id', { kind: 'fact', text: '喜欢茶' }],
    ['DELETE /home/ai-memories/:id', {}],
  ];
  const idIn = (path: string): number => {
    if (path.includes('ai-chats')) return ids.chat;
    if (path.includes('ai-words')) return ids.word;
    if (path.includes('ai-memories')) return ids.memory;
    return path.includes('dismiss') ? ids.message : ids.reply;
  };

  it('are not found by any route that names one, whoever’s page it claims to be', async () => {
    const before = await rowsOf(victim.member);
    const tried = new Set<string>();
    for (const lease of [attacker.lease, victim.lease]) {
      const turn = { chat_id: ids.chat, text: 'A coffee', client_msg_id: randomUUID(), lease };
      const requests: [string, object][] = [
        ...ofChat(lease),
        ...ofReply(lease),
        ...ofWords(),
        ['POST /home/ai-messages', turn],
      ];
      for (const [name, body] of requests) {
        tried.add(name);
        const [method = '', path = ''] = name.split(' ');
        const request = { as: attacker.member, ...(method === 'GET' ? {} : { body }) };
        const { status, text, body: answer } = await app.http(method, path.replace(':id', String(idIn(path))), request);
        expect([name, status, answer?.code]).toEqual([name, 404, 'record.not_found']);
        expect(text).not.toMatch(/Zanzibar|coffee/);
      }
    }
    expect([...tried].toSorted()).toEqual(naming.toSorted());
    expect(await rowsOf(victim.member)).toEqual(before);
  });

  it('are in no list, export or stream of one’s own', async () => {
    for (const path of [
      'ai-chats',
      'ai-saved-lines',
      'ai-export',
      'ai-words',
      'ai-memories',
      'ai-progress',
      'ai-seconds',
      'ai-level',
    ]) {
      const { status, text } = await attacker.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain('Zanzibar');
    }
    const { messages } = (await attacker.get(`ai-chats/${attacker.chat_id}`)).body;
    const own = messages.at(-1);
    const whole = (await attacker.get(`ai-messages/${own.id}/events`)).text;
    for (const id of [`${ids.reply}-3`, `${own.id}--1`, `${own.id}-1e3`, `${'9'.repeat(400)}-1`, 'x', ' '])
      expect((await attacker.get(`ai-messages/${own.id}/events`, { 'last-event-id': id })).text, id).toBe(whole);
    expect(textOf(eventsIn(whole))).toBe(own.content);
    const beyond = await attacker.get(`ai-messages/${own.id}/events`, { 'last-event-id': `${own.id}-999999999` });
    expect(beyond.status).toBe(200);
    expect(beyond.text).not.toContain('Zanzibar');
  });
});

describe('words that are not paid', () => {
  it('a reply that is read is paid: its talk does not end, go away or begin elsewhere before', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const second = await startTalker(app, { member: talker.member, key: 'talk-hotel', seconds: 0 });
    puppet.holdAfter(3);
    const sent = talker.send('A coffee', { stream: true });
    const id = await talker.running();
    const refused = [
      await talker.post(`ai-chats/${talker.chat_id}/finish`),
      await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member }),
      await talker.post(`ai-messages/${id}/retry`, { client_msg_id: randomUUID() }),
      await talker.send('And a tea'),
      await second.send('I have a reservation'),
      await second.send('I have a reservation', { http: other.http }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'ai.reply_running'));
    // Another page of the same learner may take the talk over, and pays for what was shown.
    const lease = randomUUID();
    expect((await talker.post(`ai-chats/${talker.chat_id}/take-over`, { lease, force: true })).status).toBe(200);
    expect((await talker.post(`ai-messages/${id}/stop`)).body.code).toBe('ai.taken_over');
    const stopped = await talker.post(`ai-messages/${id}/stop`, { lease }, other.http);
    expect(stopped.body.reply).toMatchObject({ status: aiMessageStatus.stopped, talk_sec: 2 });
    expect(eventsIn((await sent).text).at(-1)?.event.type).toBe('done');
    expect(await balances(talker.member)).toEqual({ left: 98, held: 0 });
  });

  it('an id is one turn of one talk: with other words or as another request it is refused, in another talk it is paid again', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const second = await startTalker(app, { member: talker.member, key: 'talk-hotel', seconds: 0 });
    const key = randomUUID();
    const { body: first } = await talker.send('A coffee', { key });
    const { body: elsewhere } = await second.send('A coffee', { key });
    expect(elsewhere.reply.id).not.toBe(first.reply.id);
    const paid = first.charged_sec + elsewhere.charged_sec;
    expect([first.charged_sec > 0, elsewhere.charged_sec > 0]).toEqual([true, true]);
    expect((await talker.send('A large coffee', { key })).body.code).toBe('ai.key_reused');
    expect((await talker.post(`ai-messages/${first.reply.id}/retry`, { client_msg_id: key })).body.code).toBe(
      'ai.key_reused',
    );
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    expect((await talker.send('A coffee', { key })).body.reply.id).toBe(first.reply.id);
    expect((await talker.send('A coffee')).body.code).toBe('ai.chat_over');
    expect((await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member })).status).toBe(200);
    expect((await talker.send('A coffee', { key })).status).toBe(404);
    expect(await balances(talker.member)).toEqual({ left: 100 - paid, held: 0 });
  });

  it('turns at once in two talks on two nodes have one hold, and each reply is paid', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const second = await startTalker(app, { member: talker.member, key: 'talk-hotel', seconds: 0 });
    const turns = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? talker : second).send('A coffee', { http: index % 4 < 2 ? app.http : other.http }),
      ),
    );
    const written = turns.filter(({ status }) => status === 200);
    expect(written.length).toBeGreaterThan(0);
    for (const { status, body } of turns)
      expect(status === 200 ? 'written' : body.code).toMatch(/^(written|ai\.reply_running)$/);
    const paid = written.reduce((sum, { body }) => sum + body.charged_sec, 0);
    expect(await balances(talker.member)).toEqual({ left: 100 - paid, held: 0 });
    const { drifts, unbalanced } = await proveSeconds(app.ctx);
    expect([drifts, unbalanced]).toEqual([[], []]);
  });
});

it('ten streams of a learner stay open on a node, others wait; a closed one makes room', async () => {
  const talker = await startTalker(app);
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const authorization = await openSession(app.ctx, talker.member.user_id);
  puppet.holdAfter(1);
  const sent = talker.send('A coffee', { stream: true });
  const id = await talker.running();
  const leaving = new AbortController();
  const open = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${address}/api/home/ai-messages/${id}/events`, { headers: { authorization }, signal: signal ?? null });
  const streams = [await open(leaving.signal)];
  while (streams.length < 10) streams.push(await open());
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'ai.streams_open' }]);
  leaving.abort();
  await expect
    .poll(async () => {
      const next = await open();
      if (next.ok) streams.push(next);
      return next.status;
    })
    .toBe(200);
  // Nobody else is in the way of it.
  const neighbour = await startTalker(app);
  const { body } = await neighbour.send('A coffee');
  expect((await neighbour.get(`ai-messages/${body.reply.id}/events`)).status).toBe(200);
  puppet.release();
  const texts = await Promise.all(streams.slice(1).map((stream) => stream.text()));
  expect(new Set(texts)).toEqual(new Set([(await sent).text]));
  expect((await open()).status).toBe(200);
});

it('words that are cut in two by sending them apart are read together, and only what is new is judged', async () => {
  const talker = await startTalker(app, { seconds: 300 });
  await grantSeconds(app, talker.member.member_id, 300);
  const say = async (text: string): Promise<string> => (await talker.send(text)).body.reply.finish_reason;
  expect(await say('This is a pen')).toBe('stop');
  expect(await say('Is it yours? I think I could kill')).toBe('stop');
  expect(await say('myself')).toBe('care');
  expect(await say('One coffee, please')).toBe('stop');
  expect(await say('我不想去，我想自')).toBe('stop');
  expect(await say('杀')).toBe('care');
  for (const letter of ['b', 'i', 't', 'c']) expect(await say(letter), letter).toBe('stop');
  expect(await say('h')).toBe('refused');
  const { body } = await app.http('GET', '/admin/ai-moderations/list', {
    as: await app.person.admin(),
    query: { 'where[chat_id]': String(talker.chat_id) },
  });
  expect(body.data.map(({ label }: { label: string }) => label).toSorted()).toEqual([
    'insult',
    'self_harm',
    'self_harm',
  ]);
});
