import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRoute, startPluginTest, type PluginTest } from '../../../../../test/plugins/plugin-app.ts';
import { confine, findAccount, findBoundary } from './boundary.ts';

let test: PluginTest;
let answers: Record<string, string>;
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.end('here');
});

/** The wrap of a connection, which Node makes for a call of its own that is then refused. */
const catchWrap = `const wraps = [];
  const hook = (await import('node:async_hooks')).createHook({ init: (id, type, trigger, resource) => wraps.push({ type, resource }) }).enable();`;

const codes = {
  // The check, the driver and Node each read the options.
  getter: `{ let reads = 0; const socket = new (await import('node:net')).Socket();
    socket.connect({ get path() { reads += 1; return reads < 3 ? own : undefined }, port, host: '127.0.0.1' });
    return heard(socket); }`,
  array: `heard(new (await import('node:net')).Socket().connect([{ port, host: '127.0.0.1' }, null]))`,
  constructor: `{ ${catchWrap}
    const net = await import('node:net');
    const handle = new (net._createServerHandle('127.0.0.1', 0, 4).constructor)(0);
    try { net.connect(own) } catch {}
    hook.disable();
    return handle.connect(wraps.find(({ type }) => /CONNECTWRAP/.test(type))?.resource ?? {}, '127.0.0.1', port); }`,
  database: `{ ${catchWrap}
    await kaike.query('select 1');
    const owned = process._getActiveHandles().find(({ _handle }) => _handle?.constructor.name === 'Pipe' || _handle?.constructor.name === 'TCP');
    hook.disable();
    return new owned._handle.constructor(0).connect({}, own); }`,
  listen: `(await import('node:net'))._createServerHandle('0.0.0.0', 0, 4).listen()`,
  server: `{ const { Server } = await import('node:net'); const server = new Server(); server._listen2('0.0.0.0', 0, 4); return server.listening; }`,
  descriptor: `new (await import('node:net')).Socket({ fd: 3 }).readyState`,
  datagram: `(await import('node:dgram'))._createSocketHandle('0.0.0.0', 0, 'udp4').constructor.name`,
  named: `{ const { lookup } = await import('node:dns'); return new Promise((resolve, reject) => lookup('localhost', (error, address) => (error ? reject(error) : resolve(address)))); }`,
  resolver: `{ const { Resolver } = await import('node:dns'); return new Resolver()._handle.queryA({}, 'example.com'); }`,
  priority: `(await import('node:os')).setPriority(process.ppid, 10)`,
  namedpriority: `{ const { setPriority } = await import('node:os'); return setPriority(process.ppid, 10); }`,
  process: `({ pid: process.pid, uid: process.getuid() })`,
  environment: `process.env`,
  rows: `kaike.query('select 7 as seven')`,
};

beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  test = await startPluginTest();
  const names = Object.keys(codes);
  const route = (name: string, code: string) =>
    `'GET /open/${name}': attempt(async (kaike) => ${code.startsWith('{') ? code : `(${code})`})`;
  await test.install(
    test.pack(
      'other',
      { server: 'server.mjs', routes: names.map((name) => openRoute(`/${name}`)) },
      {
        'migrations/0001.sql': 'create table own (id int)',
        'server.mjs': `const port = ${port}; const own = ${JSON.stringify(`${test.app.ctx.pool.options.host}/.s.PGSQL.5432`)};
          const heard = (socket) => new Promise((resolve, reject) => socket.on('data', (data) => resolve(String(data))).on('error', reject));
          const attempt = (code) => async (request, kaike) => {
            try { return { text: JSON.stringify(await code(kaike)) ?? 'nothing' } } catch (error) { return { text: 'refused: ' + error.message } }
          };
          export const routes = { ${Object.entries(codes)
            .map(([name, code]) => route(name, code))
            .join(',\n')} };`,
      },
    ),
  );
  answers = {};
  for (const name of names) answers[name] = (await test.app.http('GET', `/open/plugins/other/${name}`)).body.text;
});
afterAll(async () => {
  listener.close();
  await test.close(['other']);
});

describe('a plugin without network.connect', () => {
  const ways: (keyof typeof codes)[] = [
    'getter',
    'array',
    'constructor',
    'database',
    'listen',
    'server',
    'descriptor',
    'datagram',
    'named',
    'resolver',
  ];
  it.each(ways)('reaches nothing by way of: %s', (way) => {
    expect(answers[way]).toMatch(/^refused: The network is not granted/);
  });

  it('has connected to nobody, and has its tables all the same', () => {
    expect([connections, answers['rows']]).toEqual([0, '[{"seven":7}]']);
  });
});

it('does not change the priority of the server', () => {
  expect([answers['priority'], answers['namedpriority'], getPriority()]).toEqual([
    'refused: os.setPriority is not for plugins.',
    'refused: os.setPriority is not for plugins.',
    getPriority(process.pid),
  ]);
});

it('runs as the system lets it: under an account of its own, in an empty network', () => {
  const { pid, uid } = JSON.parse(answers['process'] ?? '{}') as { pid: number; uid: number };
  expect(answers['environment']).toBe('{}');
  const { own_user, own_network } = findBoundary();
  expect(uid === process.getuid?.()).toBe(!own_user);
  if (process.platform !== 'linux') return;
  const account = findAccount(test.app.ctx.config.data_dir, 'other');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  if (account !== null) {
    expect(status).toContain(`Uid:\t${[account, account, account, account].join('\t')}`);
    expect(status).toContain(`Gid:\t${[account, account, account, account].join('\t')}`);
    expect(status).toMatch(/Groups:\s*\n/);
    expect(status).toMatch(/CapEff:\s*0+\n/);
  }
  expect(readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync('/proc/self/ns/net')).toBe(!own_network);
});

/** The output of a program of Node under the limits of a plugin, without the guards that are inside its process. */
function runConfined(code: string, mayConnect: boolean): string {
  const { file, args } = confine([process.execPath, '--max-old-space-size=64', '-e', code], {
    memory_mb: 100,
    may_connect: mayConnect,
  });
  const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env: {} });
  return stdout + stderr;
}

it('is kept from the network by the system, whatever its process does', () => {
  const { port } = listener.address() as AddressInfo;
  const code = `require('net').connect(${port}, '127.0.0.1').on('error', ({ code }) => console.log(code)).on('connect', () => process.exit())`;
  expect(runConfined(code, false).includes('ENETUNREACH')).toBe(findBoundary().own_network);
});

it('is refused more memory by the system, also outside of the heap', () => {
  const code = `const kept = []; for (let count = 0; count < 512; count += 1) kept.push(Buffer.alloc(2 ** 20, 1)); console.log('has it all')`;
  expect(runConfined(code, true).includes('has it all')).toBe(!findBoundary().memory);
});
