import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples, openRoute, startPluginTest, type PluginTest } from '../../../../test/plugins/plugin-app.ts';
import { findProjectRoot } from '../../../project-root.ts';
import { checkPlugins } from '../doctor/public.ts';
import { setPluginState } from './life/change-plugin.ts';
import { folderOfPlugins } from './run/boundary.ts';
import { pluginsOf } from './run/plugin-host.ts';
import { defaultLimits, startPlugin } from './run/plugin-process.ts';

let test: PluginTest;
let app: PluginTest['app'];
let folder: PluginTest['folder'];
let install: PluginTest['install'];
let linesOf: PluginTest['linesOf'];
let pack: PluginTest['pack'];
let routeLimits: PluginTest['routeLimits'];
let stateOf: PluginTest['stateOf'];

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, folder, install, linesOf, pack, routeLimits, stateOf } = test);
  await install(join(examples, 'check-in'));
});
afterAll(() => test.close(['check-in', 'tester', 'other']));

const ways = {
  throws: "() => { throw new Error('no') }",
  hangs: '() => { for (;;); }',
  eats: '() => { const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length)); }',
  buries: '() => { setTimeout(() => { throw new Error("late") }); return new Promise(() => undefined); }',
  // V8 says so before a trace of more than two thousand characters.
  swells: '() => { let kept = []; for (;;) kept = kept.concat(kept, [{}]); }',
  lies: '() => ({ text: 7 })',
  tells: "() => ({ text: 'yes', secret: 'hidden' })",
};
const misbehaving = (): string =>
  pack(
    'tester',
    { server: 'server.mjs', hooks: ['member.created'], routes: Object.keys(ways).map((name) => openRoute(`/${name}`)) },
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
      ['swells', [], 'more than 32 MB'],
    ] as const) {
      routeLimits.push(...limits);
      const failing = get(name);
      await expect.poll(() => routeLimits).toEqual([]);
      const [failed, other] = await Promise.all([
        failing,
        app.http('GET', '/home/plugins/check-in/days?month=2026-11-01', { as: beside }),
      ]);
      expect([failed.status, failed.body.code, other.status], name).toEqual([502, 'plugin.failed', 200]);
      expect((await linesOf('tester', 'ended')).at(-1)).toContain(reason);
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

  it('is not switched off by what visitors call, rests for a minute at most, and is reported', async () => {
    for (let count = 0; count < 5; count += 1) {
      await get('buries');
      app.clock.advance(60_000);
    }
    expect([await stateOf('tester'), (await get('tells')).body]).toEqual([1, { text: 'yes' }]);
    expect(await checkPlugins(app.ctx.pool)).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        text: expect.stringMatching(/tester was ended \d+ times within a day while it worked for somebody: .*late/s),
      }),
    );
  });

  it('is switched off when it cannot start, time and again, and is back when an administrator says so', async () => {
    await pluginsOf(app.ctx).close();
    const timeout = test.limits.start_ms;
    Object.assign(test.limits, { start_ms: 1 });
    for (let count = 0; count < 5; count += 1) {
      expect((await get('tells')).body.code).toBe('plugin.failed');
      app.clock.advance(60_000);
    }
    Object.assign(test.limits, { start_ms: timeout });
    expect([await stateOf('tester'), (await get('tells')).status]).toEqual([3, 404]);
    expect(await checkPlugins(app.ctx.pool)).toContainEqual(
      expect.objectContaining({ level: 'warn', text: expect.stringContaining('tester was switched off after faults') }),
    );
    await setPluginState(app.ctx, 'tester', true);
    expect((await get('tells')).body).toEqual({ text: 'yes' });
  });

  it('is restored from the database when its folder was changed or removed by hand', async () => {
    const data = folderOfPlugins(join(folder, 'data'));
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
    const source = pack('other', { server: 'server.mjs', routes: [openRoute('/tells')] }, { 'server.mjs': code });
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
    account: null,
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
    account: null,
    limits: test.limits,
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
