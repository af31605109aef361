import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { url as inspectorUrl } from 'node:inspector';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { createTarPacker } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginState } from '@kaike/shared/domain/plugins/plugin-manifest';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildCourse } from '../../../test/factories.ts';
import { findProjectRoot } from '../../project-root.ts';
import { checkPlugins } from '../doctor/public.ts';
import { removePlugin, switchPlugin } from './life/change-plugin.ts';
import { inspectPackage } from './life/inspect.ts';
import { installPlugin } from './life/install.ts';
import { loggedByConsole } from './life/log-change.ts';
import { pluginsOf } from './run/plugin-host.ts';
import { defaultLimits, startPlugin, type PluginLimits } from './run/plugin-process.ts';

let app: TestApp;
let admin: AdminPerson;
let member: MemberPerson;
let folder: string;

/** Limits of the next routes; a route has the patience of the project's tests otherwise, on a machine however busy. */
const routeLimits: number[] = [];
const patienceMs = 300_000;

const testLimits: PluginLimits = {
  ...defaultLimits,
  start_ms: patienceMs,
  call_ms: {
    ...defaultLimits.call_ms,
    get route() {
      return routeLimits.shift() ?? patienceMs;
    },
  },
  heap_mb: 32,
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-plugins-'));
  app = await startTestApp({ config: { data_dir: join(folder, 'data') } });
  // Before anything uses the plugins of this node.
  pluginsOf(app.ctx, testLimits);
  [admin, member] = [await app.person.admin(), await app.person.member()];
});
afterAll(async () => {
  for (const id of ['check-in', 'tester', 'other']) await removePlugin(app.ctx, id, true).catch(() => undefined);
  await app.close();
  rmSync(folder, { recursive: true });
});

const examples = join(findProjectRoot(), 'plugins');

type Files = Record<string, string>;

const route = (path: string, more: object = {}) => ({
  area: 'open',
  method: 'GET',
  path,
  answer: { text: 'text' },
  ...more,
});

/** Writes a package and returns its folder. */
function pack(id: string, manifest: object, files: Files = {}): string {
  const source = mkdtempSync(join(folder, `${id}-`));
  const words = { 'zh-CN': id };
  const all: Files = {
    'plugin.json': JSON.stringify({ id, version: '1.0.0', kaike: '^1', name: words, description: words, ...manifest }),
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  }
  return source;
}

const install = async (source: string) => installPlugin(app.ctx, await inspectPackage(app.ctx, source));
const linesOf = async (id: string, level: string): Promise<string[]> => {
  const { rows } = await sql<{
    message: string;
  }>`select message from plugin_logs where plugin_id = ${id} and level = ${level} order by id`.execute(app.ctx.db);
  return rows.map(({ message }) => message);
};
const stateOf = async (id: string) =>
  (await app.ctx.db.selectFrom('plugins').select('state').where('id', '=', id).executeTakeFirst())?.state;

describe('the check-in plugin', () => {
  it('is installed by its folder, serves members by its own tables, and follows finished lessons', async () => {
    await install(join(examples, 'check-in'));
    const days = (as: MemberPerson) => app.http('GET', '/home/plugins/check-in/days?month=2026-11-01', { as });
    app.clock.set(new Date('2026-11-26T04:00:00Z'));
    expect((await days(member)).body).toMatchObject({
      today: '2026-11-26',
      streak: 0,
      total: 0,
      may_make_up: ['2026-11-25', '2026-11-24'],
    });
    const checkIn = (day: string) => app.http('POST', '/home/plugins/check-in/days', { as: member, body: { day } });
    expect((await checkIn('2026-11-26')).body).toMatchObject({ day: '2026-11-26', streak: 1 });
    expect((await checkIn('2026-11-25')).body).toMatchObject({ streak: 2 });
    expect((await checkIn('2026-11-24')).body).toMatchObject({ streak: 3 });
    const refused = await checkIn('2026-11-20');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      'plugin.refused',
      '只能为今天打卡，或补打最近 2 天',
    ]);
    expect((await days(member)).body.badges[0]).toEqual({ days: 3, is_reached: true });
    const other = await app.person.member();
    expect((await days(other)).body.total).toBe(0);
    await sql`select add_webhook_messages('sends_completions', 'lesson.completed', ${JSON.stringify({ member_id: other.member_id })}::jsonb)`.execute(
      app.ctx.db,
    );
    await app.runJobs();
    expect((await days(other)).body).toMatchObject({ total: 1, days: [{ day: '2026-11-26', source: 'lesson' }] });
  });

  it('passes the guards of the product: visitors, roles, unknown fields, tokens', async () => {
    const path = '/home/plugins/check-in/days';
    expect((await app.http('GET', `${path}?month=2026-11-01`)).status).toBe(401);
    expect(
      (await app.http('POST', path, { as: member, body: { day: '2026-11-26', role: 'x' } })).body.errors,
    ).toHaveProperty('role');
    expect((await app.http('GET', `${path}?month=soon`, { as: member })).status).toBe(422);
    expect(
      (await app.http('POST', path, { as: member, body: { day: '2026-11-26' }, headers: { 'x-csrf-token': 'none' } }))
        .status,
    ).toBe(419);
    const overview = '/admin/plugins/check-in/overview';
    expect((await app.http('GET', overview, { as: await app.person.adminWith(['admin.members.list']) })).status).toBe(
      403,
    );
    expect(
      (await app.http('GET', overview, { as: await app.person.adminWith(['admin.plugin-check-in.overview']) })).body
        .today,
    ).toBe(2);
  });

  it('brings its pages into the menu and serves them in a frame that reaches nothing', async () => {
    const menus = (await app.http('GET', '/open/menu', { as: member, headers: { language: 'en' } })).body.menus;
    expect(menus.find(({ url }: { url: string }) => url === '/home/plugins/check-in/calendar')).toMatchObject({
      name: 'Study check-in',
      in_menu: true,
    });
    const page = (
      await app.http('GET', '/open/plugin-pages/home/check-in/calendar', { as: member, headers: { language: 'en' } })
    ).body;
    expect([page.title, page.words.check_in]).toEqual(['Study check-in', 'Check in today']);
    const frame = await app.fastify.inject({ url: page.frame });
    expect(frame.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox allow-scripts$/);
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN');
    const module = await app.fastify.inject({ url: frame.body.match(/data-module="([^"]+)"/)?.[1] ?? '' });
    expect([module.statusCode, module.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    const base = page.frame.replace(/page\/.*/, '');
    for (const path of [
      'server.mjs',
      'plugin.json',
      'web/../server.mjs',
      'web/%2e%2e/server.mjs',
      '../check-in/server.mjs',
    ])
      expect((await app.fastify.inject({ url: base + path })).statusCode, path).toBe(404);
    expect((await app.http('GET', '/open/plugin-pages/home/check-in/calendar')).status).toBe(401);
    expect((await app.http('GET', '/open/plugin-pages/admin/check-in/overview', { as: member })).status).toBe(403);
  });

  it('is updated under use, keeps its data when it is removed, and loses it when asked to', async () => {
    const path = '/home/plugins/check-in/days?month=2026-11-01';
    const before = (await app.http('GET', path, { as: member })).body;
    const { files } = await inspectPackage(app.ctx, join(examples, 'check-in'));
    const next = mkdtempSync(join(folder, 'next-'));
    for (const [name, content] of files) {
      mkdirSync(dirname(join(next, name)), { recursive: true });
      writeFileSync(join(next, name), name === 'plugin.json' ? String(content).replace('"1.0.0"', '"1.1.0"') : content);
    }
    writeFileSync(
      join(next, 'migrations', '0002_note.sql'),
      "alter table days add column note text not null default ''",
    );
    const running = Array.from({ length: 8 }, () => app.http('GET', path, { as: member }));
    const [updated] = await Promise.all([install(next), ...running]);
    expect(updated.version).toBe('1.1.0');
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await app.http('GET', path, { as: member })).body).toEqual(before);
    await expect(install(join(examples, 'check-in'))).rejects.toMatchObject({ code: 'plugin.older' });
    await removePlugin(app.ctx, 'check-in', false);
    expect((await app.http('GET', path, { as: member })).status).toBe(404);
    await install(next);
    expect((await app.http('GET', path, { as: member })).body).toEqual(before);
    await removePlugin(app.ctx, 'check-in', true);
    const { rows } = await sql`select 1 from pg_namespace where nspname = 'plugin_check_in'`.execute(app.ctx.db);
    expect([rows.length, await stateOf('check-in')]).toEqual([0, undefined]);
    await install(join(examples, 'check-in'));
    expect((await app.http('GET', path, { as: member })).body.total).toBe(0);
  });
});

it('a change by the console is in the operation log, too', async () => {
  const source = pack('other', {});
  const inspection = await inspectPackage(app.ctx, source);
  await installPlugin(app.ctx, inspection, loggedByConsole('plugin:install', 'create'));
  await removePlugin(app.ctx, 'other', true, loggedByConsole('plugin:remove', 'delete'));
  const entries = await app.ctx.db
    .selectFrom('logs')
    .select(['operator', 'user_id', 'resource', 'action', 'record_id', 'after'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const common = { user_id: null, resource: 'plugins', record_id: 'other' };
  expect(entries).toEqual([
    { ...common, operator: 'kaike plugin:remove', action: 'delete', after: expect.objectContaining({ state: 4 }) },
    {
      ...common,
      operator: 'kaike plugin:install',
      action: 'create',
      after: expect.objectContaining({ version: '1.0.0' }),
    },
  ]);
});

it('a package of nothing but folders is refused before it is read to its end', async () => {
  const { readable, controller } = createTarPacker();
  const file = join(folder, 'folders.tgz');
  const written = pipeline(Readable.fromWeb(readable), createGzip(), createWriteStream(file));
  for (let count = 0; count < 1001; count += 1)
    await controller.add({ name: `package/d${count}/`, size: 0, type: 'directory' }).close();
  controller.finalize();
  await written;
  await expect(inspectPackage(app.ctx, file)).rejects.toMatchObject({
    code: 'plugin.package',
    details: { params: { reason: 'it has more than 1000 files and folders' } },
  });
});

it('a removal whose tables cannot be dropped can be repeated', async () => {
  const files = {
    'server.mjs': 'export const routes = {};',
    'migrations/0001_own.sql': 'create table own (id int)',
  };
  await install(pack('other', { server: 'server.mjs' }, files));
  await sql`create function refuse_drop() returns event_trigger language plpgsql as $$ begin raise exception 'not now'; end $$`.execute(
    app.ctx.db,
  );
  await sql`create event trigger refuse_drop on sql_drop execute function refuse_drop()`.execute(app.ctx.db);
  await expect(removePlugin(app.ctx, 'other', true)).rejects.toThrow('not now');
  await sql`drop event trigger refuse_drop`.execute(app.ctx.db);
  expect([await stateOf('other'), (await pluginsOf(app.ctx).find('other'))?.row.id]).toEqual([
    pluginState.removed,
    undefined,
  ]);
  await removePlugin(app.ctx, 'other', true);
  const { rows } =
    await sql`select 1 from pg_namespace where nspname = 'plugin_other' union all select 1 from pg_roles where rolname like 'kaike\_' || (select oid from pg_database where datname = current_database()) || '\_other'`.execute(
      app.ctx.db,
    );
  expect([await stateOf('other'), rows]).toEqual([undefined, []]);
});

describe('the document for authors', () => {
  /** The code of the document by the file it belongs into. */
  function filesIn(document: string): Files {
    const blocks = [
      ...readFileSync(join(findProjectRoot(), 'docs', document), 'utf8').matchAll(/^```(json|sql|js)\n(.*?)^```/gms),
    ];
    const names = ['plugin.json', 'migrations/0001_lines.sql', 'server.mjs', 'web/book.mjs'];
    return Object.fromEntries(names.map((name, index) => [name, blocks[index]?.[2] ?? '']));
  }

  it.each(['plugins.md', 'plugins.zh-CN.md'])('%s has a plugin that works as it is written', async (document) => {
    await install(pack('guest-book', {}, filesIn(document)));
    const lines = '/home/plugins/guest-book/lines';
    expect((await app.http('POST', lines, { as: member, body: { text: '你好' } })).body).toEqual({ id: 1 });
    expect((await app.http('GET', lines, { as: member })).body).toEqual({ lines: [{ id: 1, text: '你好' }] });
    const page = await app.http('GET', '/open/plugin-pages/home/guest-book/book', { as: member });
    expect(page.body.title).toBe('留言簿');
    await removePlugin(app.ctx, 'guest-book', true);
  });
});

describe('the weekly records plugin', () => {
  it('mails last week as a sheet every Monday, masked, to whom the settings name', async () => {
    app.clock.set(new Date('2026-11-26T04:00:00Z'));
    await install(join(examples, 'weekly-records'));
    const waiting = async (): Promise<Date[]> => {
      const { rows } = await sql<{
        run_at: Date;
      }>`select run_at from graphile_worker.jobs where task_identifier = 'plugin-job'`.execute(app.ctx.db);
      return rows.map(({ run_at: at }) => at);
    };
    // Monday, eight o'clock in Shanghai.
    expect(await waiting()).toEqual([new Date('2026-11-30T00:00:00Z')]);
    const settings = { to: ['head@example.com', 'desk@example.com'], language: 'en' };
    const saved = await app.http('PUT', '/admin/plugins/weekly-records', { as: admin, body: { settings } });
    expect(saved.status).toBe(200);
    const { course, lessons } = await buildCourse(app.ctx);
    const [lesson] = lessons;
    const record = {
      member_id: member.member_id,
      course_id: course.id,
      lesson_id: lesson?.id ?? 0,
      duration_sec: 600,
      study_sec: 300,
    };
    for (const [last, id] of [
      ['2026-11-25T02:00:00Z', member.member_id],
      ['2026-11-30T00:00:00Z', (await app.person.member()).member_id],
    ] as const)
      await app.ctx.db
        .insertInto('learning_records')
        .values({ ...record, member_id: id, last_at: last })
        .execute();
    app.clock.set(new Date('2026-11-30T00:00:00Z'));
    await sql`update graphile_worker._private_jobs set run_at = now() where task_id = (select id from graphile_worker._private_tasks where identifier = 'plugin-job')`.execute(
      app.ctx.db,
    );
    await app.runJobs();
    expect(await waiting()).toEqual([new Date('2026-12-07T00:00:00Z')]);
    const sent = app.sent.mail.slice(-2);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['head@example.com', 'Study records 2026-11-23 to 2026-11-29'],
      ['desk@example.com', 'Study records 2026-11-23 to 2026-11-29'],
    ]);
    const book = await readXlsx(new Uint8Array(sent[0]?.attachments?.[0]?.content ?? []));
    const sheet = book.sheets[0]?.rows ?? [];
    expect(sheet.map((row) => row.length)).toEqual([8, 8]);
    expect(sheet[0]?.[0]).toBe('Learner');
    expect(sheet[1]).toEqual(expect.arrayContaining([course.title, 5, '2026-11-25 10:00', 'no']));
    expect(String(sheet[1]?.[1])).toMatch(/\*{4}/);
    await removePlugin(app.ctx, 'weekly-records', true);
  });
});

const ways = {
  throws: "() => { throw new Error('no') }",
  hangs: '() => { for (;;); }',
  eats: '() => { const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length)); }',
  buries: '() => { setTimeout(() => { throw new Error("late") }); return new Promise(() => undefined); }',
  lies: '() => ({ text: 7 })',
  tells: "() => ({ text: 'yes', secret: 'hidden' })",
};
const misbehaving = (): string =>
  pack(
    'tester',
    { server: 'server.mjs', hooks: ['member.created'], routes: Object.keys(ways).map((name) => route(`/${name}`)) },
    {
      'server.mjs': `export const routes = { ${Object.entries(ways)
        .map(([name, code]) => `'GET /open/${name}': ${code}`)
        .join(',\n')} };
        export const hooks = { 'member.created': () => { throw new Error('in the hook'); } };`,
    },
  );

describe('a plugin that misbehaves', () => {
  const get = (name: string) => app.http('GET', `/open/plugins/tester/${name}`);

  it('fails by itself: the server and the plugins beside it go on', async () => {
    await install(misbehaving());
    expect([(await get('throws')).body.code, (await get('lies')).body.code]).toEqual([
      'plugin.failed',
      'plugin.failed',
    ]);
    expect((await get('tells')).body).toEqual({ text: 'yes' });
    expect(await linesOf('tester', 'error')).toEqual([
      expect.stringContaining('Error: no'),
      'GET /open/lies: answer.text is not text',
    ]);
    const beside = await app.person.member();
    for (const [name, limits, reason] of [
      ['hangs', [1500], 'took more than 1.5 s'],
      ['eats', [], 'more than 32 MB'],
      ['buries', [], 'late'],
    ] as const) {
      routeLimits.push(...limits);
      const failing = get(name);
      await expect.poll(() => routeLimits).toEqual([]);
      const [failed, other] = await Promise.all([
        failing,
        app.http('GET', '/home/plugins/check-in/days?month=2026-11-01', { as: beside }),
      ]);
      expect([failed.status, failed.body.code, other.status], name).toEqual([502, 'plugin.failed', 200]);
      expect((await linesOf('tester', 'fault')).at(-1)).toContain(reason);
      const resting = await get('tells');
      expect([resting.status, resting.body.code, Number(resting.headers['retry-after']) > 0]).toEqual([
        503,
        'plugin.resting',
        true,
      ]);
      app.clock.advance(60_000);
      expect((await get('tells')).body).toEqual({ text: 'yes' });
    }
    expect((await app.http('GET', '/open/config')).status).toBe(200);
  });

  it('is switched off by too many faults, and is back when an administrator says so', async () => {
    for (let count = 0; count < 2; count += 1) {
      await get('buries');
      app.clock.advance(60_000);
    }
    expect([await stateOf('tester'), (await get('tells')).status]).toEqual([3, 404]);
    expect(await checkPlugins(app.ctx.pool)).toEqual([
      expect.objectContaining({ level: 'warn', text: expect.stringContaining('tester was switched off after faults') }),
    ]);
    await switchPlugin(app.ctx, 'tester', true);
    expect((await get('tells')).body).toEqual({ text: 'yes' });
  });

  it('is restored from the database when its folder was changed or removed by hand', async () => {
    const data = join(folder, 'data', 'plugins');
    await pluginsOf(app.ctx).close();
    rmSync(data, { recursive: true });
    expect((await get('tells')).body).toEqual({ text: 'yes' });
    const name = readdirSync(data).find((one) => one.startsWith('tester@')) ?? '';
    await pluginsOf(app.ctx).close();
    writeFileSync(
      join(data, name, 'server.mjs'),
      "export const routes = { 'GET /open/tells': () => ({ text: 'changed' }) };",
    );
    expect((await get('tells')).body).toEqual({ text: 'yes' });
  });

  it('whose hook throws holds up nothing else', async () => {
    const hook = pluginsOf(app.ctx).call('tester', 'hook', { name: 'member.created', input: {} });
    await expect(hook).rejects.toMatchObject({ code: 'plugin.failed' });
    expect((await linesOf('tester', 'error')).at(-1)).toContain('in the hook');
    expect((await get('tells')).body).toEqual({ text: 'yes' });
  });

  it.each([
    ['throws when it starts', "throw new Error('not today');", 'not today'],
    ['lacks a handler', 'export const routes = {};', 'no handler for GET /open/tells'],
  ])('is not installed when it %s', async (_name, code, reason) => {
    const source = pack('other', { server: 'server.mjs', routes: [route('/tells')] }, { 'server.mjs': code });
    await expect(install(source)).rejects.toMatchObject({
      code: 'plugin.package',
      details: { params: { reason: expect.stringContaining(reason) } },
    });
    expect(await stateOf('other')).toBeUndefined();
  });
});

it('a process that never ends its start is ended', async () => {
  const start = startPlugin({
    project_root: findProjectRoot(),
    folder: pack('other', {}, { 'server.mjs': 'for (;;);' }),
    server: 'server.mjs',
    database: null,
    may_connect: false,
    limits: { ...defaultLimits, start_ms: 300 },
    onAsk: () => Promise.resolve(null),
  });
  await expect(start).rejects.toThrow('it does not start');
});

it('a process that starts plugins opens no inspector when it gets the signal for it', async () => {
  // A listener, once, takes the place of Node's own answer.
  expect(process.listenerCount('SIGUSR1')).toBe(1);
  const arrival = once(process, 'SIGUSR1');
  process.kill(process.pid, 'SIGUSR1');
  await arrival;
  expect(inspectorUrl()).toBeUndefined();
});

it('what a process asks of the server is worked on two at a time; a hundred wait, and more is refused', async () => {
  const code = `export const routes = { asks: (_input, kaike) => new Promise((resolve) => {
    const refused = [];
    const note = ({ message }) => refused.push(message) === 8 && resolve(refused);
    for (let count = 0; count < 110; count += 1) kaike.settings().catch(note);
  }) };`;
  let count = 0;
  const running = await startPlugin({
    project_root: findProjectRoot(),
    folder: pack('other', {}, { 'server.mjs': code }),
    server: 'server.mjs',
    database: null,
    may_connect: false,
    limits: testLimits,
    onAsk: () => {
      count += 1;
      return running.ended;
    },
  });
  expect(await running.call('route', 'asks', null)).toEqual(Array.from({ length: 8 }, () => 'too many at once'));
  expect(count).toBe(2);
  // What waits when the process is over is never worked on.
  await running.stop();
  await new Promise(setImmediate);
  expect(count).toBe(2);
});

describe('what a plugin reaches', () => {
  /** What each piece of code returns, or the message of what it throws, as routes of one plugin. */
  async function outcomes<N extends string>(codes: Record<N, string>, manifest: object = {}, files: Files = {}) {
    const names = Object.keys(codes);
    const source = pack(
      'other',
      { server: 'server.mjs', routes: names.map((name) => route(`/${name}`)), ...manifest },
      {
        'server.mjs': `const attempt = (code) => async (request, kaike) => {
          try { return { text: JSON.stringify(await code(kaike)) ?? 'nothing' } } catch (error) { return { text: String(error.message) } }
        };
        export const routes = { ${Object.entries(codes)
          .map(([name, code]) => `'GET /open/${name}': attempt(async (kaike) => ${String(code)})`)
          .join(',\n')} };`,
        ...files,
      },
    );
    await removePlugin(app.ctx, 'other', true).catch(() => undefined);
    await install(source);
    const entries = names.map(
      async (name) => [name, (await app.http('GET', `/open/plugins/other/${name}`)).body.text] as const,
    );
    const texts: Record<string, string> = Object.fromEntries(await Promise.all(entries));
    return texts;
  }

  it('is its own tables, and no others', async () => {
    const texts = await outcomes(
      {
        own: "(await kaike.query('insert into own values (1)'), kaike.query('select id from own'))",
        core: "kaike.query('select * from public.users')",
        role: "kaike.query(`do $$ begin execute 'set role ' || (select rolname from pg_roles where rolsuper limit 1); end $$`)",
        other: "kaike.query('select * from plugin_check_in.days')",
        schema: "kaike.query('create table public.mine (id int)')",
        together:
          "kaike.transaction([{ text: 'insert into own values (2)' }, { text: 'insert into own values (null), (1/0)' }])",
      },
      {},
      { 'migrations/0001_own.sql': 'create table own (id int)' },
    );
    expect(texts['own']).toBe('[{"id":1}]');
    for (const name of ['core', 'role', 'other', 'schema']) expect(texts[name], name).toContain('permission denied');
    expect(texts['together']).toContain('division by zero');
    const { rows } = await sql`select id from plugin_other.own`.execute(app.ctx.db);
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('is neither a file, a program nor a secret of the server, nor anything that was not granted', async () => {
    const texts = await outcomes({
      file: "(await import('node:fs')).readFileSync('/etc/hostname', 'utf8')",
      program: "(await import('node:child_process')).execSync('id').toString()",
      environment: 'process.env',
      kill: 'process.kill(process.ppid, 9)',
      connect: "await fetch('http://127.0.0.1:1')",
      socket: "new (await import('node:net')).Socket().connect(5432, '127.0.0.1')",
      filesocket: "(await import('node:net')).connect('/var/run/docker.sock')",
      secure: "(await import('node:tls')).connect(443, 'example.com')",
      securerequest: "(await import('node:https')).get('https://93.184.215.14/')",
      listen: "(await import('node:http')).createServer().listen(0)",
      datagram: "(await import('node:dgram')).createSocket('udp4').send('x', 53, '127.0.0.1')",
      name: "await (await import('node:dns/promises')).resolve('example.com')",
      resolver: "await new (await import('node:dns')).promises.Resolver().resolve4('example.com')",
      restored: "(await import('node:net')).Socket.prototype.connect = () => 'open'",
      module: "(await import('node:process')).kill(process.ppid, 'SIGUSR1')",
      inspect: 'process._debugProcess(process.ppid)',
      read: "kaike.read('members', { per_page: 1 })",
      mail: "kaike.mail({ to: 'a@example.com', subject: 's', text: 't' })",
    });
    expect([texts['file'], texts['program']]).toEqual([
      expect.stringContaining('restricted'),
      expect.stringContaining('restricted'),
    ]);
    expect([texts['environment'], texts['kill']]).toEqual(['{}', 'process.kill is not a function']);
    const closed = ['socket', 'filesocket', 'secure', 'securerequest', 'listen', 'datagram', 'name', 'resolver'];
    for (const name of closed) expect(texts[name], name).toContain('The network is not granted');
    expect([texts['connect'], texts['restored']]).toEqual(['fetch failed', expect.stringContaining('read only')]);
    expect([texts['module'], texts['inspect'], inspectorUrl()]).toEqual([
      expect.stringContaining('is not a function'),
      'process._debugProcess is not a function',
      undefined,
    ]);
    expect([texts['read'], texts['mail']]).toEqual([
      expect.stringContaining('not granted'),
      expect.stringContaining('not granted'),
    ]);
  });

  it('is the network only where that was granted', async () => {
    const listener = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const texts = await outcomes(
      { connect: `await (await fetch('http://127.0.0.1:${port}')).text()` },
      { permissions: ['network.connect'] },
    );
    listener.close();
    expect(texts['connect']).toBe('"here"');
  });

  it('is nothing any more once it is switched off, even for a call that began before', async () => {
    // Called once at first, and ended.
    routeLimits.push(1500);
    await outcomes({ asks: "(await kaike.log('asking'), await (async () => { for (;;) await kaike.settings(); })())" });
    app.clock.advance(60_000);
    const marks = async () => (await linesOf('other', 'info')).filter((line) => line === 'asking').length;
    const before = await marks();
    const last = app.http('GET', '/open/plugins/other/asks');
    await expect.poll(marks).toBe(before + 1);
    await switchPlugin(app.ctx, 'other', false);
    expect((await last).body).toEqual({ text: 'other is not on' });
  });

  it('is what was granted, by the read engine with its masks', async () => {
    const texts = await outcomes(
      {
        read: "kaike.read('members', { per_page: 1 })",
        secret: "kaike.read('members', { where: { password: 'x' } })",
        mail: "kaike.mail({ to: 'a@example.com', subject: 's', text: 't', sheets: [{ name: '表', rows: [['a', 1]] }] })",
        header: "kaike.mail({ to: 'a@example.com', subject: 's\\nBcc: b@example.com', text: 't' })",
      },
      { permissions: ['admin.members.list', 'mail.send'] },
    );
    expect(JSON.parse(texts['read'] ?? '').data[0].mobile_phone).toMatch(/\*{4}/);
    expect(texts['secret']).toContain('cannot be read so');
    expect(texts['header']).toContain('A mail is');
    expect(app.sent.mail.at(-1)).toMatchObject({ to: 'a@example.com', attachments: [{ name: '表.xlsx' }] });
  });

  it('is who calls, by which right and of which agency', async () => {
    const shown = { text: 'text' };
    const routes = [
      route('/who'),
      route('/who', { area: 'home', answer: shown }),
      route('/who', { area: 'admin', permission: 'all', answer: shown }),
    ];
    const names = ['open', 'home', 'admin'];
    const code = `const who = ({ caller, member, admin }) => ({ text: JSON.stringify([caller, member, admin]) });
      export const routes = { ${names.map((area) => `'GET /${area}/who': who`).join(', ')} };`;
    await removePlugin(app.ctx, 'other', true).catch(() => undefined);
    const manifest = {
      kaike: '^1.1',
      server: 'server.mjs',
      routes,
      own_permissions: { all: { name: { 'zh-CN': '全部' } } },
    };
    await install(pack('other', manifest, { 'server.mjs': code }));
    const agency = await buildAgency(app.ctx);
    const own = await app.person.member({ agency_id: agency.id });
    const clerk = await app.person.adminWith(['admin.plugin-other.all'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const who = async (area: string, as?: AdminPerson | MemberPerson) =>
      JSON.parse((await app.http('GET', `/${area}/plugins/other/who`, as ? { as } : {})).body.text);
    expect(await who('open')).toEqual(['visitor', null, null]);
    expect(await who('home', own)).toEqual([
      'member',
      { id: own.member_id, name: expect.any(String), agency_id: agency.id },
      null,
    ]);
    expect(await who('admin', admin)).toMatchObject(['admin', null, { agency_id: null }]);
    expect(await who('admin', clerk)).toMatchObject(['admin', null, { agency_id: agency.id }]);
  });

  it.each([
    [
      'a migration for another schema',
      {},
      { 'migrations/0001_bad.sql': 'alter table public.users add column taken text' },
      'must be owner|permission denied',
    ],
    ['a route outside its own address', { routes: [route('/../../admin/users')] }, {}, 'routes[0].path'],
    ['a permission that no plugin can have', { permissions: ['admin.users.update'] }, {}, 'admin.users.update'],
    [
      'an own permission that it does not declare',
      { routes: [route('/a', { area: 'admin', permission: 'all' })] },
      {},
      'own_permissions',
    ],
    [
      'a rule with a pattern',
      { routes: [route('/a', { query: { q: { kind: 'text', rules: 'regex:(a+)+$' } } })] },
      {},
      'must not have patterns',
    ],
    [
      'an answer that the page around it would act on',
      { routes: [route('/a', { answer: { 'redirect?': 'text', alert: { show: 'boolean' } } })] },
      {},
      'answer must not have redirect, alert',
    ],
    ['a key that nobody knows', { network: true }, {}, 'network is not known'],
    [
      'a secret that a request would carry',
      { routes: [route('/a', { body: { key: { kind: 'password' } } })] },
      {},
      'kind must be one of',
    ],
    [
      'a secret with a value of its own',
      { settings: { key: { label: { 'zh-CN': '密钥' }, kind: 'password', initial: 'x' } } },
      {},
      'initial is not for secrets',
    ],
    ['another contract', { kaike: '^2' }, {}, 'asks for "^2"'],
    [
      'a page outside web/',
      { pages: [{ area: 'home', name: 'p', title: { 'zh-CN': 'p' }, module: 'server.mjs' }] },
      {},
      'below web/',
    ],
    ['an id that is a path', { id: '../users' }, {}, 'id must be'],
  ])('does not include %s', async (_name, manifest, files, reason) => {
    await removePlugin(app.ctx, 'other', true).catch(() => undefined);
    const source = pack(
      'other',
      { server: 'server.mjs', ...manifest },
      { 'server.mjs': 'export const routes = {};', ...files },
    );
    const error = await install(source).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'plugin.package' });
    expect(String(Reflect.get(Object(Reflect.get(Object(error), 'details')), 'params').reason)).toMatch(
      new RegExp(reason.replace(/[[\]().^+$]/g, '\\$&')),
    );
    const { rows } = await sql`select 1 from pg_namespace where nspname = 'plugin_other'`.execute(app.ctx.db);
    expect(rows).toEqual([]);
  });
});

describe('a secret of a plugin', () => {
  const secret = 'sk-live-5f2c91';
  const manifest = {
    server: 'server.mjs',
    routes: [route('/key')],
    settings: {
      key: { label: { 'zh-CN': '密钥' }, kind: 'password', rules: 'required|max:100' },
      place: { label: { 'zh-CN': '地址' }, kind: 'text' },
    },
  };
  const code =
    "export const routes = { 'GET /open/key': async (_request, kaike) => ({ text: JSON.stringify(await kaike.settings()) }) };";
  const save = async (settings: object) =>
    (await app.http('PUT', '/admin/plugins/other', { as: admin, body: { settings } })).status;
  const seen = async () => (await app.http('GET', '/open/plugins/other/key')).body.text;

  it('is known to the plugin alone: neither the page, the logs nor the database shows it', async () => {
    await removePlugin(app.ctx, 'other', true).catch(() => undefined);
    await install(pack('other', manifest, { 'server.mjs': code }));
    expect(await save({ key: secret, place: '上海' })).toBe(200);
    expect(await seen()).toBe(JSON.stringify({ place: '上海', key: secret }));
    const list = await app.http('GET', '/admin/plugins', { as: admin });
    const shown = list.body.plugins.find(({ id }: { id: string }) => id === 'other').settings;
    expect(shown).toMatchObject([{ key: 'key', kind: 'password', value: null, is_set: true }, { is_set: false }]);
    const { rows } = await sql<{ text: string }>`select
      (select coalesce(string_agg(l::text, ' '), '') from logs l) || (select string_agg((to_jsonb(p) - 'archive')::text, ' ') from plugins p)
      || (select coalesce(string_agg(l::text, ' '), '') from plugin_logs l) || (select string_agg(convert_from(value, 'LATIN1'), ' ') from plugin_secrets) as text`.execute(
      app.ctx.db,
    );
    expect(JSON.stringify(list.body) + String(rows[0]?.text)).not.toContain(secret);
    const last = await app.ctx.db.selectFrom('logs').select('after').orderBy('id', 'desc').executeTakeFirst();
    expect(last?.after).toMatchObject({ secrets: ['key'], settings: { place: '上海' } });
  });

  it('stays unless it is replaced or cleared, and keeps its rules', async () => {
    expect([await save({ key: null, place: '北京' }), await seen()]).toEqual([
      200,
      JSON.stringify({ place: '北京', key: secret }),
    ]);
    expect(await save({ key: '' })).toBe(422);
    const optional = {
      ...manifest,
      version: '1.1.0',
      settings: { ...manifest.settings, key: { ...manifest.settings.key, rules: 'max:100' } },
    };
    await install(pack('other', optional, { 'server.mjs': code }));
    expect(await seen()).toBe(JSON.stringify({ place: '北京', key: secret }));
    expect([await save({ key: '' }), await seen()]).toEqual([200, JSON.stringify({ place: '北京', key: '' })]);
    await removePlugin(app.ctx, 'other', true);
  });
});

describe('the page of plugins', () => {
  it('shows and sets plugins everywhere, by permission', async () => {
    const list = (await app.http('GET', '/admin/plugins', { as: admin })).body;
    expect(list.plugins.find(({ id }: { id: string }) => id === 'check-in')).toMatchObject({
      state: 'on',
      name: '学习打卡',
      settings: [
        { key: 'make_up_days', value: 2 },
        { key: 'from_lessons', value: true },
      ],
    });
    const save = (settings: object, as = admin) =>
      app.http('PUT', '/admin/plugins/check-in', { as, body: { settings } });
    expect((await save({ make_up_days: 9 })).body.errors).toHaveProperty('make_up_days');
    expect((await save({ other: 1 })).body.errors).toHaveProperty('other');
    expect((await save({ make_up_days: 0 })).status).toBe(200);
    expect(
      (await app.http('GET', '/home/plugins/check-in/days?month=2026-11-01', { as: member })).body.may_make_up,
    ).toEqual([]);
    const reader = await app.person.adminWith(['admin.plugins.list']);
    expect([
      (await app.http('GET', '/admin/plugins', { as: reader })).status,
      (await save({ make_up_days: 1 }, reader)).status,
    ]).toEqual([200, 403]);
    expect(
      (await app.http('POST', '/admin/plugins/check-in', { as: admin, body: { on: false } })).body.plugin.state,
    ).toBe('off');
    expect((await app.http('GET', '/home/plugins/check-in/days?month=2026-11-01', { as: member })).status).toBe(404);
    expect(
      (await app.http('POST', '/admin/plugins/check-in', { as: admin, body: { on: true } })).body.plugin.state,
    ).toBe('on');
    const { rows } = await sql<{
      action: string;
    }>`select action from logs where resource = 'plugins' order by id desc limit 3`.execute(app.ctx.db);
    expect(rows.map(({ action }) => action)).toEqual(['update', 'update', 'update']);
  });
});
