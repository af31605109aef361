import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';

let root: string;
let app: TestApp;
let here: AdminPerson;

/** Stands in for what runs TypeScript: prints its arguments, and waits where it is told to. */
const program = `
process.stdout.write(JSON.stringify(process.argv.slice(2)) + '\\n课');
if (process.argv.includes('--message=wait')) setInterval(() => undefined, 1000);
process.exitCode = process.argv.includes('doctor') ? 1 : 0;
`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kaike-commands-'));
  mkdirSync(join(root, 'node_modules/tsx/dist'), { recursive: true });
  mkdirSync(join(root, 'server/src/features/cards/cards'), { recursive: true });
  writeFileSync(join(root, 'node_modules/tsx/dist/cli.mjs'), program);
  app = await startTestApp({ config: { env: 'local', project_root: root } });
  here = { ...(await app.person.admin()), ip: '127.0.0.1' };
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

const area = '/admin/developments';
const start = async (command: string, parameters: object = {}) =>
  (await app.http('POST', `${area}/commands`, { as: here, body: { command, parameters } })).body;
const output = async (id: number, from = 0) =>
  (await app.http('GET', `${area}/runs/${id}?from=${from}`, { as: here })).body;
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const answer = await output(id);
      expect(answer.run.state).not.toBe('running');
      return answer;
    },
    { interval: 20, timeout: 300_000 },
  );

it('offers its commands with typed parameters', async () => {
  const { commands } = (await app.http('GET', `${area}/commands`, { as: here })).body;
  const find = (name: string) => commands.find((one: { name: string }) => one.name === name);
  expect(find('user:create').parameters).toContainEqual({
    name: 'role',
    kind: 'choice',
    required: true,
    choices: ['none', 'super_admin'],
  });
  expect(find('test:feature').parameters[0].choices).toEqual(['cards/cards']);
});

it('passes values as arguments, never as options or to a shell', async () => {
  const { id, line, state } = await start('user:second-factor-reset', { username: '--force; rm -rf "$HOME"' });
  expect([line, state]).toEqual(['user:second-factor-reset --force; rm -rf "$HOME"', 'running']);
  const { run, text, next } = await ended(id);
  expect(run).toMatchObject({ state: 'done', exit_code: 0 });
  const [first = '', last] = text.split('\n');
  expect(JSON.parse(first)).toEqual([
    'server/src/cli/kaike.ts',
    'user:second-factor-reset',
    '--',
    '--force; rm -rf "$HOME"',
  ]);
  expect(last).toBe('课');
  // Within the character, and behind the end.
  expect((await output(id, next)).text).toBe('');
  expect((await output(id, 10_000)).text).toBe('');
  expect((await ended((await start('doctor')).id)).run).toMatchObject({ state: 'failed', exit_code: 1 });
});

it('refuses what is not in the list, and values that do not fit', async () => {
  expect((await start('restore')).code).toBe('developments.command');
  expect((await start('constructor')).code).toBe('developments.command');
  expect((await start('migrate', { fast: true })).code).toBe('developments.command');
  expect((await start('user:create', { username: 'bob', role: 'king' })).code).toBe('developments.parameter');
  expect((await start('user:create', { role: 'none' })).code).toBe('developments.parameter');
  expect((await start('test:feature', { feature: '../../..' })).code).toBe('developments.parameter');
  expect((await output(99)).code).toBe('request.not_found');
});

it('runs one at a time, is cancelled, and is remembered', async () => {
  const { id } = await start('down', { message: 'wait' });
  await vi.waitFor(async () => expect((await output(id)).text).toContain('课'), { interval: 20, timeout: 300_000 });
  expect((await start('up')).code).toBe('developments.busy');
  await app.http('POST', `${area}/runs/${id}/cancel`, { as: here, body: {} });
  expect((await ended(id)).run.state).toBe('cancelled');
  const { runs } = (await app.http('GET', `${area}/commands`, { as: here })).body;
  expect(runs[0]).toMatchObject({ id, line: 'down --message=wait', state: 'cancelled' });
  // A server that restarted knows nothing of what it had started.
  const folder = join(app.ctx.config.data_dir, 'developments/runs', String(id));
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...runs[0], state: 'running', pid: 0x3fffffff }));
  expect((await output(id)).run.state).toBe('lost');
});
