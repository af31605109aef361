import { afterAll, beforeAll, expect, it } from 'vitest';
import { dailyGoals } from '@kaike/shared/domain/learning/daily-goal';
import { startTestApp, type TestApp } from '../../test/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what a page of one account asks for with the session of another is refused, and nothing is stored', async () => {
  const [a, b] = [await app.person.member(), await app.person.member()];
  const of = (id: number) => ({ 'x-account': String(id) });
  const send = (headers: Record<string, string>) =>
    app.http('PUT', '/home/personage/daily-goal', { as: b, headers, body: { daily_goal_min: dailyGoals.at(-1) } });
  const goalOf = async () => (await app.http('GET', '/home/personage/index', { as: b })).body.account.daily_goal_min;
  const before = await goalOf();
  const refused = await send(of(a.user_id));
  expect([refused.status, refused.body.code, await goalOf()]).toEqual([409, 'auth.account_changed', before]);
  const read = await app.http('GET', '/home/personage/index', { as: b, headers: of(a.user_id) });
  expect([read.status, read.body.code]).toEqual([409, 'auth.account_changed']);
  // Public pages, the right account, and clients that say nothing are served.
  expect((await app.http('GET', '/open/user', { as: b, headers: of(a.user_id) })).body.user.id).toBe(b.user_id);
  for (const headers of [of(b.user_id), {}]) expect((await send(headers)).status).toBe(200);
});
