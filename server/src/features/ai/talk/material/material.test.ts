import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type MemberPerson, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement } from '../../../../../test/factories.ts';
import { buildPeople, createPuppet, startTalker } from '../../../../../test/talk/talk.ts';
import { checkScript } from '../../scenes/public.ts';
import { reviewScene } from './review-scene.ts';

let app: TestApp;
let admin: Person;
let peopleId: number;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: createPuppet().chat } });
  admin = await app.person.admin();
  peopleId = await buildPeople(app);
});
afterAll(() => app.close());

const subtitles = `WEBVTT

00:00:01.000 --> 00:00:03.000
Good morning. I would like to reserve
a quiet table near the window.

00:00:04.000 --> 00:00:06.000
The waiter brought the wrong dessert, so we complained politely.
`;

type Place = { course: number; lesson: number };
const pathOf = ({ course, lesson }: Place): string => `/admin/courses/${course}/lessons/${lesson}/material`;
const read = async (place: Place) => (await app.http('GET', pathOf(place), { as: admin })).body;
const save = (place: Place, body: object, as: Person = admin): Promise<Reply> =>
  app.http('PUT', pathOf(place), { as, body: { outline: '', phrases: [], is_approved: true, ...body } });

async function buildLesson(): Promise<Place> {
  const { course, lessons } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const lesson = lessons[0]?.id ?? 0;
  await app.ctx.db
    .insertInto('lesson_subtitles')
    .values({ lesson_id: lesson, language: 'en', body: subtitles, cue_count: 2 })
    .execute();
  return { course: course.id, lesson };
}

async function enrol({ course }: Place): Promise<MemberPerson> {
  const member = await app.person.member();
  await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course });
  return member;
}

const words = [
  { text: 'reserve', zh: '预订', sentence: 'I would like to reserve a quiet table.' },
  { text: 'dessert', zh: '甜点', sentence: 'The waiter brought the wrong dessert.' },
];
const lessonOf = async ({ lesson }: Place, member: Person) =>
  (await app.http('GET', `/home/lessons/${lesson}`, { as: member })).body;
const start = (member: Person, { lesson }: Place): Promise<Reply> =>
  app.http('POST', '/home/ai-chats', {
    as: member,
    body: { people_id: peopleId, cefr: 'B1', request_id: randomUUID(), lease: randomUUID(), lesson_id: lesson },
  });

describe('the material of a lesson', () => {
  it('is proposed from its English subtitles, each word in its sentence with its Chinese', async () => {
    const place = await buildLesson();
    const draft = await read(place);
    expect(draft).toMatchObject({ source: 'subtitles', is_draft: true, is_approved: false });
    const proposed = draft.words.map(({ text }: { text: string }) => text);
    expect(proposed).toEqual(expect.arrayContaining(['reserve', 'quiet', 'dessert']));
    expect(proposed).not.toContain('morning');
    expect(
      draft.words.every(
        ({ zh, sentence, text }: Record<string, string>) => zh && sentence?.toLowerCase().includes(text ?? '?'),
      ),
    ).toBe(true);
    const bare = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
    expect(await read({ course: bare.course.id, lesson: bare.lessons[0]?.id ?? 0 })).toMatchObject({
      source: null,
      words: [],
    });
  });

  it('is stored as a teacher leaves it, and refused where a word cannot be asked for', async () => {
    const place = await buildLesson();
    expect((await save(place, { words, is_approved: false })).body).toMatchObject({
      words,
      is_draft: false,
      is_approved: false,
    });
    expect(await read(place)).toMatchObject({ words, is_draft: false });
    const wrong = [
      { text: 'table', zh: '桌子', sentence: 'There is none here.' },
      { text: '*3', zh: '星', sentence: 'A *3 here.' },
      { text: 'reserve', zh: '', sentence: 'We reserve it.' },
      { text: 'reserve', zh: '预{订}', sentence: 'We reserve it.' },
    ];
    for (const word of wrong) expect((await save(place, { words: [word] })).body.code).toBe('material.word');
    expect((await save(place, { words: [] })).body.code).toBe('material.no_words');
    expect((await save(place, { words: Array.from({ length: 21 }, () => words[0]) })).body.code).toBe(
      'material.too_many',
    );
    expect((await save(place, { words, phrases: [{ text: '', zh: '' }] })).body.code).toBe('material.phrase');
    const reader = await app.person.adminWith(['admin.courses.show']);
    expect((await save(place, { words }, reader)).status).toBe(403);
    expect((await save({ ...place, lesson: 999_999 }, { words })).status).toBe(404);
  });
});

describe('a talk about a lesson', () => {
  it('is offered once a teacher approved it, to who may study the lesson', async () => {
    const place = await buildLesson();
    const [member, stranger] = [await enrol(place), await app.person.member()];
    expect((await lessonOf(place, member)).has_review).toBe(false);
    expect((await start(member, place)).body.code).toBe('ai.scene_off');
    await save(place, { words, is_approved: false });
    expect((await start(member, place)).body.code).toBe('ai.scene_off');
    await save(place, { words });
    expect((await lessonOf(place, member)).has_review).toBe(true);
    const talk = (await app.http('GET', `/home/lessons/${place.lesson}/talk`, { as: member })).body;
    expect(talk).toMatchObject({
      enough_turns: null,
      scene: { template_id: null, goals: [{ text: 'Say “预订” in English' }, { text: 'Say “甜点” in English' }] },
    });
    // The free beginning of a video is not the lesson.
    await app.ctx.db.updateTable('lessons').set({ preview_sec: 60 }).where('id', '=', place.lesson).execute();
    expect((await lessonOf(place, stranger)).has_review).toBe(false);
    expect((await start(stranger, place)).body.code).toBe('course.no_access');
    expect((await app.http('GET', `/home/lessons/${place.lesson}/talk`, { as: stranger })).body.code).toBe(
      'course.no_access',
    );
  });

  it('asks for each word in its sentence, and leaves the progress of the lesson as it is', async () => {
    const place = await buildLesson();
    const member = await enrol(place);
    await save(place, { words });
    const talker = await startTalker(app, { member, lesson_id: place.lesson, people_id: peopleId });
    const { chat, messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect(chat).toMatchObject({ lesson_id: place.lesson, template_id: null, title: '课时 1' });
    expect(chat.goals[0]).toMatchObject({ text: 'Say “预订” in English', zh: '说出“预订”' });
    expect(messages[0].content).toBe('Which word is missing? "I would like to ____ a quiet table." (预订)');
    expect((await talker.send('order')).body.reply.content).toContain('begins with "r" and has 7 letters');
    expect((await talker.send('reserve')).body).toMatchObject({ goals_done: [0] });
    await talker.send('The dessert');
    const { body } = await talker.send('We want to reserve a table.');
    expect(body.chat_status).toBe(chatStatus.finished);
    expect((await app.http('GET', '/home/learning-records', { as: member })).body.data).toEqual([]);
    const stored = app.ctx.db.selectFrom('ai_chats').select('mode').where('id', '=', talker.chat_id);
    expect(await stored.execute()).toEqual([{ mode: 'lesson' }]);
  });

  it('begins with the words that earlier talks found least often', async () => {
    const place = await buildLesson();
    const member = await enrol(place);
    await save(place, { words });
    const talker = await startTalker(app, { member, lesson_id: place.lesson, people_id: peopleId });
    await talker.send('reserve');
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    expect((await start(member, place)).body.messages[0].content).toContain('wrong ____." (甜点)');
  });

  it('ends with the right to the lesson', async () => {
    const place = await buildLesson();
    const member = await enrol(place);
    await save(place, { words });
    const talker = await startTalker(app, { member, lesson_id: place.lesson, people_id: peopleId });
    await app.ctx.db
      .updateTable('entitlements')
      .set({ revoked_at: app.clock.now() })
      .where('member_id', '=', member.member_id)
      .execute();
    expect((await talker.send('reserve')).body.code).toBe('course.no_access');
  });

  it('has a script that always ends', () => {
    expect(() => checkScript(reviewScene('问候', { outline: '', words, phrases: [] }))).not.toThrow();
  });
});
