import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp, type TestOptions } from '../../../../test/app.ts';
import { addJob } from '../../../core/job.ts';
import { features } from '../../index.ts';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

const shown = { draft: { name: 'x' }, hash: 'none' };
const area = '/admin/developments/';
/** What each route that writes is sent; all of them refuse it. */
const bodies: Readonly<Record<string, object>> = {
  [`${area}jobs/1/retry`]: {},
  [`${area}commands`]: { command: 'none' },
  [`${area}runs/1/cancel`]: {},
  [`${area}health/repair`]: { repair: 'uploads' },
  [`${area}resources/preview`]: { draft: { name: 'x' } },
  [`${area}resources`]: shown,
  [`${area}resources/courses/fields/preview`]: { draft: { key: 'x' } },
  [`${area}resources/courses/fields`]: shown,
  '/admin/plugin-packages/preview': { source: '/none' },
  '/admin/plugin-packages': { source: '/none', hash: 'none' },
  '/admin/plugin-packages/1': { with_data: false },
};

const isLocal = ({ contract: { path } }: { contract: { path: string } }): boolean =>
  path.startsWith(area) || path.startsWith('/admin/plugin-packages');

/** Every route that exists in the local environment only, with an address and a body that its contract takes. */
const requests = features
  .flatMap(({ only_local: isOnlyLocal, routes }) => (isOnlyLocal ? routes : []))
  .map(({ contract: { method, path } }) => {
    const address = path.replace(':name', 'courses').replace(/:\w+/g, '1');
    const query = path.endsWith('/plan') ? '?statement=0' : '';
    return {
      method,
      path: address + query,
      isWhole: path === address,
      body: method === 'GET' ? undefined : bodies[address],
    };
  });

async function start(config: NonNullable<TestOptions['config']>): Promise<{ app: TestApp; here: AdminPerson }> {
  app = await startTestApp({ config });
  return { app, here: { ...(await app.person.admin()), ip: '127.0.0.1' } };
}

const hasPage = async (one: TestApp, as: AdminPerson): Promise<boolean> =>
  (await one.http('GET', '/open/menu', { as })).body.menus.some(
    ({ url }: { url: string }) => url === '/admin/developments',
  );

describe('the developer area', () => {
  it('is all that is local: its routes, those of the packages of plugins, and no route outside it', () => {
    const inArea = (isOnlyLocal: boolean): boolean[] =>
      features
        .filter(({ only_local: isOnly = false }) => isOnly === isOnlyLocal)
        .flatMap(({ routes }) => routes.map(isLocal));
    expect([new Set(inArea(true)), new Set(inArea(false))]).toEqual([new Set([true]), new Set([false])]);
  });

  it.each(['production', 'staging', 'testing'] as const)('does not exist in %s', async (env) => {
    const { app: one, here } = await start({ env });
    for (const { method, path, body = {} } of requests)
      expect((await one.http(method, path, { as: here, ...(method === 'GET' ? {} : { body }) })).status, path).toBe(
        404,
      );
    expect(one.ctx.recent_requests).toBeNull();
    expect(await hasPage(one, here)).toBe(false);
  });

  it('answers the super administrator on this machine, and nobody else', async () => {
    const { app: one, here } = await start({ env: 'local' });
    expect(await hasPage(one, here)).toBe(true);
    const other = { ...(await one.person.adminWith(['admin.members.list'])), ip: '127.0.0.1' };
    const abroad = await one.person.admin();
    for (const { method, path, isWhole, body } of requests) {
      const statusOf = async (as: AdminPerson, headers = {}): Promise<number> =>
        (await one.http(method, path, { as, headers, ...(body ? { body } : {}) })).status;
      expect(method === 'GET', path).toBe(body === undefined);
      if (method === 'GET' && isWhole) expect(await statusOf(here), path).toBe(200);
      expect(await statusOf(other), path).toBe(403);
      expect(await statusOf(abroad), path).toBe(403);
      expect(await statusOf(here, { 'x-forwarded-for': '203.0.113.9' }), path).toBe(403);
      expect(await statusOf(here, { host: 'kaike.example.com' }), path).toBe(403);
    }
    await readsEverything(one, here);
  });

  it('stays closed to others where codes are shown to everybody', async () => {
    const { app: one, here } = await start({ env: 'local', expose_local_codes: true });
    expect((await one.http('GET', '/admin/developments/routes', { as: here })).status).toBe(403);
  });
});

async function readsEverything(one: TestApp, as: AdminPerson): Promise<void> {
  const read = async (name: string) => (await one.http('GET', `/admin/developments/${name}`, { as })).body;
  expect((await read('routes')).routes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: 'PUT', path: '/admin/courses/:id', permission: 'admin.courses.update' }),
      expect.objectContaining({ method: 'POST', path: '/open/login', guard: 'open' }),
      expect.objectContaining({ path: '/admin/api-tokens/issue', limit: '20 / 3600 s' }),
    ]),
  );
  const { resources } = await read('resources');
  expect(resources.length).toBe(one.ctx.resources.all.length);
  const roles = resources.find(({ name }: { name: string }) => name === 'roles');
  expect(roles).toMatchObject({ table: 'roles', operations: expect.arrayContaining(['list', 'create']) });
  expect(roles.fields).toContainEqual({
    key: 'name',
    kind: 'text',
    rules: expect.stringContaining('required'),
    uses: expect.arrayContaining(['list', 'search', 'form']),
  });
  expect(roles.routes).toEqual(expect.arrayContaining(['GET /admin/roles/list', 'PUT /admin/roles/:id']));
  expect(roles.permissions).toEqual(expect.arrayContaining(['admin.roles.delete']));
  expect(roles.hooks).toContain('beforeUpdate');
  expect(roles.files).toEqual(
    expect.arrayContaining(['shared/src/resources/people/roles.ts', 'shared/src/locales/zh-CN/resources/roles.json']),
  );
  const { tables } = await read('tables');
  const cards = tables.find(({ name }: { name: string }) => name === 'cards');
  expect(cards.columns).toContainEqual({ name: 'card_no', type: 'text', required: true, initial: null });
  expect(cards.indexes.map(({ name }: { name: string }) => name)).toContain('cards_card_no_key');
  const { entries } = await read('wording');
  const stateOf = (key: string) => entries.find((entry: { key: string }) => entry.key === key)?.state;
  // Named in full, by a template that begins with it, and by one that ends with it.
  const used = ['pages.developments', 'developments.tabs.wording', 'site.product.short.days'];
  expect(used.map(stateOf)).toEqual(['used', 'used', 'used']);
  expect(entries.filter(({ state }: { state: string }) => state === 'missing')).toEqual([]);
  const { settings } = await read('settings');
  expect(settings).toContainEqual(expect.objectContaining({ key: 'sms_driver', kind: 'choice', is_stored: false }));
  const { migrations } = await read('migrations');
  expect(migrations.at(-1)).toEqual({ name: '0001_platform.sql', applied_at: expect.any(String) });
  await addJob(one.ctx.db, 'send-webhook', { id: 0 }, { key: 'dev-1' });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'boom' where key = 'dev-1'`.execute(
    one.ctx.db,
  );
  const failed = (await read('jobs')).jobs[0];
  expect(failed).toMatchObject({ name: 'send-webhook', state: 'failed', last_error: 'boom' });
  const retried = await one.http('POST', `/admin/developments/jobs/${failed.id}/retry`, { as, body: {} });
  expect(retried.body).toEqual({ changed: 1 });
  expect((await read('jobs')).jobs[0]).toMatchObject({ id: failed.id, state: 'due', attempts: 0 });
}
