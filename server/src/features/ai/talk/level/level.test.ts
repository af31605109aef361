import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildPeople, startTalker } from '../../../../../test/talk/talk.ts';
import { createScriptChat } from '../../scenes/public.ts';
import { chatOf } from '../../../../../test/talk/chat-of.ts';

let app: TestApp;
let peopleId: number;

beforeAll(async () => {
  app = await startTestApp();
  app.ctx.adapters.chat = chatOf(createScriptChat({ pause_ms: 0 }), null);
  peopleId = await buildPeople(app);
});
afterAll(() => app.close());

const answers = ['a large latte please', 'No thanks', 'to go', 'nothing else', 'Anna', 'credit card', 'no need'];

/** A talk at the café, with so many answers that it does not understand before those it does. */
async function play(
  member: MemberPerson,
  { unheard = 0, until = answers.length }: { unheard?: number; until?: number } = {},
): Promise<number> {
  // Past the limit of turns a minute.
  app.clock.advance(61_000);
  const talker = await startTalker(app, { member, people_id: peopleId, cefr: 'B2' });
  for (const text of [...Array.from({ length: unheard }, () => 'purple elephants'), ...answers.slice(0, until)])
    await talker.send(text);
  await talker.post(`ai-chats/${talker.chat_id}/finish`);
  await app.runJobs();
  return talker.chat_id;
}
const read = async (as: MemberPerson) => (await app.http('GET', '/home/ai-level', { as })).body;
const choose = (as: MemberPerson, level: string | null) => app.http('PUT', '/home/ai-level', { as, body: { level } });
const startLevel = async (as: MemberPerson) => (await app.http('GET', '/home/ai-settings', { as })).body.cefr;

it('is estimated from three talks on, from what was counted in them, and chosen by the learner instead', async () => {
  const member = await app.person.member();
  expect(await read(member)).toEqual({ estimate: null, talks_missing: 3, chosen: null });
  expect(await startLevel(member)).toBeNull();
  const first = await play(member);
  await play(member);
  // Too short to count.
  await play(member, { until: 1 });
  expect(await read(member)).toEqual({ estimate: null, talks_missing: 1, chosen: null });
  expect(await startLevel(member)).toBe('B2');
  await play(member, { unheard: 1 });
  // The lines of B2 are those of B1.
  expect(await read(member)).toEqual({
    estimate: { level: 'B1+', low: 'B1', high: 'B2', talks: 3 },
    talks_missing: 0,
    chosen: null,
  });
  expect(await startLevel(member)).toBe('B1');
  const { rows } = await sql<{ missed: number }>`select (report ->> 'missed')::int as missed from ai_chats
    where member_id = ${member.member_id} and turns > 2 order by id`.execute(app.ctx.db);
  expect(rows).toEqual([{ missed: 0 }, { missed: 0 }, { missed: 1 }]);

  expect((await choose(member, 'C1')).body).toMatchObject({ chosen: 'C1', estimate: { level: 'B1+' } });
  expect([await startLevel(member), (await choose(member, 'D1')).status]).toEqual(['C1', 422]);
  await choose(member, null);
  expect([await startLevel(member), (await read(member)).chosen]).toEqual(['B1', null]);
  // A talk that is erased no longer counts.
  await app.http('DELETE', `/home/ai-chats/${first}`, { as: member });
  expect(await read(member)).toMatchObject({ estimate: null, talks_missing: 1 });
  expect(await read(await app.person.member())).toMatchObject({ estimate: null, talks_missing: 3 });
});
