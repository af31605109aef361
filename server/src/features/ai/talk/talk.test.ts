import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWords } from '@kaike/shared/domain/ai/billable';
import { aiMessageStatus, chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { eraseAccounts } from '../../auth/member-account/public.ts';
import { proveSeconds } from '../seconds/public.ts';
import {
  buildPeople,
  createPuppet,
  eventsIn,
  startTalker,
  templateId,
  textOf,
  type Talker,
} from '../../../../test/talk/talk.ts';

const puppet = createPuppet();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
});
afterAll(() => app.close());

const hintOf = async (talker: Talker): Promise<string> => {
  const { body } = await talker.get(`ai-chats/${talker.chat_id}`);
  const last = body.messages.at(-1).id;
  return (await talker.post(`ai-messages/${last}/hint`)).body.model.en;
};

describe('before a talk', () => {
  it('offers teachers, scenes with their goals, and says what works', async () => {
    const member = await app.person.member();
    const peopleId = await buildPeople(app);
    const get = async (path: string) => (await app.http('GET', `/home/${path}`, { as: member })).body;
    expect((await get('ai-peoples')).peoples).toContainEqual(expect.objectContaining({ id: peopleId, name: 'Emma' }));
    const { scenes } = await get('ai-scenes');
    expect(scenes).toHaveLength(12);
    const cafe = scenes.find(({ template_id }: { template_id: number }) => template_id > 0);
    expect(cafe).toMatchObject({ best: null, active_chat: null });
    expect(cafe.goals.length).toBeGreaterThan(0);
    expect(cafe.intro.zh).not.toBe('');
    expect(JSON.stringify(scenes)).not.toContain('"expect"');
    expect(await get('ai-settings')).toMatchObject({
      cefr: null,
      capabilities: { chat: { provider: 'script', off: null }, free_talk: { provider: null, off: 'needs_service' } },
    });
    expect((await app.http('GET', '/home/ai-scenes')).status).toBe(401);
  });

  it('starts one talk however often it is asked, and goes on with an active one', async () => {
    const member = await app.person.member();
    const body = {
      people_id: await buildPeople(app),
      template_id: await templateId(app),
      cefr: 'A2',
      request_id: randomUUID(),
      lease: randomUUID(),
    };
    const start = (more: object = {}) => app.http('POST', '/home/ai-chats', { as: member, body: { ...body, ...more } });
    const replies = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(new Set(replies.map((reply) => reply.body.chat.id)).size).toBe(1);
    expect(replies.map((reply) => reply.body.is_resumed)).toEqual(Array.from({ length: 5 }, () => false));
    expect(replies[0]?.body.messages).toMatchObject([{ role: 'ai', seq: 1, status: aiMessageStatus.done }]);
    const again = await start({ request_id: randomUUID() });
    expect(again.body).toMatchObject({ is_resumed: true, chat: { id: replies[0]?.body.chat.id } });
    expect(
      (await start({ request_id: randomUUID(), people_id: await buildPeople(app, { cefr_max: 'A1' }) })).body.code,
    ).toBe('ai.people_off');
    expect((await start({ request_id: randomUUID(), template_id: 999_999 })).body.code).toBe('ai.scene_off');
  });
});

describe('a talk', () => {
  it('goes to its last goal by typed answers, ends, and gets a report', async () => {
    const talker = await startTalker(app);
    expect((await talker.send('My hovercraft is full of eels today')).status).toBe(200);
    let ended = false;
    for (let turn = 0; turn < 20 && !ended; turn += 1) {
      const { body } = await talker.send(await hintOf(talker));
      expect(body.reply).toMatchObject({ status: aiMessageStatus.done, finish_reason: 'stop' });
      ended = body.chat_status === chatStatus.finished;
    }
    const { body } = await talker.get(`ai-chats/${talker.chat_id}`);
    expect(body.chat.goals.every(({ is_done }: { is_done: boolean }) => is_done)).toBe(true);
    expect((await talker.get(`ai-chats/${talker.chat_id}/report`)).body).toMatchObject({
      state: 'waiting',
      report: null,
    });
    await app.runJobs();
    const { report, state } = (await talker.get(`ai-chats/${talker.chat_id}/report`)).body;
    expect([state, report.turns, report.talk_sec]).toEqual(['ready', body.chat.turns, body.chat.talk_sec]);
    expect(report.practise).toMatchObject([
      { sentence: 'My hovercraft is full of eels today', better: { en: expect.any(String) } },
    ]);
    expect(report.well).toHaveLength(2);
    expect(report.words.length).toBeGreaterThan(0);
    expect((await talker.send('Hello again')).body.code).toBe('ai.chat_over');
    expect(
      (await talker.post(`ai-chats/${talker.chat_id}/rate`, { rating: 5, lease: undefined })).body.chat.rating,
    ).toBe(5);
  });

  it('streams its events, whose text is what is stored, and replays them after any of them', async () => {
    const talker = await startTalker(app);
    const { text, headers } = await talker.send('I would like a large coffee, please', { stream: true });
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const events = eventsIn(text);
    expect(events.map(({ n }) => n)).toEqual(events.map((_event, index) => index + 1));
    expect([events[0]?.event.type, events.at(-1)?.event]).toMatchObject([
      'start',
      { type: 'done', status: aiMessageStatus.done },
    ]);
    const id = events[0]?.message_id ?? 0;
    const { body } = await talker.get(`ai-chats/${talker.chat_id}`);
    const reply = body.messages.at(-1);
    expect([reply.id, reply.content]).toEqual([id, textOf(events)]);
    const sentences = events.flatMap(({ event }) =>
      event.type === 'sentence' ? [reply.content.slice(event.from, event.to)] : [],
    );
    expect(sentences.join(' ')).toBe(reply.content.replaceAll(/\s+/g, ' ').trim());
    for (const n of [0, 1, 3, events.length - 1]) {
      const replay = await talker.get(`ai-messages/${id}/events`, { 'last-event-id': `${id}-${n}` });
      expect(eventsIn(replay.text)).toEqual(events.slice(n));
    }
    await sql`delete from ai_stream_pieces`.execute(app.ctx.db);
    const whole = eventsIn((await talker.get(`ai-messages/${id}/events`, { 'last-event-id': `${id}-3` })).text);
    expect([textOf(whole), whole.at(-1)?.event.type]).toEqual([reply.content, 'done']);
    expect((await app.http('GET', `/home/ai-messages/${id}/events`, { as: await app.person.member() })).status).toBe(
      404,
    );
  });

  it('takes fifteen copies of a turn as one, and another turn only after it', async () => {
    const talker = await startTalker(app);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 15 }, () => talker.send('A coffee please', { key })));
    expect(new Set(replies.map(({ body }) => body.reply.id)).size).toBe(1);
    expect(new Set(replies.map(({ body }) => body.charged_sec)).size).toBe(1);
    expect((await talker.send('Something else', { key })).body.code).toBe('ai.key_reused');
    const { rows } =
      await sql`select 1 from ai_second_logs where member_id = ${talker.member.member_id} and type = 5`.execute(
        app.ctx.db,
      );
    expect(rows).toHaveLength(1);
    puppet.holdAfter(2);
    const first = talker.send('To take away');
    await talker.running();
    expect((await talker.send('Hello?')).body.code).toBe('ai.reply_running');
    puppet.release();
    expect((await first).body.reply.status).toBe(aiMessageStatus.done);
  });

  it('stops within the words that were shown, charges these, and answers the same words again', async () => {
    const talker = await startTalker(app);
    puppet.holdAfter(3);
    const sent = talker.send('I would like a coffee', { stream: true });
    const id = await talker.running();
    const { body } = await talker.post(`ai-messages/${id}/stop`);
    expect(body.reply).toMatchObject({
      id,
      status: aiMessageStatus.stopped,
      finish_reason: 'stopped',
      talk_sec: Math.ceil(0.4 * 5 + 0.4 * 3),
    });
    expect(body.reply.content.trim().split(' ')).toHaveLength(3);
    expect(eventsIn((await sent).text).at(-1)?.event).toMatchObject({ type: 'done', status: aiMessageStatus.stopped });
    expect((await talker.post(`ai-messages/${id}/stop`)).body.reply.status).toBe(aiMessageStatus.stopped);
    const key = randomUUID();
    const retries = await Promise.all([1, 2].map(() => talker.post(`ai-messages/${id}/retry`, { client_msg_id: key })));
    expect(new Set(retries.map((reply) => reply.body.reply.id)).size).toBe(1);
    expect(retries[0]?.body).toMatchObject({ reply: { status: aiMessageStatus.done, reply_to: body.reply.reply_to } });
    const again: { content: string; talk_sec: number } = retries[0]?.body.reply;
    // What was typed is charged already.
    expect(again.talk_sec).toBe(Math.ceil(0.4 * countWords(again.content)));
    const shown = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect(shown.chat.turns).toBe(1);
    expect(shown.messages.filter(({ is_replaced }: { is_replaced: boolean }) => is_replaced)).toMatchObject([{ id }]);
    expect((await talker.post(`ai-messages/${id}/retry`, { client_msg_id: randomUUID() })).body.code).toBe(
      'ai.retry_over',
    );
  });

  it('belongs to one page: another one asks, takes it over, and the first is told', async () => {
    const talker = await startTalker(app);
    const other = randomUUID();
    const take = (lease: string, force = false) =>
      talker.post(`ai-chats/${talker.chat_id}/take-over`, { lease, force });
    expect((await talker.send('A coffee', { lease: other })).body.code).toBe('ai.taken_over');
    expect((await take(other)).body.code).toBe('ai.in_use');
    expect(
      (await app.http('GET', `/home/ai-chats/${talker.chat_id}`, { as: talker.member, query: { lease: other } })).body
        .chat.held_by,
    ).not.toBeNull();
    expect((await take(other, true)).status).toBe(200);
    expect((await talker.send('A coffee')).body.code).toBe('ai.taken_over');
    expect((await talker.send('A coffee', { lease: other })).status).toBe(200);
    app.clock.advance(61_000);
    expect((await take(talker.lease)).status).toBe(200);
    expect((await talker.send('To take away')).status).toBe(200);
    const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps a reply that breaks off, charges nothing, and ends after five of them', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.cutAfter(2);
    const cut = (await talker.send('A coffee')).body;
    expect(cut).toMatchObject({
      charged_sec: 0,
      seconds_left: 100,
      reply: { status: aiMessageStatus.failed, error_code: 'ai.interrupted' },
    });
    expect(cut.reply.content).not.toBe('');
    puppet.throwAfter(0);
    const failed = await talker.send('A coffee', { stream: true });
    expect(eventsIn(failed.text).at(-1)?.event).toMatchObject({ type: 'error', code: 'ai.interrupted', retry: true });
    for (let turn = 0; turn < 3; turn += 1) {
      puppet.throwAfter(1);
      expect((await talker.send('A coffee')).body.reply.status).toBe(aiMessageStatus.failed);
    }
    expect((await talker.get(`ai-chats/${talker.chat_id}`)).body.chat.status).toBe(chatStatus.failed);
  });

  it('translates, reads aloud and explains lines', async () => {
    const talker = await startTalker(app);
    const { body } = await talker.send('I would like a coffee');
    const { id, content } = body.reply;
    const messageId = body.member_message.id;
    expect((await talker.post('ai-messages/translate', { message_id: id, lease: undefined })).body.text).toMatch(
      /\p{Script=Han}/u,
    );
    expect((await talker.post('ai-messages/translate', { message_id: messageId, lease: undefined })).body.code).toBe(
      'ai.no_translation',
    );
    const [first] = content.split(/(?<=\.) /);
    expect((await talker.post('ai-messages/read-text', { message_id: id, lease: undefined })).body).toEqual({
      driver: 'browser',
      text: first,
      lang: 'en-US',
      rate: 1,
      from: 0,
      is_last: first === content,
    });
    const explained = (await talker.post('ai-messages/explain', { message_id: messageId, at: 15, lease: undefined }))
      .body;
    expect(explained).toMatchObject({
      word: 'coffee',
      lemma: 'coffee',
      gloss: '咖啡',
      source: 'scene',
      sentence: 'I would like a coffee',
      word_id: null,
    });
    const explain = async (at: number) =>
      (await talker.post('ai-messages/explain', { message_id: messageId, at, lease: undefined })).body;
    expect((await explain(1)).code).toBe('ai.no_word');
    const would = { word: 'would', lemma: 'would', gloss: expect.stringContaining('愿意'), source: 'glossary' };
    expect(await explain(2)).toMatchObject(would);
    await app.http('POST', '/home/ai-words', { as: talker.member, body: { text: 'would', gloss: '想要' } });
    expect(await explain(2)).toMatchObject({ word: 'would', gloss: '想要', source: 'book' });
    const { body: odd } = await talker.send('Hi, my hovercraft squeaked');
    const about = async (at: number) =>
      (await talker.post('ai-messages/explain', { message_id: odd.member_message.id, at, lease: undefined })).body;
    expect(await about(0)).toMatchObject({ lemma: 'hi', gloss: '你好；嗨', source: 'glossary' });
    expect(await about(9)).toMatchObject({ word: 'hovercraft', lemma: 'hovercraft', gloss: null, source: null });
  });

  it('keeps and reports replies of one’s own talk only', async () => {
    const talker = await startTalker(app);
    const { reply } = (await talker.send('A coffee')).body;
    const put = (as = talker.member, saved = true) =>
      app.http('PUT', `/home/ai-messages/${reply.id}`, { as, body: { saved } });
    const savedLines = async (as = talker.member, query = {}) =>
      (await app.http('GET', '/home/ai-saved-lines', { as, query })).body.data;
    expect((await put()).body.reply).toMatchObject({ saved: true });
    const stranger = await app.person.member();
    expect((await put(stranger)).status).toBe(404);
    const line = { id: reply.id, chat_id: talker.chat_id, content: reply.content, is_scripted: true };
    expect(await savedLines()).toMatchObject([{ ...line, people_name: 'Emma', language: 'en' }]);
    expect(await savedLines(stranger)).toEqual([]);
    expect([
      await savedLines(undefined, { before: line.id }),
      await savedLines(undefined, { before: line.id + 1 }),
    ]).toMatchObject([[], [line]]);
    await put(talker.member, false);
    expect(await savedLines()).toEqual([]);
    await put();
    const other = await startTalker(app, { member: talker.member });
    await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    expect(await savedLines()).toEqual([]);
    const { reply: second } = (await other.send('A tea')).body;
    expect(
      (await other.post(`ai-messages/${second.id}/report`, { reason: 'wrong', lease: undefined })).body.reply
        .is_reported,
    ).toBe(true);
  });

  it('expires after a day, and is erased when its learner deletes it', async () => {
    const talker = await startTalker(app);
    await talker.send('I would like a purple coffee');
    app.clock.advance(24 * 3_600_000 + 1000);
    const jobs = (await import('./talk.jobs.ts')).talkJobs;
    await jobs.find(({ name }) => name === 'expire-talks')?.run(app.ctx, {} as never);
    expect((await talker.get(`ai-chats/${talker.chat_id}`)).body.chat.status).toBe(chatStatus.expired);
    expect((await talker.get('ai-chats')).body.data).toMatchObject([{ id: talker.chat_id, turns: 1 }]);
    expect(
      (await app.http('GET', '/home/ai-chats', { as: talker.member, query: { keyword: 'purple' } })).body.data,
    ).toHaveLength(1);
    const inEnglish = async (keyword?: string) =>
      (
        await app.http('GET', '/home/ai-chats', {
          as: talker.member,
          headers: { Language: 'en' },
          query: keyword === undefined ? {} : { keyword },
        })
      ).body.data;
    const [{ title, people_name: teacher }] = await inEnglish();
    for (const shown of [title.toUpperCase(), teacher]) expect(await inEnglish(shown)).toHaveLength(1);
    expect(await inEnglish('nobody says this')).toEqual([]);
    expect((await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member })).status).toBe(200);
    expect((await talker.get(`ai-chats/${talker.chat_id}`)).status).toBe(404);
    const { rows } =
      await sql`select 1 from ai_messages m where chat_id = ${talker.chat_id} and (m::text ~* 'purple' or content <> '')`.execute(
        app.ctx.db,
      );
    expect(rows).toEqual([]);
  });
});

it('leaves no word of it when the account is closed, and the ledger stays', async () => {
  const talker = await startTalker(app);
  await talker.send('I would like a turquoise coffee');
  await app.http('POST', '/home/ai-words', { as: talker.member, body: { text: 'turquoise', chat_id: talker.chat_id } });
  const { db } = app.ctx;
  const id = talker.member.member_id;
  await db
    .updateTable('members')
    .set({ status: memberStatus.cancelling, cancelling_since: new Date(0) })
    .where('id', '=', id)
    .execute();
  await eraseAccounts(app.ctx);
  const { rows } = await sql`select 1 from ai_messages m where chat_id = ${talker.chat_id} and m::text ~* 'turquoise'
    union all select 1 from ai_words where member_id = ${id}`.execute(db);
  expect(rows).toEqual([]);
  expect((await sql`select 1 from ai_second_logs where member_id = ${id}`.execute(db)).rows.length).toBeGreaterThan(1);
});

it('leaves a ledger that adds up, and nothing set aside', async () => {
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
  expect((await sql`select 1 from ai_holds`.execute(app.ctx.db)).rows).toEqual([]);
});
