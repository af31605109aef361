import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import type { AiVendor } from '../../../../../test/fakes/chat/ai-vendor.ts';
import { buildPeople, eventsIn, startTalker, type Talker } from '../../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../../test/talk/vendor.ts';
import { parseGoals } from './find-goals.ts';
import { studyTalk } from './study-talk.ts';

let app: TestApp;
let fake: AiVendor;
let save: (values: Record<string, unknown>) => Promise<unknown>;
beforeAll(async () => {
  app = await startTestApp();
  ({ fake, save } = await startVendorSchool(app));
  await save({ chat_own_model: 'reader' });
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

const readings = (key: string) => fake.seen.filter(({ messages }) => messages.at(-1)?.content.includes(`"${key}":`));
const purposesOf = async ({ chat_id: id }: Talker) =>
  (
    await sql<{
      purpose: string;
    }>`select purpose from ai_usage where chat_id = ${id} and purpose <> 'talk' order by id`.execute(app.ctx.db)
  ).rows.map(({ purpose }) => purpose);
const rowOf = async ({ chat_id: id }: Talker) =>
  (
    await sql<Record<string, unknown>>`select notes, goals_judged, goals_done from ai_chats where id = ${id}`.execute(
      app.ctx.db,
    )
  ).rows[0];
const long = 'I walked along the sea and looked at the ships and the birds for a long time. '.repeat(12);
const talk = async (talker: Talker, ...lines: string[]) => {
  for (const line of lines) expect((await talker.send(line)).status).toBe(200);
  await app.runJobs();
};

it('a long talk has notes in its prompt: one call every four turns, however often the job runs', async () => {
  const talker = await startTalker(app, { key: await addTemplate(app, 'ok'), seconds: 3000 });
  fake.proposals = '[]';
  await talk(talker, 'Hello', 'I am fine', 'I like tea');
  expect(await purposesOf(talker)).toEqual([]);
  await talk(talker, 'I am a nurse');
  // Everything fits: there is nothing to note.
  expect(await purposesOf(talker)).toEqual(['goals']);
  await talk(talker, long, long, long, long);
  expect(await purposesOf(talker)).toEqual(['goals', 'notes', 'goals']);
  await studyTalk(app.ctx, talker.chat_id);
  expect(await purposesOf(talker)).toHaveLength(3);
  expect(readings('earlier_notes').at(-1)?.messages[1]?.content).toContain('nurse');
  await talk(talker, 'And you?');
  const system = fake.seen.at(-1)?.messages[0];
  expect(system?.content).toContain('"earlier_in_this_talk":"The learner likes the sea."');
  await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
  expect(await rowOf(talker)).toMatchObject({ notes: '' });
});

it('goals count that a service finds in the learner’s own words; an outage finds none', async () => {
  const talker = await startTalker(app, { key: await addTemplate(app, 'ok') });
  // The patterns of the scene find an answer about sugar by themselves.
  const [sugar, lines] = [
    'Say whether you want sugar',
    ['Something warm and brown, please', 'Hm', 'Well', 'Let me think'],
  ];
  fake.proposals = '[{"goal": 0, "quote": "something warm and brown"}, {"goal": 1, "quote": "no sugar for me"}]';
  await talk(talker, ...lines);
  expect(await rowOf(talker)).toMatchObject({ goals_judged: ['Order a drink'], goals_done: [sugar] });
  const { text } = await talker.send('So', { stream: true });
  expect(eventsIn(text).map(({ event }) => event)).toContainEqual({ type: 'goal', done: [0, 1] });
  expect(await rowOf(talker)).toMatchObject({ goals_done: ['Order a drink', sugar] });

  const other = await startTalker(app, { key: await addTemplate(app, 'ok') });
  await save({ chat_own_model: '503' });
  await talk(other, ...lines);
  expect(await rowOf(other)).toMatchObject({ goals_judged: [], notes: '' });
  await save({ chat_own_model: 'reader' });
  app.clock.advance(301_000);
});

it.each([
  ['[{"goal": 0, "quote": "a TEA, please!"}]', ['Order']],
  ['Sure: [{"goal": 0, "quote": "tea please"}, {"goal": 0, "quote": "a tea"}]', ['Order']],
  ['[{"goal": 0, "quote": "a coffee please"}]', []],
  ['[{"goal": 0, "quote": "tea"}]', []],
  ['[{"goal": 7, "quote": "a tea"}]', []],
  ['[{"goal": 0}]', []],
  ['All goals are done.', []],
])('%s: %j', (answer, goals) => {
  expect(parseGoals(answer, [{ text: 'Order' }], ['A tea please'])).toEqual(goals);
});

it('a free talk begins with a line that is written once for the teacher and the level', async () => {
  const [peopleId, key] = [await buildPeople(app), await addTemplate(app, 'ok', { is_free: true })];
  const first = async () => {
    const talker = await startTalker(app, { people_id: peopleId, key });
    await app.runJobs();
    return (await talker.get(`ai-chats/${talker.chat_id}`)).body.messages[0];
  };
  const before = fake.seen.length;
  expect(await first()).toMatchObject({ is_scripted: true });
  expect(await first()).toMatchObject({ content: 'Welcome back! What did you do today?', is_scripted: false });
  await first();
  expect(fake.seen.length - before).toBe(1);
  // Who is changed says something else.
  await sql`update ai_peoples set version = version + 1 where id = ${peopleId}`.execute(app.ctx.db);
  expect(await first()).toMatchObject({ is_scripted: true });
  expect(fake.seen.length - before).toBe(2);
});
