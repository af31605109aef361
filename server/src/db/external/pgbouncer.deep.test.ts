import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { chooseAccount } from '../embedded/account.ts';
import { openDatabase } from '../open-database.ts';
import { createPool } from '../pool.ts';

let folder: string;
let bouncer: ChildProcess | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-bouncer-'));
  bouncer = null;
});
afterEach(async () => {
  if (bouncer && bouncer.exitCode === null) {
    const gone = once(bouncer, 'exit');
    bouncer.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts PgBouncer before the test run's server; resolves with the address. */
async function startBouncer(lines: readonly string[]): Promise<string> {
  const { host, port, user, password } = inject('database').connection;
  const own = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    settings,
    [
      '[databases]',
      `postgres = host=${host} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      ...lines,
      '',
    ].join('\n'),
  );
  // It refuses to run as root.
  const { uid, gid } = chooseAccount();
  if (uid !== undefined && gid !== undefined) for (const path of [folder, users, settings]) chownSync(path, uid, gid);
  bouncer = spawn('/usr/sbin/pgbouncer', [settings], { ...chooseAccount(), stdio: 'ignore' });
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${own}/postgres`;
}

const open = (url: string) =>
  openDatabase({ data_dir: '/nowhere', database_url: url }, { log: () => undefined, keep: true });
const ignores = 'ignore_startup_parameters = options,extra_float_digits';

it.each([
  ['transaction', ['pool_mode = transaction', ignores]],
  ['transaction', ['pool_mode = transaction', ignores, 'server_round_robin = 1', 'min_pool_size = 2']],
  ['statement', ['pool_mode = statement', ignores]],
])('refuses PgBouncer in %s mode: %j', async (mode, lines) => {
  await expect(open(await startBouncer(lines))).rejects.toThrow(`a connection pooler in ${mode} mode`);
});

it('says what to set when the start-up parameters are refused', async () => {
  await expect(open(await startBouncer(['pool_mode = session']))).rejects.toThrow(
    'ignore_startup_parameters = options',
  );
});

it('works with one in session mode', async () => {
  const database = await open(await startBouncer(['pool_mode = session', ignores]));
  const pool = createPool(database.connection, { max: 1 });
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
