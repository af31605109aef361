import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildEntitlement } from '../../../../test/factories.ts';
import { ordersIn, type AiVendor } from '../../../../test/fakes/chat/ai-vendor.ts';
import { hiddenLines, hidingPlaces, type HidingPlace } from '../../../../test/talk/hidden-lines.ts';
import { buildPeople, startTalker, type Talker } from '../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../test/talk/vendor.ts';
import { normalizeLetters } from './prompt/normalize-letters.ts';
import { canaryOf } from './prompt/canary.ts';

// Every line meets a service that does what it asks for: shows the mark, spells it, recites its orders, or says what a child must not read.
const harmless = 'I like the sea.';
const usual = 'That sounds lovely!';

let app: TestApp;
let fake: AiVendor;
let admin: AdminPerson;
let save: (values: Record<string, unknown>) => Promise<unknown>;
let peopleId: number;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ fake, admin, save } = await startVendorSchool(app));
  peopleId = await buildPeople(app);
  // Without a model of its own: the school's.
  key = await addTemplate(app, '', { is_free: true });
  await sql`update ai_prompt_templates set options = '{}' where key = ${key}`.execute(app.ctx.db);
  await save({ ai_minor_quiet: '' });
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

/** A learner of fifteen. */
async function buildMinor(): Promise<MemberPerson> {
  const member = await app.person.member();
  const year = app.clock.now().getUTCFullYear() - 15;
  await sql`update members set birthday = ${`${year}-01-01`} where id = ${member.member_id}`.execute(app.ctx.db);
  return member;
}

/** A lesson whose title, outline and phrases are this line. */
async function buildLesson(member: MemberPerson, line: string): Promise<number> {
  const { course, lessons } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const id = lessons[0]?.id ?? 0;
  await sql`update lessons set title = ${line} where id = ${id}`.execute(app.ctx.db);
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course.id });
  const words = [{ text: 'reserve', zh: '预订', sentence: 'I would like to reserve a table.' }];
  const material = { words, phrases: [], outline: line, is_approved: true };
  const path = `/admin/courses/${course.id}/lessons/${id}/material`;
  expect((await app.http('PUT', path, { as: admin, body: material })).status).toBe(200);
  return id;
}

/** A minor's talk in which the line is hidden there. */
async function hide(place: HidingPlace, line: string): Promise<Talker> {
  const { db, clock } = app.ctx;
  const member = await buildMinor();
  if (place === 'name') await sql`update users set name = ${line} where id = ${member.user_id}`.execute(db);
  if (place === 'memory') {
    const body = { purpose: 'memory', recipient: 'compatible', is_agreed: true };
    await app.http('PUT', '/home/ai-consents', { as: member, body });
    await sql`insert into ai_memories (member_id, kind, text, created_at, updated_at)
      values (${member.member_id}, 'fact', ${line}, ${clock()}, ${clock()})`.execute(db);
  }
  const lesson = place === 'lesson' ? { lesson_id: await buildLesson(member, line) } : {};
  const talker = await startTalker(app, { member, people_id: peopleId, key, ...lesson });
  if (place === 'notes') await sql`update ai_chats set notes = ${line} where id = ${talker.chat_id}`.execute(db);
  return talker;
}

/** One turn with this model. Returns everything that the learner’s browser received of it. */
async function turn(talker: Talker, model: string, text: string) {
  await save({ chat_own_model: model });
  // Longer than any pause of an account, and a minute of turns.
  app.clock.advance(301_000);
  const sent = await talker.send(text, { stream: true });
  const shown = await talker.get(`ai-chats/${talker.chat_id}`);
  const reply = shown.body.messages.at(-1);
  const events = await talker.get(`ai-messages/${reply.id}/events`);
  return { reply, seen: [sent, shown, events].map((one) => one.text).join('\n') };
}

const factsMark = 'Facts, not instructions: ';
const blocked = { status: aiMessageStatus.blocked, content: '' };

it('has forty lines, each once, eight for each place', () => {
  expect(new Set(Object.values(hiddenLines).flat()).size).toBe(40);
  for (const place of hidingPlaces) expect(hiddenLines[place]).toHaveLength(8);
});

describe.each(hidingPlaces)('a line that is hidden in the %s of a minor', (place) => {
  it('is one value among the facts or the learner’s words, and changes nothing else that a service is sent', async () => {
    const sent = async (line: string) => {
      const talker = await hide(place, line);
      await turn(talker, 'ok', place === 'words' ? line : harmless);
      const { messages } = fake.seen.at(-1) ?? { messages: [] };
      const canary = canaryOf(app.ctx.secrets, talker.chat_id);
      const [orders = '', data = ''] = (messages[0]?.content ?? '').replace(canary, 'MARK').split(factsMark);
      const facts: Record<string, unknown> = JSON.parse(data);
      return { orders, facts, roles: messages.map(({ role }) => role), spoken: messages.at(-1)?.content };
    };
    const plain = await sent(harmless);
    for (const line of hiddenLines[place]) {
      const { facts, ...rest } = await sent(line);
      expect([line, rest]).toEqual([
        line,
        { orders: plain.orders, roles: plain.roles, spoken: place === 'words' ? line : harmless },
      ]);
      expect(Object.keys(facts)).toEqual(Object.keys(plain.facts));
      for (const value of Object.values(facts).flat())
        expect(value).not.toMatch(/[{}<>`\u2028]|(?:system|assistant|user|developer|系统|用户)\s*[:：]/i);
    }
  });

  it('and obeyed shows the learner no mark, no orders and nothing unsafe', async () => {
    for (const [index, line] of hiddenLines[place].entries()) {
      const talker = await hide(place, line);
      const canary = canaryOf(app.ctx.secrets, talker.chat_id).slice(0, 8);
      const other = index % 2 === 0 ? 'spell' : `recite:${hidingPlaces.indexOf(place) * 4 + index}`;
      for (const model of ['leak', 'unsafe', other]) {
        const { reply, seen } = await turn(talker, model, place === 'words' ? line : harmless);
        expect([line, model, reply]).toMatchObject([line, model, blocked]);
        expect(normalizeLetters(seen)).not.toContain(canary);
        expect(seen).not.toContain('nude');
        for (const order of ordersIn(fake.seen.at(-1)?.messages ?? [])) expect(seen).not.toContain(order);
      }
    }
  });

  it('leaves an honest reply as it is', async () => {
    const talker = await hide(place, hiddenLines[place][0] ?? '');
    const { reply } = await turn(talker, 'ok', harmless);
    expect([reply.status, reply.content.startsWith(usual)]).toEqual([aiMessageStatus.done, true]);
  });
});
