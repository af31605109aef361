import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { startTestApp, type MemberPerson, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement } from '../../../../../test/factories.ts';
import { buildPeople, createPuppet, startTalker, templateId, type Talker } from '../../../../../test/talk/talk.ts';

const puppet = createPuppet();
let app: TestApp;
let admin: Person;
let peopleId: number;
let scene: number;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  admin = await app.person.admin();
  peopleId = await buildPeople(app);
  scene = await templateId(app);
});
afterAll(() => app.close());

type Built = { course: number; lesson: number; video: number; chapter: number };

const asAdmin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Reply> =>
  app.http(method, `/admin/${path}`, { as: admin, ...(body ? { body } : {}) });

/** A course of one video and one AI scene, which an editor added. */
async function buildSceneCourse(fields: object = {}): Promise<Built> {
  const { course, chapters, lessons } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const chapter = chapters[0]?.id ?? 0;
  const { body } = await asAdmin('POST', `courses/${course.id}/lessons`, {
    chapter_id: chapter,
    title: '在咖啡馆',
    type: lessonType.ai_scene,
    template_id: scene,
    ...fields,
  });
  return { course: course.id, lesson: body.id, video: lessons[0]?.id ?? 0, chapter };
}

async function enrol(course: number): Promise<MemberPerson & { entitlement: number }> {
  const member = await app.person.member();
  const { id } = await buildEntitlement(app.ctx, { member_id: member.member_id, course_id: course });
  return { ...member, entitlement: id };
}

const talkOf = (lesson: number, member: MemberPerson): Promise<Talker> =>
  startTalker(app, { member, lesson_id: lesson, people_id: peopleId });

const start = (member: Person, body: object): Promise<Reply> =>
  app.http('POST', '/home/ai-chats', {
    as: member,
    body: { people_id: peopleId, cefr: 'B1', request_id: randomUUID(), lease: randomUUID(), ...body },
  });

/** Answers by the sentences of the hints until the talk ends; returns its turns. */
async function playToEnd(talker: Talker): Promise<number> {
  for (let turn = 1; turn < 20; turn += 1) {
    const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    const hint = await talker.post(`ai-messages/${messages.at(-1).id}/hint`);
    const { body } = await talker.send(hint.body.model.en);
    if (body.chat_status === chatStatus.finished) return turn;
  }
  throw new Error('the talk does not end');
}

const recordOf = (member: MemberPerson, lesson: number) =>
  app.ctx.db
    .selectFrom('learning_records')
    .selectAll()
    .where('member_id', '=', member.member_id)
    .where('lesson_id', '=', lesson)
    .executeTakeFirst();
const daysOf = (member: MemberPerson) =>
  app.ctx.db.selectFrom('learning_days').selectAll().where('member_id', '=', member.member_id).execute();
const courseOf = async (course: number, member: Person) =>
  (await app.http('GET', `/home/courses/${course}`, { as: member })).body;
const countOf = async (course: number): Promise<number> =>
  (await asAdmin('GET', `courses/${course}/outline`)).body.lesson_count;
const faultsOf = async (course: number): Promise<string> =>
  JSON.stringify((await asAdmin('PUT', 'courses/change-status', { ids: [course], status: 1, dry_run: true })).body);

describe('a lesson of type AI scene', () => {
  it('is added by an editor, who chooses among the scenes that can be played', async () => {
    const { course, lesson, chapter } = await buildSceneCourse();
    const { scenes, has_teacher } = (await asAdmin('GET', `courses/${course}/scenes`)).body;
    expect([scenes.length, has_teacher]).toEqual([12, true]);
    expect(scenes).toContainEqual({
      id: scene,
      name: '咖啡馆点单',
      minutes: 6,
      goals: ['点一杯饮料', '说明要不要糖', '付款'],
    });
    const { chapters, lesson_count } = (await asAdmin('GET', `courses/${course}/outline`)).body;
    expect(lesson_count).toBe(2);
    expect(chapters[0].lessons[1]).toMatchObject({
      id: lesson,
      type: lessonType.ai_scene,
      duration_sec: 360,
      scene: { id: scene, name: '咖啡馆点单', is_playable: true },
    });
    const add = (fields: object): Promise<Reply> =>
      asAdmin('POST', `courses/${course}/lessons`, { chapter_id: chapter, title: '自由', type: 5, ...fields });
    expect(Object.keys((await add({ template_id: await templateId(app, 'talk-free') })).body.errors)).toEqual([
      'template_id',
    ]);
    // Without a scene it is not part of the course yet.
    expect((await add({})).body.outline.lesson_count).toBe(2);
    expect(await faultsOf(course)).toContain('自由');
  });

  it('is finished by a talk that reaches all goals, and with it the course, once', async () => {
    const { course, lesson, video } = await buildSceneCourse();
    const owner = await enrol(course);
    expect((await courseOf(course, owner)).chapters[0].lessons[1]).toMatchObject({
      type: 5,
      state: 'open',
      percent: 0,
    });
    const talk = (await app.http('GET', `/home/lessons/${lesson}/talk`, { as: owner })).body;
    expect(talk).toMatchObject({
      scene: { template_id: scene, best: null, active_chat: null },
      percent: 0,
      completed_at: null,
    });
    const talker = await talkOf(lesson, owner);
    expect((await talker.get(`ai-chats/${talker.chat_id}`)).body.chat).toMatchObject({ lesson_id: lesson });
    await talker.send('A latte, please');
    expect(await recordOf(owner, lesson)).toMatchObject({ percent: 33, completed_at: null });
    expect((await app.http('GET', '/home/learning-records', { as: owner })).body.data[0]).toMatchObject({
      missing_sec: 0,
    });
    await playToEnd(talker);
    const record = await recordOf(owner, lesson);
    const { chat } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect(record).toMatchObject({
      percent: 100,
      seen_sec: 360,
      study_sec: chat.talk_sec,
      completed_at: expect.any(Date),
    });
    // A repeated end, and a second talk, finish nothing again.
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    await playToEnd(await talkOf(lesson, owner));
    expect((await recordOf(owner, lesson))?.completed_at).toEqual(record?.completed_at);
    expect(await daysOf(owner)).toMatchObject([{ course_id: course, lessons_done: 1 }]);
    const { course: seen } = await courseOf(course, owner);
    expect([seen.lesson_count, seen.lessons_done]).toEqual([2, 1]);
    const { data, summary } = (await app.http('GET', '/home/learning-records', { as: owner })).body;
    expect([data.length, data[0].lesson_id, data[0].percent]).toEqual([1, lesson, 100]);
    expect([summary.streak_days, summary.courses[0].lessons_done]).toEqual([1, 1]);
    expect((await app.http('GET', '/home/index', { as: owner })).body.continue).toMatchObject({ lesson_id: video });
  });

  it('counts a finished talk without all goals only after enough turns, and two ends at once are one', async () => {
    const { course, lesson } = await buildSceneCourse();
    const owner = await enrol(course);
    const short = await talkOf(lesson, owner);
    await short.send('My dog is green');
    await short.post(`ai-chats/${short.chat_id}/finish`);
    expect(await recordOf(owner, lesson)).toMatchObject({ percent: 0, completed_at: null });
    const talker = await talkOf(lesson, owner);
    for (let turn = 0; turn < 5; turn += 1) await talker.send('My dog is green');
    const finish = () => talker.post(`ai-chats/${talker.chat_id}/finish`);
    expect((await Promise.all([finish(), finish(), finish()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await recordOf(owner, lesson)).toMatchObject({ percent: 100, completed_at: expect.any(Date) });
    expect(await daysOf(owner)).toMatchObject([{ lessons_done: 1 }]);
  });

  it('is the talk of its lesson alone: the same scene elsewhere, and another lesson, begin another one', async () => {
    const [one, other] = [await buildSceneCourse(), await buildSceneCourse()];
    const owner = await enrol(one.course);
    await buildEntitlement(app.ctx, { member_id: owner.member_id, course_id: other.course });
    const chats = [await talkOf(one.lesson, owner), await talkOf(other.lesson, owner)].map(({ chat_id: id }) => id);
    const alone = await start(owner, { template_id: scene });
    expect(new Set([...chats, alone.body.chat.id]).size).toBe(3);
    expect((await start(owner, { lesson_id: one.lesson })).body).toMatchObject({
      is_resumed: true,
      chat: { id: chats[0] },
    });
    const { scenes } = (await app.http('GET', '/home/ai-scenes', { as: owner })).body;
    expect(scenes.find(({ template_id: id }: { template_id: number }) => id === scene).active_chat.id).toBe(
      alone.body.chat.id,
    );
    expect((await start(owner, { lesson_id: one.video })).body.code).toBe('ai.scene_off');
    expect((await start(owner, {})).status).toBe(422);
  });
});

describe('access to it', () => {
  it('needs a right to the course, at the start and for every turn', async () => {
    const { course, lesson } = await buildSceneCourse();
    const [stranger, owner] = [await app.person.member(), await enrol(course)];
    expect((await start(stranger, { lesson_id: lesson })).body.code).toBe('course.no_access');
    expect((await app.http('GET', `/home/lessons/${lesson}/talk`, { as: stranger })).body.code).toBe(
      'course.no_access',
    );
    const talker = await talkOf(lesson, owner);
    for (let turn = 0; turn < 5; turn += 1) await talker.send('My dog is green');
    await app.ctx.db
      .updateTable('entitlements')
      .set({ end_at: new Date(app.clock.now().getTime() - 1000) })
      .where('id', '=', owner.entitlement)
      .execute();
    expect((await talker.send('A latte, please')).body.code).toBe('course.no_access');
    expect((await start(owner, { lesson_id: lesson })).body.code).toBe('course.no_access');
    expect((await talker.post(`ai-chats/${talker.chat_id}/finish`)).status).toBe(200);
    expect((await recordOf(owner, lesson))?.completed_at).toBeNull();
    const thief = await enrol(course);
    expect((await app.http('GET', `/home/ai-chats/${talker.chat_id}`, { as: thief })).status).toBe(404);
  });

  it('is open to anyone logged in when the lesson is free', async () => {
    const { lesson } = await buildSceneCourse({ is_free: true });
    const newcomer = await app.person.member({ activated: false });
    await playToEnd(await talkOf(lesson, newcomer));
    expect(await recordOf(newcomer, lesson)).toMatchObject({ percent: 100 });
  });
});

describe('a scene that changes', () => {
  const status = (id: number, value: number) =>
    asAdmin('PUT', 'ai-prompt-templates/change-status', { ids: [id], status: value });

  it('takes lessons along to its next version, and out of their courses when it is withdrawn', async () => {
    const { course, lesson } = await buildSceneCourse();
    const owner = await enrol(course);
    const talker = await talkOf(lesson, owner);
    const next = await asAdmin('POST', 'ai-prompt-templates/new-version', { ids: [scene] });
    const draft: number = next.body.draft_ids[0];
    await status(draft, 1);
    const { chapters } = (await asAdmin('GET', `courses/${course}/outline`)).body;
    expect(chapters[0].lessons[1].scene).toMatchObject({ id: draft, is_playable: true });
    expect((await start(owner, { lesson_id: lesson })).body).toMatchObject({
      is_resumed: true,
      chat: { id: talker.chat_id },
    });
    await status(draft, 2);
    expect(await countOf(course)).toBe(1);
    expect(await faultsOf(course)).toContain('在咖啡馆');
    expect((await courseOf(course, owner)).chapters[0].lessons).toHaveLength(1);
    expect((await start(await enrol(course), { lesson_id: lesson })).body.code).toBe('ai.scene_off');
    expect((await asAdmin('DELETE', 'ai-prompt-templates', { ids: [draft] })).body.code).toBe('record.in_use');
    // What was begun may be finished; it counts once the scene is back.
    await playToEnd(talker);
    expect(await recordOf(owner, lesson)).toMatchObject({ percent: 100 });
    const { lessons_done: done } = (await courseOf(course, owner)).course;
    const list = (await app.http('GET', '/home/courses', { as: owner })).body.courses;
    expect([done, list[0].lesson_count, list[0].lessons_done]).toEqual([0, 1, 0]);
    const again: number = (await asAdmin('POST', 'ai-prompt-templates/new-version', { ids: [draft] })).body
      .draft_ids[0];
    await status(again, 1);
    scene = again;
    expect([await countOf(course), (await courseOf(course, owner)).course.lessons_done]).toEqual([2, 1]);
  });

  it('is asked for only while there is a teacher', async () => {
    const { course } = await buildSceneCourse();
    const people = await app.ctx.db.selectFrom('ai_peoples').select('id').where('status', '=', 1).execute();
    const ids = people.map(({ id }) => id);
    await asAdmin('PUT', 'ai-peoples/change-status', { ids, status: 2 });
    expect(await countOf(course)).toBe(1);
    expect(await faultsOf(course)).toContain('在咖啡馆');
    await asAdmin('PUT', 'ai-peoples/change-status', { ids, status: 1 });
    expect(await countOf(course)).toBe(2);
  });
});

it('a deleted lesson ends with its talk: no more turns, nothing counts', async () => {
  const { course, lesson } = await buildSceneCourse();
  const owner = await enrol(course);
  const talker = await talkOf(lesson, owner);
  await asAdmin('DELETE', `courses/${course}/lessons/${lesson}`);
  expect((await talker.send('A latte, please')).body.code).toBe('lesson.not_found');
  expect((await talker.post(`ai-chats/${talker.chat_id}/finish`)).status).toBe(200);
  expect(await recordOf(owner, lesson)).toBeUndefined();
});
