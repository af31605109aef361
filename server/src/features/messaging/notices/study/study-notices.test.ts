import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildEntitlement, type BuiltCourse } from '../../../../../test/factories.ts';
import { sendReminders } from './reminders.ts';
import { sendWeeklySummaries } from './weekly-summary.ts';

let app: TestApp;
let built: BuiltCourse;

beforeEach(async () => {
  await app?.close();
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com' } });
  // A Monday, eight in the morning in Shanghai; still Sunday in Los Angeles.
  app.clock.set(new Date('2026-01-12T00:00:00Z'));
  built = await buildCourse(app.ctx);
});
afterAll(() => app.close());

const study = (member: MemberPerson, day: string, studySec: number, lessonsDone = 0) =>
  app.ctx.db
    .insertInto('learning_days')
    .values({
      member_id: member.member_id,
      course_id: built.course.id,
      day,
      study_sec: studySec,
      lessons_done: lessonsDone,
    })
    .execute();

async function noticesOf(as: MemberPerson, locale = 'zh-CN'): Promise<{ title: string; body: string }[]> {
  const { body } = await app.http('GET', '/home/notices', { as, headers: { language: locale } });
  return body.notices.map(({ title, body: text }: { title: string; body: string }) => ({ title, body: text }));
}

async function runWeek(): Promise<void> {
  await sendWeeklySummaries(app.ctx);
  await app.runJobs();
}

async function finish(member: MemberPerson, completedAt: string): Promise<void> {
  for (const lesson of built.lessons)
    await app.ctx.db
      .insertInto('learning_records')
      .values({
        member_id: member.member_id,
        course_id: built.course.id,
        lesson_id: lesson.id,
        duration_sec: 600,
        completed_at: new Date(completedAt),
        last_at: new Date(completedAt),
      })
      .execute();
}

test('who studied last week gets one summary, in their own language and by mail, however often the job runs', async () => {
  const member = await app.person.member();
  await app.ctx.db.updateTable('users').set({ email: 'a@school.cn' }).where('id', '=', member.user_id).execute();
  // The Sunday before and this Monday belong to other weeks.
  await study(member, '2026-01-04', 600);
  await study(member, '2026-01-05', 1200, 1);
  await study(member, '2026-01-11', 1200, 3);
  await study(member, '2026-01-12', 6000);
  await finish(member, '2026-01-11T12:00:00Z');
  await buildEntitlement(app.ctx, {
    member_id: member.member_id,
    course_id: built.course.id,
    end_at: new Date('2026-02-01T12:00:00Z'),
  });
  for (const _ of [1, 2, 3]) await runWeek();
  const title = built.course.title;
  const zh = {
    title: '上周学习 2 天，共 40 分钟',
    body: `<p>2026 年 1 月 5 日这一周，您学习了 2 天，共 40 分钟。</p><p>比前一周多 30 分钟。</p><p>学完 4 课时。</p><p>学完课程《${title}》。</p><p>《${title}》可学到 2026 年 2 月 1 日，请留意时间。</p>`,
  };
  expect(await noticesOf(member)).toEqual([zh]);
  const { notices } = (await app.http('GET', '/home/notices', { as: member })).body;
  expect(notices[0].path).toBe('/home/learning-records/week?day=2026-01-05');
  expect((await noticesOf(member, 'en'))[0]?.title).toBe('Last week: 40 min on 2 days');
  expect(app.sent.mail).toEqual([
    expect.objectContaining({
      to: 'a@school.cn',
      subject: zh.title,
      text: expect.stringMatching(/\n\nhttps:\/\/kaike\.example\.com\/home\/learning-records\/week\?day=2026-01-05$/),
    }),
  ]);
  expect(await app.ctx.db.selectFrom('messages').select(['status', 'delivery_count']).execute()).toEqual([
    { status: 3, delivery_count: 1 },
  ]);
  app.clock.set(new Date('2026-01-19T00:00:00Z'));
  await runWeek();
  expect((await noticesOf(member)).map((notice) => notice.title)).toEqual([
    '上周学习 1 天，共 1 小时 40 分钟',
    zh.title,
  ]);
});

test('nobody without study and without an end gets one, nor who does not want it, nor one who was stopped', async () => {
  const [idle, unwilling, stopped, ending, prolonged] = [
    await app.person.member(),
    await app.person.member(),
    await app.person.member(),
    await app.person.member(),
    await app.person.member(),
  ];
  const saved = await app.http('PUT', '/home/personage/study-notices', {
    as: unwilling,
    body: { weekly_summary: false, remind_hour: 20 },
  });
  expect(saved.body.account).toMatchObject({ weekly_summary: false, remind_hour: 20 });
  for (const member of [unwilling, stopped]) await study(member, '2026-01-08', 600);
  await app.ctx.db.updateTable('members').set({ status: 2 }).where('id', '=', stopped.member_id).execute();
  for (const member of [ending, prolonged])
    await buildEntitlement(app.ctx, {
      member_id: member.member_id,
      course_id: built.course.id,
      end_at: new Date('2026-01-15T12:00:00Z'),
    });
  await buildEntitlement(app.ctx, {
    member_id: prolonged.member_id,
    course_id: built.course.id,
    end_at: new Date('2027-01-15T12:00:00Z'),
  });
  await runWeek();
  expect([await noticesOf(idle), await noticesOf(unwilling), await noticesOf(prolonged)]).toEqual([[], [], []]);
  expect((await noticesOf(ending)).map(({ title }) => title)).toEqual([`《${built.course.title}》即将到期`]);
  // The page of a week without study would not say what ends.
  expect((await app.http('GET', '/home/notices', { as: ending })).body.notices).toMatchObject([{ path: null }]);
  expect(await app.ctx.db.selectFrom('message_targets').select('member_id').execute()).toEqual([
    { member_id: ending.member_id },
  ]);
});

test('a week without anybody leaves nothing in the list of the school', async () => {
  await runWeek();
  expect(await app.ctx.db.selectFrom('messages').select('id').execute()).toEqual([]);
});

test('Monday is that of the school: nothing is sent before it starts there', async () => {
  const member = await app.person.member();
  await study(member, '2026-01-05', 600);
  app.clock.set(new Date('2026-01-11T15:59:00Z'));
  await runWeek();
  expect(await noticesOf(member)).toEqual([]);
  app.clock.set(new Date('2026-01-11T16:00:00Z'));
  await runWeek();
  expect(await noticesOf(member)).toHaveLength(1);
});

test('an interrupted run is continued, and more than a page of learners is reached', async () => {
  const member = await app.person.member();
  await study(member, '2026-01-08', 600);
  await sql`with people as (insert into users (username, name) select 'week' || n, '学员' from generate_series(1, 1000) n returning id),
      learners as (insert into members (user_id, real_name) select id, '' from people returning id)
    insert into learning_days (member_id, day, course_id, study_sec) select id, '2026-01-09', ${built.course.id}, 60 from learners`.execute(
    app.ctx.db,
  );
  await sendWeeklySummaries(app.ctx);
  // As if it had stopped while it was writing.
  await sql`update messages set status = 0`.execute(app.ctx.db);
  await sql`update message_targets set facts = null where member_id % 2 = 0`.execute(app.ctx.db);
  await runWeek();
  expect(await app.ctx.db.selectFrom('messages').select(['status', 'delivery_count']).execute()).toEqual([
    { status: 3, delivery_count: 1001 },
  ]);
  const { rows } = await sql`select count(*)::int as count from message_targets where facts is null`.execute(
    app.ctx.db,
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect((await noticesOf(member)).map(({ title }) => title)).toEqual(['上周学习 1 天，共 10 分钟']);
});

test('a reminder comes at the chosen hour of the school while the goal is not reached, once a day', async () => {
  const [late, full, evening] = [await app.person.member(), await app.person.member(), await app.person.member()];
  const choose = (as: MemberPerson, hour: number | null) =>
    app.http('PUT', '/home/personage/study-notices', { as, body: { weekly_summary: true, remind_hour: hour } });
  for (const member of [late, full]) expect((await choose(member, 20)).status).toBe(200);
  await choose(evening, 21);
  expect((await choose(evening, 3)).status).toBe(422);
  await study(late, '2026-01-14', 500);
  await study(full, '2026-01-14', 1200);
  // Yesterday's study does not count.
  await study(late, '2026-01-13', 5000);
  const run = async (time: string): Promise<unknown[]> => {
    app.clock.set(new Date(time));
    await sendReminders(app.ctx);
    await app.runJobs();
    return Promise.all(
      [late, full, evening].map(async (member) => (await noticesOf(member)).map(({ title }) => title)),
    );
  };
  const text = '今天再学 12 分钟就满格';
  expect(await run('2026-01-14T11:59:00Z')).toEqual([[], [], []]);
  // Nobody has to be reminded, so nothing is listed for the school.
  expect(await app.ctx.db.selectFrom('messages').select('id').execute()).toEqual([]);
  expect(await run('2026-01-14T12:00:00Z')).toEqual([[text], [], []]);
  await choose(late, 21);
  expect(await run('2026-01-14T13:00:00Z')).toEqual([[text], [], ['今天再学 20 分钟就满格']]);
  expect(await run('2026-01-14T13:30:00Z')).toEqual([[text], [], ['今天再学 20 分钟就满格']]);
  await choose(evening, null);
  // Three days later the old one is gone.
  expect(await run('2026-01-17T13:00:00Z')).toEqual([['今天再学 20 分钟就满格'], [], []]);
});
