import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { buildAgency } from '../../test/factories.ts';
import { takesTokens, type Route } from '../core/route.ts';
import { routesOf } from './auth/bootstrap/public.ts';
import { shapeOf } from '../http/operations/openapi.ts';

let app: TestApp;
let admin: AdminPerson;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  Object.assign(app.ctx.limiter, { take: async () => undefined });
  admin = await app.person.admin();
  token = await tokenOf({ access: 'write', scopes: ['*'] });
});
afterAll(() => app.close());

const tokenOf = async (body: object): Promise<string> =>
  (await app.http('POST', '/admin/api-tokens/issue', { as: admin, body: { name: 't', days: 30, ...body } })).body.token;
const by = (bearer: string, method: string, path: string, body?: unknown) =>
  app.http(method, path, { base: '/api', headers: { authorization: `Bearer ${bearer}` }, ...(body ? { body } : {}) });

const nameOf = ({ contract: { method, path } }: Route): string => `${method} ${path}`;
const openRoutes = (): Route[] => routesOf(app.ctx).filter(takesTokens);

/** Names of all properties in a schema. */
const keysIn = (schema: JsonSchema | undefined): string[] =>
  schema
    ? [
        ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => [key, ...keysIn(one)]),
        ...keysIn(schema.items),
        ...(typeof schema.additionalProperties === 'object' ? keysIn(schema.additionalProperties) : []),
      ]
    : [];

const inName =
  /passw|secret|token|log-?in|session|device|credential|factor|recover|mobile|phone|email|invit|unbind|merge|permission|role|admin(?!$)s|users|webhook|config|setting|plugin|reveal|activate|unfreeze|auth|open$|code$/;
const inAnswer = /passw|secret$|token$|^link$|recovery|login_url|handout/;
const inBody = /passw|secret|token|username|mobile|email|permission|role|user_id|code$/;

/** Whether a route looks as if it made, showed or sent credentials, or changed who may act. */
function looksSensitive(route: Route): boolean {
  const { method, path } = route.contract;
  const { body, response: answer } = shapeOf(route);
  const [, , resource = '', ...rest] = path.split('/');
  return (
    inName.test(resource) ||
    inName.test(rest.join('/')) ||
    keysIn(answer.json).some((key) => inAnswer.test(key)) ||
    (method !== 'GET' && Object.keys(body).some((key) => inBody.test(key)))
  );
}

/** Routes open to tokens that only look so, and why. */
const resold = 'of quota, which its own log counts; no secret is made known';
const masked = 'personal data of a row, for a reason that is logged; nobody can log in by it';
const identity = 'names an account at another service and proves nothing';
const sent = 'what was or is sent to an address that a person entered; the secret of its signature is not in it';
const harmless: Record<string, string> = {
  'GET /admin/agency-home': 'the public link of the agency',
  'POST /admin/agency-home/transfers': resold,
  'GET /admin/media/upload-token': 'good for one file, which its owner adds to the library afterwards',
  'PUT /admin/card-batches/reopen': 'cards of the batch may be redeemed again; their secrets stay unknown',
  'POST /admin/card-cartons/receive': 'the printed code of a carton',
  'PUT /admin/cards/unfreeze': 'the card may be redeemed again; its secret stays unknown',
  'GET /admin/card-themes/:id/design': 'where on the picture a secret stands, not what it is',
  'POST /admin/agencies/:id/reveal': masked,
  'POST /admin/members/:id/reveal': masked,
  'POST /admin/learning-records/:id/reveal': masked,
  'POST /admin/members': 'a learner, who has no right in the back office, logs in by a code to their own number',
  'POST /admin/columns': 'where a placement leads',
  'PUT /admin/columns/:id': 'where a placement leads',
  'GET /admin/ousers': identity,
  'GET /admin/ousers/list': identity,
  'GET /admin/ousers/export': identity,
  'GET /admin/ousers/export.xlsx': identity,
  'GET /admin/ousers/:id': identity,
  'GET /admin/webhook-messages': sent,
  'GET /admin/webhook-messages/list': sent,
  'GET /admin/webhook-messages/:id': sent,
  'PUT /admin/webhook-messages/replay': sent,
};

it('what looks as if it made credentials is closed to tokens, or says here why it may be open', () => {
  const open = new Set(openRoutes().filter(looksSensitive).map(nameOf));
  expect([...open].filter((name) => !(name in harmless))).toEqual([]);
  expect(
    Object.keys(harmless).filter((name) => !open.has(name)),
    'needs no reason any more',
  ).toEqual([]);
});

it('a token with every scope is refused by every route that is closed to tokens', async () => {
  const closed = routesOf(app.ctx).filter((route) => !takesTokens(route));
  const answers: [string, unknown][] = [];
  for (const route of closed) {
    const { method, path } = route.contract;
    const { status, body } = await by(token, method, path.replaceAll(/:\w+/g, '1'));
    if (status !== 403 || body.code !== 'access.not_by_token') answers.push([nameOf(route), [status, body]]);
  }
  expect(answers).toEqual([]);
});

it('a token cannot log in as an agency, a learner or another administrator, or change what acts', async () => {
  const agency = await buildAgency(app.ctx);
  const member = await app.person.member();
  const scoped = await tokenOf({ access: 'write', scopes: ['agencies', 'members', 'cards', 'card-batches'] });
  const attacks: [string, string, object][] = [
    ['POST', `/admin/agencies/${agency.id}/new-password`, { reason: 'x' }],
    ['POST', '/admin/agencies/open', { code: 'neu1', name: '新', username: 'neu_1', mobile_phone: '13900001111' }],
    ['POST', '/admin/agencies', { code: 'neu2', name: '新', username: 'neu_2', mobile_phone: '13900001112' }],
    ['PUT', '/admin/agencies/mobile-phone', { ids: [agency.id], mobile_phone: '13900001113', reason: 'x' }],
    ['PUT', '/admin/agencies/activate', { ids: [agency.id] }],
    ['POST', '/admin/members/first-logins', { ids: [member.member_id] }],
    ['POST', '/admin/members/merge', { ids: [member.member_id], source_id: 1, reason: 'x' }],
    ['PUT', '/admin/plugins/check-in', { settings: {} }],
    ['POST', '/admin/plugins/check-in', { on: false }],
    ['POST', '/admin/invitations', { name: 'x', max_uses: 1, expires_at: '2030-01-01T00:00:00Z' }],
    ['POST', '/admin/cards/1/reveal', { reason: 'x' }],
    ['GET', '/admin/card-batches/1/secrets', {}],
    ['POST', '/admin/users/1/reset-password', { reason: 'x' }],
    ['PUT', '/admin/admins/reset-second-factor', { ids: [1], reason: 'x' }],
    ['PUT', '/admin/roles/1/permissions', { permission_ids: [] }],
    ['PUT', '/admin/configs', { values: { school_name: 'x' } }],
  ];
  const count = async () =>
    (
      await app.ctx.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const before = await count();
  for (const bearer of [token, scoped])
    for (const [method, path, body] of attacks) {
      const reply = await by(bearer, method, path, body);
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'access.not_by_token']);
    }
  expect(await count()).toBe(before);
});

it('a token for reading writes nothing, not even where a write needs no more than the right to read', async () => {
  const reader = await tokenOf({ access: 'read', scopes: ['*'] });
  const writes = openRoutes().filter(({ contract }) => contract.method !== 'GET');
  expect(writes.length).toBeGreaterThan(100);
  const wrong: [string, number][] = [];
  for (const route of writes) {
    const { method, path } = route.contract;
    const { status } = await by(reader, method, path.replaceAll(/:\w+/g, '1'), {});
    if (status !== 403) wrong.push([nameOf(route), status]);
  }
  expect(wrong).toEqual([]);
  expect((await by(reader, 'GET', '/admin/members/list')).status).toBe(200);
});

it('the document says which operations take a token', async () => {
  const { paths } = (await app.http('GET', '/open/openapi.json')).body;
  expect(paths['/admin/members/list'].get.security).toEqual([{ token: [] }, { session: [] }]);
  expect(paths['/admin/agencies/{id}/new-password'].post.security).toEqual([{ session: [] }]);
});

it.each(['users', 'roles', 'configs', 'webhooks', 'plugins', 'invitations'])(
  'no token is issued for %s, which it could not use',
  async (scope) => {
    const { status, body } = await app.http('POST', '/admin/api-tokens/issue', {
      as: admin,
      body: { name: 't', access: 'read', scopes: [scope], days: 1 },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['scopes']]);
  },
);
