import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInstallation, end, health, type Installation } from '../test/processes/installation.ts';
import { startMs } from '../test/processes/spawn-server.ts';
import { embeddedFolder } from './db/open-database.ts';

let installation: Installation;
beforeEach(() => {
  installation = createInstallation();
});
afterEach(() => installation.close());

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
  it('restarts after kill -9 of the server and its database, without printing a password again', async () => {
    const first = await installation.start();
    const postmaster = Number.parseInt(readFileSync(installation.pidFile(), 'utf8'), 10);
    await end(first.child, 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    const second = await installation.start();
    expect(await health(second)).toBe(200);
    expect(second.text()).not.toContain('Password');
  });

  it('connects to its own database whatever PG* variables the shell sets', async () => {
    const server = await installation.start({
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
    await end((await installation.start()).child, 'SIGTERM');
    writeFileSync(join(embeddedFolder(installation.folder), 'pg18/kaike.secret'), 'of another installation');
    const second = installation.launch();
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^The embedded database refuses Kaike: .*password authentication failed[^\n]*\n$/);
    expect(existsSync(installation.pidFile())).toBe(false);
  });

  it.each([
    ['another secret', { KAIKE_SECRET: 'another secret than the one it began with' }],
    ['a lost file, for which a new one is made', {}],
  ])('refuses %s with one sentence, before anything is sealed with it', async (_name, env) => {
    const first = await installation.start({ KAIKE_SECRET: 'the secret this installation began with' });
    await end(first.child, 'SIGTERM');
    const second = installation.launch(env);
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^The secret in use is not the one this database was written with: [^\n]+\n$/);
    expect(existsSync(installation.pidFile())).toBe(false);
  });

  it('ends with one sentence when the port is taken', async () => {
    const server = await installation.start();
    const second = installation.launch({ PORT: new URL(server.address).port });
    const [code] = (await once(second.child, 'close')) as [number];
    expect(code).toBe(1);
    expect(second.text()).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use; [^\n]+\n$/);
  });

  // It finds the child that serves through /proc, which only Linux has.
  it.runIf(process.platform === 'linux')('serves from several processes and replaces one that dies', async () => {
    const server = await installation.start({ KAIKE_WORKERS: '2' });
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
