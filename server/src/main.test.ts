import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from './db/embedded/is-alive.ts';
import { embeddedFolder, openDatabase } from './db/open-database.ts';
import { createPool } from './db/pool.ts';
import { buildServer } from '../test/processes/bundle.ts';

/** A start takes a second or two, on a busy machine minutes. */
const startMs = 200_000;

type Server = { child: ChildProcess; text: () => string; address: string };

let entry: string;
let folder: string;
let launched: ChildProcess[];

beforeAll(() => {
  entry = buildServer();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-main-'));
  // As root, the database's own account must be able to enter.
  execFileSync('chmod', ['711', folder]);
  launched = [];
});

afterEach(async () => {
  // Everything that was launched, even if it never served; what does not end is killed, and its database ends with it.
  for (const child of launched) await endForCertain(child);
  await untilDatabaseIsGone();
  rmSync(folder, { recursive: true, force: true });
});

function launch(env: NodeJS.ProcessEnv = {}): { child: ChildProcess; text: () => string } {
  const child = spawn(process.execPath, [entry, 'start'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      KAIKE_DATA_DIR: folder,
      PORT: '0',
      KAIKE_ENV: 'testing',
      ...env,
    },
  });
  launched.push(child);
  let said = '';
  const keep = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, text: () => said };
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const { child, text } = launch(env);
  await expect.poll(() => text().includes('Press Ctrl-C') || child.exitCode !== null).toBe(true);
  expect(text()).toContain('Kaike is ready');
  return { child, text, address: /Address +(\S+)/.exec(text())?.[1] ?? '' };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

/** Stops a server cleanly, or else by force. */
async function endForCertain(child: ChildProcess): Promise<void> {
  const impatience = setTimeout(() => {
    child.kill('SIGKILL');
  }, startMs);
  await end(child, 'SIGTERM');
  clearTimeout(impatience);
}

const health = (server: Server) =>
  fetch(`${server.address}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );
const pidFile = () => join(embeddedFolder(folder), 'pg18/postmaster.pid');

async function untilDatabaseIsGone(): Promise<void> {
  await vi.waitFor(
    () => expect(existsSync(pidFile()) && isAlive(Number.parseInt(readFileSync(pidFile(), 'utf8'), 10))).toBe(false),
    { timeout: startMs },
  );
}

/** Empty once it has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The worker processes, distinguished from the database by the process title we set. */
function workersOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid ?? 0}/task/${pid ?? 0}/children`, 'utf8')
    .trim()
    .split(' ');
  return children.filter((each) => /^kaike|kaike\.mjs/.test(commandOf(each))).map(Number);
}

describe('start', { timeout: 3 * startMs }, () => {
  it('starts a server from an empty folder, prints how to log in, and stops cleanly', async () => {
    const server = await start();
    expect(await health(server)).toBe(200);
    expect(server.text()).toMatch(/Administrator +admin\n +Password +\w{8,}/);
    expect(server.text()).toContain(folder);
    server.child.kill('SIGINT'); // the terminal and npm both deliver one Ctrl-C
    expect(await end(server.child, 'SIGINT')).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
  });

  it('restarts after kill -9 of the server and its database, without printing a password again', async () => {
    const first = await start();
    const postmaster = Number.parseInt(readFileSync(pidFile(), 'utf8'), 10);
    await end(first.child, 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    const second = await start();
    expect(await health(second)).toBe(200);
    expect(second.text()).not.toContain('Password');
  });

  it('connects to its own database whatever PG* variables the shell sets', async () => {
    const server = await start({
      PGHOST: '/nowhere',
      PGPORT: '6543',
      PGUSER: 'nobody',
      PGPASSWORD: 'wrong',
      PGDATABASE: 'other',
      PGOPTIONS: '-c search_path=pg_catalog',
      PGSSLMODE: 'verify-full',
      PGSSLNEGOTIATION: 'direct',
      PGCLIENTENCODING: 'GBK',
      PGAPPNAME: 'another',
      PGTZ: 'Asia/Shanghai',
    });
    expect(await fetch(`${server.address}/readyz`).then(({ status }) => status)).toBe(200);
  });

  it('says why it cannot start, and leaves no database running', async () => {
    await end((await start()).child, 'SIGTERM');
    writeFileSync(join(embeddedFolder(folder), 'pg18/kaike.secret'), 'of another installation');
    const second = launch();
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^The embedded database refuses Kaike: .*password authentication failed[^\n]*\n$/);
    expect(existsSync(pidFile())).toBe(false);
  });

  it('says which settings the secret does not open, without a stack', async () => {
    const first = await start({
      KAIKE_SECRET: 'the secret this installation began with',
      KAIKE_ADMIN_PASSWORD: 'given4admin',
    });
    const database = await openDatabase({ data_dir: folder, database_url: null }, { log: () => undefined });
    const pool = createPool(database.connection, { max: 1 });
    await pool.query(
      "insert into configs (name, key, \"group\", type, value, is_secret) values ('x', 'mail_password', 'mail', 'string', 'S0tTAQ==', true) on conflict (key) do update set value = excluded.value, is_secret = true",
    );
    await pool.end();
    await database.stop();
    await end(first.child, 'SIGTERM');
    const second = launch({ KAIKE_SECRET: 'another secret than the one it began with' });
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^The secret in use does not open this setting: mail_password\. /);
    expect(second.text()).not.toMatch(/\n\s+at /);
    expect(existsSync(pidFile())).toBe(false);
  });

  it("takes the administrator's password from the environment and does not repeat it", async () => {
    const server = await start({ KAIKE_ADMIN_PASSWORD: 'given4admin' });
    expect(server.text()).not.toMatch(/given4admin|Password/);
  });

  it('ends with one sentence when the port is taken', async () => {
    const server = await start();
    const second = launch({ PORT: new URL(server.address).port });
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use; [^\n]+\n$/);
  });

  // It finds the child that serves through /proc, which only Linux has.
  it.runIf(process.platform === 'linux')('serves from several processes and replaces one that dies', async () => {
    const server = await start({ KAIKE_WORKERS: '2' });
    const workers = workersOf(server.child.pid);
    expect(workers).toHaveLength(2);
    const [victim, other] = workers as [number, number];
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workersOf(server.child.pid).filter((each) => each !== victim).length).toBe(2);
    expect(workersOf(server.child.pid)).toContain(other);
    await expect.poll(() => health(server)).toBe(200);
    expect(await end(server.child, 'SIGTERM')).toBe(0);
    expect(existsSync(`/proc/${other}`)).toBe(false);
  });
});
