import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInstallation, type Installation, type Server } from '../test/processes/installation.ts';
import { kill } from '../test/processes/kill.ts';
import { startMs } from '../test/processes/spawn-server.ts';

const adminPassword = 'Kaike2026test';
const mebibyte = 1024 ** 2;

let installation: Installation;
let folder: string;
let server: Server;
let token: string;

/** The whole server with its embedded database in the folder. */
const startWhole = (): Promise<Server> => installation.start({ KAIKE_ADMIN_PASSWORD: adminPassword });
const headers = (): Record<string, string> => ({ 'Content-Type': 'application/json', Authorization: token });
const send = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${server.address}${path}`, { method, headers: headers(), ...(body ? { body: JSON.stringify(body) } : {}) });
const logIn = (): Promise<Response> => send('POST', '/api/open/login', { username: 'admin', password: adminPassword });
const statusOf = (path: string): Promise<number> =>
  fetch(`${server.address}${path}`).then(
    ({ status }) => status,
    () => 0,
  );
const subjects = (key: string): Promise<Response> =>
  fetch(`${server.address}/api/admin/subjects`, {
    method: 'POST',
    headers: { ...headers(), 'X-Idempotency-Key': key },
    body: JSON.stringify({ name: key }),
  });

/** The postmaster and every process it has started. */
function databasePids(): number[] {
  const cluster = readdirSync(join(folder, 'postgres')).find((name) => /^pg\d+$/.test(name)) ?? '';
  const main = Number.parseInt(readFileSync(join(folder, 'postgres', cluster, 'postmaster.pid'), 'utf8'), 10);
  const others = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  return [main, ...others.trim().split(/\s+/).map(Number)];
}
const signalDatabase = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal);
};

async function signIn(): Promise<void> {
  token = ((await (await logIn()).json()) as { token: string }).token;
}

beforeEach(() => {
  installation = createInstallation();
  ({ folder } = installation);
  token = '';
});
afterEach(async () => {
  await installation.close();
});

it(
  'a PostgreSQL that is stopped is told with 503, and everything works by itself when it goes on',
  { timeout: 3 * startMs },
  async () => {
    server = await startWhole();
    const pids = databasePids();
    signalDatabase(pids, 'SIGSTOP');
    try {
      const answers = await Promise.all([logIn(), send('GET', '/api/open/courses?page=2'), send('GET', '/readyz')]);
      expect(answers.map(({ status, headers: answered }) => [status, answered.get('retry-after')])).toEqual([
        [503, '3'],
        [503, '3'],
        [503, '3'],
      ]);
      expect(await statusOf('/healthz')).toBe(200);
    } finally {
      signalDatabase(pids, 'SIGCONT');
    }
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    expect((await logIn()).status).toBe(200);
  },
);

const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.runIf(mayMount)('a disk that is full', { timeout: 3 * startMs }, () => {
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', folder]);
  });
  afterEach(async () => {
    await kill(server.child);
    execFileSync('umount', ['-l', folder]);
  });

  it('is told with 507, loses nothing that was told, and is over as soon as there is room', async () => {
    server = await startWhole();
    await signIn();
    expect((await subjects('before-the-filler')).status).toBe(201);
    const filler = join(folder, 'filler');
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - mebibyte));
    const statuses: number[] = [];
    for (let count = 0; count < 2000 && !statuses.includes(507); count += 1)
      statuses.push(
        (await send('POST', '/api/admin/subjects', { name: `满 ${count}`, intro: 'x'.repeat(500) })).status,
      );
    expect(statuses).toContain(507);
    expect(statuses.filter((status) => ![201, 503, 507].includes(status))).toEqual([]);
    rmSync(filler);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    await expect.poll(async () => (await subjects('after-the-filler')).status).toBe(201);
    const { total } = (await (await send('GET', '/api/admin/subjects/list')).json()) as { total: number };
    expect(total).toBeGreaterThanOrEqual(statuses.filter((status) => status === 201).length + 2);
  });
});
