import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { buildAgency } from '../../test/factories.ts';
import type { AdminActor } from '../core/actor.ts';
import { anyAdmin, type Route } from '../core/route.ts';
import { noClosedEntries } from '../core/sessions/closed-entries.ts';
import { routesOf } from './auth/bootstrap/public.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  // There are more requests than any limit allows.
  Object.assign(app.ctx.limiter, { take: async () => undefined });
});
afterAll(() => app.close());

const routes = (): readonly Route[] => routesOf(app.ctx);
const nameOf = ({ contract: { method, path } }: Route): string => `${method} ${path}`;

type Ask = { as?: AdminPerson | Awaited<ReturnType<TestApp['person']['member']>> };

/** The answers to a call without anything, and to one of which nothing can be read. */
async function answersOf(route: Route, { as }: Ask): Promise<[string, number][]> {
  const { method, path } = route.contract;
  const broken = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{"a":' };
  const ways = {
    empty: { url: path.replaceAll(/:\w+/g, '1') },
    malformed: { url: `${path.replaceAll(/:\w+/g, 'x%00')}?page=x&where[none]=%00&order[none]=1`, ...broken },
  };
  const answers: [string, number][] = [];
  for (const [name, { url, ...rest }] of Object.entries(ways)) {
    const { status } = await app.http(method, url, { base: '/api', ...(as ? { as } : {}), ...rest });
    answers.push([`${nameOf(route)} ${name}`, status]);
  }
  return answers;
}

/** Calls that got another answer than they should. */
async function wrongAnswers(all: readonly Route[], ask: Ask, status: number): Promise<[string, number][]> {
  const answers: [string, number][] = [];
  for (const route of all) answers.push(...(await answersOf(route, ask)));
  return answers.filter(([, actual]) => actual !== status);
}

const actorWith = (agency: AdminActor['admin']['agency'], permissions: readonly string[]): AdminActor => ({
  user_id: 0,
  session_id: 0,
  name: '',
  language: null,
  must_change_password: false,
  second_factor: null,
  member: null,
  admin: { id: 0, is_super: false, roles: [], permissions: new Set(permissions), agency, closed: noClosedEntries },
});

/** Whether a route asks more of an administrator than its permission. */
const refuses = (route: Route, actor: AdminActor): boolean =>
  !route.admits({ ctx: app.ctx, actor, may_use_stand_ins: true });

it('a visitor is asked to log in, whatever they send', async () => {
  const closed = routes().filter(({ guard }) => guard !== 'open');
  expect(closed.length).toBeGreaterThan(600);
  expect(await wrongAnswers(closed, {}, 401)).toEqual([]);
});

it('a learner is refused in the back office, and who has not activated anything where that is needed', async () => {
  const fresh = await app.person.member({ activated: false });
  expect(
    await wrongAnswers(
      routes().filter(({ guard }) => guard === 'admin' || guard === 'home'),
      { as: fresh },
      403,
    ),
  ).toEqual([]);
  const administrators = routes().filter(
    ({ guard, admits }) =>
      guard === 'auth' &&
      !admits({ ctx: app.ctx, actor: { ...actorWith(null, []), admin: null }, may_use_stand_ins: true }),
  );
  expect(administrators.length).toBeGreaterThan(3);
  expect(await wrongAnswers(administrators, { as: fresh }, 403)).toEqual([]);
});

it('an administrator without permissions is refused wherever one is needed, or to be somebody else', async () => {
  const nobody = await app.person.adminWith([]);
  const closed = routes().filter(
    (route) => route.guard === 'admin' && (route.permission !== anyAdmin || refuses(route, actorWith(null, []))),
  );
  expect(closed.filter(({ contract }) => contract.path.startsWith('/admin/developments/')).length).toBeGreaterThan(20);
  expect(await wrongAnswers(closed, { as: nobody }, 403)).toEqual([]);
});

it('an agency with every permission is refused what is the school’s', async () => {
  const agency = await buildAgency(app.ctx);
  const keys = await app.ctx.db.selectFrom('menus').select('key').where('key', 'like', 'admin.%').execute();
  const permissions = keys.map(({ key }) => key);
  const as = await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: agency.id });
  const closed = routes().filter(
    (route) => route.guard === 'admin' && refuses(route, actorWith({ id: agency.id, lft: 1, rgt: 2 }, permissions)),
  );
  const names = closed.map(nameOf);
  for (const name of [
    'PUT /admin/configs',
    'PUT /admin/agencies/increase',
    'POST /admin/members/add-seconds',
    'PUT /admin/menus/status',
  ])
    expect(names).toContain(name);
  expect(await wrongAnswers(closed, { as }, 403)).toEqual([]);
});

it('before the token of a form, the key of a retry and the kind of the body, too', async () => {
  const nobody = await app.person.adminWith([]);
  for (const [name, value] of [
    ['x-csrf-token', 'x'],
    ['x-idempotency-key', '?'],
    ['content-type', 'application/x-unknown'],
  ] as const) {
    const request = { headers: { [name]: value }, body: 'x' };
    expect((await app.http('PUT', '/admin/configs', { ...request, as: nobody })).status, name).toBe(403);
    expect((await app.http('PUT', '/admin/configs', request)).status, name).toBe(401);
  }
});
