import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded, type EmbeddedConnection, type EmbeddedDatabase } from './embedded.ts';
import { chooseAccount, changeOwner } from './embedded/account.ts';
import { bringUp, embeddedConnection } from './embedded/bring-up.ts';
import { CLUSTER_USER, ensureCluster, loadPassword } from './embedded/cluster.ts';
import { findRuntime, findSystemRuntimes } from './embedded/runtime.ts';

const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let top: string;
let folder: string;
let started: EmbeddedDatabase[];
let children: ChildProcess[];

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'kaike-embedded-'));
  folder = top;
  started = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await endChild(child);
  for (const database of started) await database.stop();
  rmSync(top, { recursive: true, force: true });
});

async function start(options: { keep?: boolean; settings?: Record<string, string> } = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    data_dir: folder,
    database: 'kaike',
    log: () => undefined,
    settings: QUICK,
    ...options,
  });
  started.push(database);
  return database;
}

async function query(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const clusterFolder = (): string => join(folder, readdirSync(folder).find((name) => /^pg\d+$/.test(name)) ?? 'none');
const pidFile = (): string => join(clusterFolder(), 'postmaster.pid');
const postmasterPid = (): number => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10);

function startChild(): { child: ChildProcess; ready: Promise<{ owned: boolean }> } {
  const script = resolve(import.meta.dirname, '../../test/processes/embedded-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const ready = once(child.stdout, 'data').then(([line]) => JSON.parse(String(line)) as { owned: boolean });
  return { child, ready };
}

async function endChild(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.stdin?.end();
  await gone;
}

/** Resolves when no process runs in the cluster's folder any more. */
async function untilServerIsGone(pid: number): Promise<void> {
  await expect
    .poll(() => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`);
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
}

describe('startEmbedded', () => {
  it('keeps committed rows when the server is killed and started again', async () => {
    const first = await start({ settings: {} });
    await query(first.connection, 'create table notes as select generate_series(1, 1000) as id');
    process.kill(postmasterPid(), 'SIGKILL');
    const second = await start();
    expect(second.owned).toBe(true);
    expect(await query(second.connection, 'select count(*)::int as count from notes')).toEqual([{ count: 1000 }]);
  });

  it('lets exactly one of two racing first starts own the server', async () => {
    const [one, other] = await Promise.all([startChild().ready, startChild().ready]);
    expect([one.owned, other.owned].sort()).toEqual([false, true]);
    expect(readdirSync(folder).filter((name) => /^(init|password)-/.test(name))).toEqual([]);
  });

  it('starts although the pid file names a running process that is no database', async () => {
    const first = await start();
    await query(first.connection, 'create table notes as select 1 as id');
    const content = readFileSync(pidFile(), 'utf8');
    await first.stop();
    const imposter = spawn('sleep', ['60'], { ...chooseAccount(), cwd: '/' });
    writeFileSync(pidFile(), content.replace(/^\d+/, String(imposter.pid)), { mode: 0o600 });
    changeOwner(chooseAccount(), pidFile());
    try {
      const second = await start();
      expect(second.owned).toBe(true);
      expect(await query(second.connection, 'select id from notes')).toEqual([{ id: 1 }]);
    } finally {
      imposter.kill('SIGKILL');
    }
  });

  it('attaches to the server of another process, and takes over when that process is killed', async () => {
    const { child, ready } = startChild();
    expect(await ready).toEqual({ owned: true });
    const guest = await start({ keep: true });
    expect(guest.owned).toBe(false);
    await query(guest.connection, 'create table notes as select 7 as id');
    const owners = postmasterPid();
    child.kill('SIGKILL');
    await untilServerIsGone(owners);
    await expect.poll(() => guest.owned).toBe(true);
    expect(await query(guest.connection, 'select id from notes')).toEqual([{ id: 7 }]);
  });

  it('ends with its process, even when that is killed', async () => {
    const { child, ready } = startChild();
    await ready;
    const pid = postmasterPid();
    child.kill('SIGKILL');
    await untilServerIsGone(pid);
    expect((await start()).owned).toBe(true);
  });

  it('restarts a killed server with the option `keep`', async () => {
    const database = await start({ keep: true });
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await untilServerIsGone(pid);
    const serves = () => query(database.connection, 'select 1 as one').catch(() => 'not yet');
    await expect.poll(serves).toEqual([{ one: 1 }]);
    await expect.poll(() => database.owned).toBe(true);
  });

  it('still owns a server that restarted itself after the crash of one backend', async () => {
    const database = await start({ keep: true });
    const pid = postmasterPid();
    const client = new pg.Client(database.connection);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const serves = () => query(database.connection, 'select 1 as one').catch(() => 'not yet');
    await expect.poll(serves).toEqual([{ one: 1 }]);
    await database.stop();
    await untilServerIsGone(pid);
  });

  it('refuses data of another major version instead of starting empty', async () => {
    const database = await start();
    const major = Number(/\d+$/.exec(clusterFolder())?.[0]);
    await database.stop();
    started = [];
    renameSync(clusterFolder(), join(folder, 'pg99'));
    await expect(start()).rejects.toThrow(`made by PostgreSQL 99, but this machine offers ${major}`);
  });

  it('works below a folder whose path is too long for a socket', async () => {
    folder = join(top, 'a'.repeat(60), 'b'.repeat(40));
    const database = await start().catch((cause: unknown) => String(cause));
    // As root the private parent folder keeps the database's account out, which the error must say.
    if (process.getuid?.() === 0) expect(database).toContain('cannot enter');
    else expect(database).toHaveProperty('owned', true);
  });
});

const [systemRuntime] = findSystemRuntimes(chooseAccount());

// Not every machine has a PostgreSQL installed; the bundled one is tested everywhere.
describe.skipIf(systemRuntime === undefined)('a PostgreSQL of the machine', () => {
  it('replaces the bundled one, and is used for the data it created', async () => {
    const account = chooseAccount();
    const runtime = systemRuntime ?? { bin: '', major: 0 };
    changeOwner(account, folder);
    const cluster = ensureCluster(runtime, account, folder);
    const connection = embeddedConnection({
      host: folder,
      user: CLUSTER_USER,
      password: loadPassword(cluster),
      database: 'kaike',
    });
    const up = await bringUp(
      { runtime, account, folder: cluster, socket: folder, settings: QUICK, log: () => undefined },
      connection,
    );
    await up.client.end();
    const rows = await query(
      connection,
      "select current_setting('server_version_num')::int / 10000 as major, current_setting('TimeZone') as zone",
    );
    await up.postmaster?.stop();
    expect(rows).toEqual([{ major: runtime.major, zone: 'UTC' }]);
    expect(findRuntime(account, folder)).toEqual(runtime);
  });
});
