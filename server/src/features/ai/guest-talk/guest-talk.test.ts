import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

import { removeTrials } from './trials.store.ts';

let app: TestApp;
let admin: AdminPerson;
let cafe = 0;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  const { rows } = await sql<{ id: number }>`select id from ai_prompt_templates where key = 'talk-cafe'`.execute(
    app.ctx.db,
  );
  cafe = rows[0]?.id ?? 0;
});
afterAll(() => app.close());

const start = async (body: object = {}) =>
  app.http('POST', '/open/ai-trials', {
    body: { template_id: cafe, level: 'A1', verify: await app.captchaPass(), ...body },
  });
const next = (token: string, answers: readonly string[]) =>
  app.http('POST', '/open/ai-trials/next', { body: { token, answers } });
const save = (values: object) => app.http('PUT', '/admin/configs', { as: admin, body: { values } });
const scenes = async () => (await app.http('GET', '/open/ai-prompt-templates')).body.data;

it('a visitor talks without an account; nothing of the words is kept', async () => {
  const before = await sql<{ members: number }>`select count(*)::int as members from members`.execute(app.ctx.db);
  const { status, body } = await start();
  expect(status).toBe(200);
  expect(body).toMatchObject({ ended: null, sec_left: 60, teacher: { name: 'Anna' } });
  expect(body.member.scenes).toBeGreaterThan(5);
  const answer = 'Could I have a small latte please, my name is Zebulon';
  const step = await next(body.token, [answer]);
  expect(step.body.line.en).not.toBe(body.line.en);
  expect(step.body.goals[0].is_done).toBe(true);
  expect(step.body.sec_left).toBeLessThan(60);
  // The answer may have been lost: the same step gives the same line.
  expect((await next(body.token, [answer])).body).toEqual(step.body);
  const [row] = (await sql<object>`select * from ai_trials order by id desc limit 1`.execute(app.ctx.db)).rows;
  expect(JSON.stringify(row)).not.toMatch(/latte|Zebulon/);
  expect(JSON.stringify(row)).not.toContain(body.token);
  const after = await sql<{ members: number; usage: number }>`select count(*)::int as members,
    (select count(*)::int from ai_usage) as usage from members`.execute(app.ctx.db);
  expect(after.rows[0]).toEqual({ ...before.rows[0], usage: 0 });
});

it('ends after a minute of talk or eight answers, and is not begun again without a captcha', async () => {
  const { body } = await start();
  const answers: string[] = [];
  let last = body;
  while (last.ended === null && answers.length < 20) {
    answers.push('I am not sure');
    last = (await next(body.token, answers)).body;
  }
  expect(last).toMatchObject({ ended: 'time', sec_left: 0, hint: null });
  expect(answers.length).toBeLessThanOrEqual(8);
  expect((await next(body.token, [...answers, 'more'])).status).toBeGreaterThanOrEqual(400);
  expect((await next(body.token, ['A latte, please'])).body.code).toBe('ai.trial_over');
  expect((await next('unknown', ['A latte, please'])).body.code).toBe('ai.trial_over');
  const verify = await app.captchaPass();
  expect((await start({ verify })).status).toBe(200);
  expect((await start({ verify })).body.code).toBe('auth.captcha_failed');
  expect((await start({ verify: 'made-up' })).body.code).toBe('auth.captcha_failed');
});

it('plays no words that a talk refuses, and answers those of a person in need with help', async () => {
  await save({ ai_blocked_words: 'zounds', ai_help_lines: '12345' });
  const { body } = await start();
  const refused = await next(body.token, ['zounds']);
  expect(refused.body).toMatchObject({ refused: { is_care: false, help_lines: [] }, sec_left: 60 });
  const care = await next(body.token, ['I want to kill myself']);
  expect(care.body).toMatchObject({ refused: { is_care: true, help_lines: ['12345'] } });
  expect((await next(body.token, ['A latte, please'])).body).toMatchObject({ refused: null });
  // Words that are cut in two by sending them apart are read together.
  const split = (await start()).body.token;
  expect((await next(split, ['I think I could kill'])).body.refused).toBeNull();
  expect((await next(split, ['I think I could kill', 'myself'])).body.refused).toMatchObject({ is_care: true });
  for (const answers of [[], [''], ['x'.repeat(201)], 'text', Array.from({ length: 9 }, () => 'a'), ['a\u200bb']])
    expect((await next(body.token, answers as string[])).status, JSON.stringify(answers)).toBe(422);
});

it('only scenes that the school marked are open, as often a day as it allows', async () => {
  const list: { id: number; is_trial: boolean; levels: string[] }[] = await scenes();
  expect(list[0]).toMatchObject({ id: cafe, is_trial: true, minutes: 6 });
  const other = list.find((scene) => !scene.is_trial && scene.levels.length > 0) ?? { id: 0 };
  expect((await start({ template_id: other.id })).body.code).toBe('ai.scene_off');
  const row = (await app.http('GET', `/admin/ai-prompt-templates/${other.id}`, { as: admin })).body.row;
  const marked = await app.http('PUT', `/admin/ai-prompt-templates/${other.id}`, {
    as: admin,
    body: { for_trial: true, version: row.version },
  });
  expect(marked.status).toBe(200);
  expect((await start({ template_id: other.id })).status).toBe(200);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ai_trials`.execute(app.ctx.db);
  await save({ ai_trials_a_day: rows[0]?.count ?? 0 });
  expect((await start()).body.code).toBe('ai.trial_full');
  app.clock.advance(86_400_000);
  expect((await start()).status).toBe(200);
  await removeTrials(app.ctx.db, app.clock.now());
  expect((await sql`select 1 from ai_trials`.execute(app.ctx.db)).rows).toHaveLength(1);
  await save({ ai_trials_a_day: 0 });
  expect((await start()).body.code).toBe('ai.trial_full');
  expect((await scenes()).some(({ is_trial }: { is_trial: boolean }) => is_trial)).toBe(false);
  expect((await app.http('GET', '/open/site')).body.ai_teacher).toEqual({ trial_id: null });
});
