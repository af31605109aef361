import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminPerson, MemberPerson } from '../../../../test/app.ts';
import { buildCourse } from '../../../../test/factories.ts';
import { examples, startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { guestBookIn } from '../../../../test/plugins/guest-book.ts';
import { findProjectRoot } from '../../../project-root.ts';
import { uninstallPlugin } from './life/change-plugin.ts';
import { inspectPackage } from './life/inspect.ts';

let test: PluginTest;
let app: PluginTest['app'];
let folder: PluginTest['folder'];
let install: PluginTest['install'];
let pack: PluginTest['pack'];
let stateOf: PluginTest['stateOf'];
let admin: AdminPerson;
let member: MemberPerson;

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, folder, install, pack, stateOf } = test);
  admin = await app.person.admin();
  member = await app.person.member();
});
afterAll(() => test.close(['check-in', 'guest-book', 'weekly-records']));

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
    expect((await days(member)).body.badges[0]).toEqual({ name: '小有恒心', days: 3, is_reached: true });
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
    const [first, second] = String(frame.headers['content-security-policy']).split(', ');
    expect(first).toMatch(
      /^default-src 'none'; script-src 'self';.*form-action 'none';.*webrtc 'block'; sandbox allow-scripts allow-forms$/,
    );
    // Frames within it inherit the policies and know no nonce, so no script runs there.
    const nonce = /nonce="([^"]+)"/.exec(frame.body)?.[1] ?? '';
    expect(second).toBe(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`);
    expect((await app.fastify.inject({ url: page.frame })).body).not.toContain(nonce);
    expect([frame.headers['cache-control'], frame.headers['x-frame-options']]).toEqual(['no-store', 'SAMEORIGIN']);
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
      writeFileSync(join(next, name), name === 'plugin.json' ? String(content).replace('"1.1.0"', '"1.2.0"') : content);
    }
    writeFileSync(
      join(next, 'migrations', '0003_note.sql'),
      "alter table days add column note text not null default ''",
    );
    const running = Array.from({ length: 8 }, () => app.http('GET', path, { as: member }));
    const [updated] = await Promise.all([install(next), ...running]);
    expect(updated.version).toBe('1.2.0');
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await app.http('GET', path, { as: member })).body).toEqual(before);
    await expect(install(join(examples, 'check-in'))).rejects.toMatchObject({ code: 'plugin.older' });
    await uninstallPlugin(app.ctx, 'check-in', false);
    expect((await app.http('GET', path, { as: member })).status).toBe(404);
    await install(next);
    expect((await app.http('GET', path, { as: member })).body).toEqual(before);
    await uninstallPlugin(app.ctx, 'check-in', true);
    const { rows } = await sql`select 1 from pg_namespace where nspname = 'plugin_check_in'`.execute(app.ctx.db);
    expect([rows.length, await stateOf('check-in')]).toEqual([0, undefined]);
    await install(join(examples, 'check-in'));
    expect((await app.http('GET', path, { as: member })).body.total).toBe(0);
  });
});

describe('the document for authors', () => {
  it.each(['plugins.md', 'plugins.zh-CN.md'])('%s has a plugin that works as it is written', async (document) => {
    await install(pack('guest-book', {}, guestBookIn(document)));
    const lines = '/home/plugins/guest-book/lines';
    expect((await app.http('POST', lines, { as: member, body: { text: '你好' } })).body).toEqual({ id: 1 });
    expect((await app.http('GET', lines, { as: member })).body).toEqual({ lines: [{ id: 1, text: '你好' }] });
    const page = await app.http('GET', '/open/plugin-pages/home/guest-book/book', { as: member });
    expect(page.body.title).toBe('留言簿');
    await uninstallPlugin(app.ctx, 'guest-book', true);
  });
});

it.each(['plugins.md', 'plugins.zh-CN.md'])('%s has a resource that works as it is written', async (document) => {
  const text = readFileSync(join(findProjectRoot(), 'docs', document), 'utf8');
  const [, declared = ''] = /^```json\n("resources".*?)^```/ms.exec(text) ?? [];
  await install(pack('guest-book', JSON.parse(`{${declared}}`)));
  const rooms = '/admin/plugins/guest-book/rooms';
  expect((await app.http('POST', rooms, { as: admin, body: { name: '一号教室', seats: 30 } })).status).toBe(201);
  const list = await app.http('GET', `${rooms}/list?where[state]=open`, { as: admin });
  expect(list.body.data).toMatchObject([{ name: '一号教室', seats: 30, state: 'open' }]);
  await uninstallPlugin(app.ctx, 'guest-book', true);
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
    const { plugins } = (await app.http('GET', '/admin/plugins', { as: admin })).body;
    const shown = plugins.find(({ id }: { id: string }) => id === 'weekly-records').settings;
    expect(shown.find(({ key }: { key: string }) => key === 'language').choices).toEqual([
      { value: 'zh-CN', key: 'zh-CN', label: '简体中文' },
      { value: 'zh-TW', key: 'zh-TW', label: '繁體中文' },
      { value: 'en', key: 'en', label: 'English' },
    ]);
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
    await uninstallPlugin(app.ctx, 'weekly-records', true);
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
