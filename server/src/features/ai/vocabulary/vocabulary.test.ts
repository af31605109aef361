import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordState } from '@kaike/shared/domain/ai/word-state';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { createPuppet, startTalker } from '../../../../test/talk/talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: createPuppet().chat } });
});
afterAll(() => app.close());

const add = (member: MemberPerson, body: object) => app.http('POST', '/home/ai-words', { as: member, body });
const list = async (member: MemberPerson, query: Record<string, string | number> = {}) =>
  (await app.http('GET', '/home/ai-words', { as: member, query })).body;
const rate = (member: MemberPerson, id: number, rating: number, key = randomUUID()) =>
  app.http('POST', `/home/ai-words/${id}/review`, { as: member, body: { rating, ms: 1500, request_id: key } });

it('keeps a word once, with where it was met and what the scene says', async () => {
  const talker = await startTalker(app);
  const { member_message: message } = (await talker.send('I would like a large coffee. Thank you very much.')).body;
  const words = await Promise.all(
    ['coffee', ' Coffee ', '“coffee”'].map((text) => add(talker.member, { text, message_id: message.id })),
  );
  expect(new Set(words.map(({ body }) => body.word.id)).size).toBe(1);
  expect(words[0]?.body.word).toMatchObject({
    lemma: 'coffee',
    gloss: '咖啡',
    sentence: 'I would like a large coffee.',
    message_id: message.id,
    state: wordState.fresh,
  });
  const explained = await talker.post('ai-messages/explain', { message_id: message.id, at: 22, lease: undefined });
  expect(explained.body.word_id).toBe(words[0]?.body.word.id);
  expect((await add(talker.member, { text: '...' })).body.code).toBe('ai.no_word');
  expect((await add(await app.person.member(), { text: 'coffee', message_id: message.id })).status).toBe(404);
  expect((await list(talker.member, { keyword: '咖' })).data).toHaveLength(1);
  expect((await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member })).status).toBe(200);
  expect((await list(talker.member)).data).toMatchObject([{ lemma: 'coffee', sentence: '', message_id: null }]);
});

it('keeps a corrected sentence as a card, which the report proposes and which goes with its talk', async () => {
  const talker = await startTalker(app);
  const ids: number[] = [];
  for (const text of ['I very like coffee.', 'Thank you very much.', 'I very like coffee.', 'I want go home.'])
    ids.push((await talker.send(text)).body.member_message.id);
  await talker.post(`ai-chats/${talker.chat_id}/finish`);
  await app.runJobs();
  const proposed = async () => (await talker.get(`ai-chats/${talker.chat_id}/report`)).body.report.sentences;
  const coffee = { message_id: ids[0], wrong: 'I very like coffee.', right: 'I really like coffee.' };
  const home = { message_id: ids[3], wrong: 'I want go home.', right: 'I want to go home.', is_kept: false };
  expect(await proposed()).toEqual([{ ...coffee, is_kept: false }, home]);
  const keep = (member: MemberPerson, id = 0) =>
    app.http('POST', '/home/ai-words/sentences', { as: member, body: { message_id: id } });
  const [{ body: first }, { body: again }] = [await keep(talker.member, ids[0]), await keep(talker.member, ids[2])];
  expect(again.word.id).toBe(first.word.id);
  expect(first.word).toMatchObject({
    kind: 'sentence',
    lemma: coffee.right,
    sentence: coffee.wrong,
    gloss: expect.stringContaining('very'),
    state: wordState.fresh,
  });
  expect(await proposed()).toEqual([{ ...coffee, is_kept: true }, home]);
  expect((await keep(talker.member, ids[1])).body.code).toBe('ai.no_mistake');
  expect((await keep(await app.person.member(), ids[0])).status).toBe(404);
  expect((await list(talker.member, { due: 1 })).data).toMatchObject([{ id: first.word.id, kind: 'sentence' }]);
  expect((await rate(talker.member, first.word.id, 3)).body.due_count).toBe(0);
  await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
  expect((await list(talker.member)).data).toEqual([]);
});

it('takes the meaning of a common word that the scene does not list from the glossary', async () => {
  const talker = await startTalker(app);
  const { member_message: message } = (await talker.send('I wanted a hovercraft')).body;
  const gloss = async (body: object) => (await add(talker.member, body)).body.word.gloss;
  expect(await gloss({ text: 'want', message_id: message.id })).toBe('想要');
  expect(await gloss({ text: 'hovercraft', message_id: message.id })).toBe('');
  expect(await gloss({ text: 'apple' })).toBe('苹果');
  expect(await gloss({ text: 'bread', gloss: '主食' })).toBe('主食');
});

it('tells readers of Traditional Chinese in their script what words and lines mean, and keeps it as it was', async () => {
  const talker = await startTalker(app);
  const { member_message: message } = (await talker.send('I very like coffee.')).body;
  const inScript = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (
      await app.http(method, `/home/${path}`, {
        as: talker.member,
        headers: { Language: 'zh-TW' },
        ...(body ? { body } : {}),
      })
    ).body;
  expect((await inScript('POST', 'ai-messages/explain', { message_id: message.id, at: 7 })).gloss).toBe(
    '喜歡；像；想要',
  );
  expect((await inScript('POST', 'ai-words', { text: 'like', message_id: message.id })).word.gloss).toBe(
    '喜歡；像；想要',
  );
  expect((await inScript('GET', 'ai-words')).data).toMatchObject([{ gloss: '喜歡；像；想要' }]);
  expect((await list(talker.member)).data).toMatchObject([{ gloss: '喜欢；像；想要' }]);
  expect((await list(talker.member, { keyword: '喜歡' })).data).toHaveLength(1);
  expect((await list(talker.member, { keyword: '討厭' })).data).toEqual([]);
  const { chat, messages } = await inScript('GET', `ai-chats/${talker.chat_id}`);
  expect(chat.goals[0].zh).toBe('點一杯飲料');
  const corrected = messages.find(({ id }: { id: number }) => id === message.id);
  expect(corrected.corrections[0].reason.zh).toMatch(/說|詞|後/);
  const turn = await inScript('POST', 'ai-messages', {
    chat_id: talker.chat_id,
    text: 'I very like coffee.',
    client_msg_id: randomUUID(),
    lease: talker.lease,
  });
  expect(turn.member_message.corrections[0].reason.zh).toBe(corrected.corrections[0].reason.zh);
});

it('shows what is due, and moves a word further with every good answer, once for each request', async () => {
  const member = await app.person.member();
  for (const text of ['apple', 'bread', 'cheese'])
    expect((await add(member, { text, gloss: '食物' })).status).toBe(201);
  expect((await add(member, { text: 'apple', gloss: '食物' })).status).toBe(200);
  const due = await list(member, { due: 1 });
  expect([due.due_count, due.data.map(({ lemma }: { lemma: string }) => lemma)]).toEqual([
    3,
    ['apple', 'bread', 'cheese'],
  ]);
  const [apple] = due.data;
  expect(apple.intervals).toHaveLength(4);
  expect(apple.intervals).toEqual(apple.intervals.toSorted((a: number, b: number) => a - b));
  const key = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => rate(member, apple.id, 4, key)));
  expect(new Set(replies.map(({ body }) => body.word.due_at)).size).toBe(1);
  expect(replies[0]?.body).toMatchObject({ due_count: 2, word: { state: wordState.known } });
  const first = Date.parse(replies[0]?.body.word.due_at) - app.clock.now().getTime();
  expect(Math.round(first / 1000)).toBe(apple.intervals[3]);
  app.clock.set(new Date(replies[0]?.body.word.due_at));
  const second = (await rate(member, apple.id, 3)).body.word;
  expect(Date.parse(second.due_at) - app.clock.now().getTime()).toBeGreaterThan(first);
  const forgotten = (await rate(member, apple.id, 1)).body.word;
  expect(Date.parse(forgotten.due_at) - app.clock.now().getTime()).toBeLessThan(first);
  expect((await rate(await app.person.member(), apple.id, 3)).status).toBe(404);
  expect((await rate(member, apple.id, 5)).status).toBe(422);
  const { words } = (await app.http('GET', '/home/ai-progress', { as: member })).body;
  expect(words).toEqual({ total: 3, due: 2 });
  expect((await app.http('DELETE', `/home/ai-words/${apple.id}`, { as: member })).status).toBe(200);
  expect((await list(member)).data).toHaveLength(2);
});
