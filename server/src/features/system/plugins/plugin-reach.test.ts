import { once } from 'node:events';
import { createServer } from 'node:http';
import { url as inspectorUrl } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminPerson, MemberPerson } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';
import {
  examples,
  openRoute,
  startPluginTest,
  type Files,
  type PluginTest,
} from '../../../../test/plugins/plugin-app.ts';
import { setPluginState } from './life/change-plugin.ts';

let test: PluginTest;
let app: PluginTest['app'];
let install: PluginTest['install'];
let linesOf: PluginTest['linesOf'];
let pack: PluginTest['pack'];
let routeLimits: PluginTest['routeLimits'];
let admin: AdminPerson;

beforeAll(async () => {
  test = await startPluginTest();
  ({ app, install, linesOf, pack, routeLimits } = test);
  admin = await app.person.admin();
  await install(join(examples, 'check-in'));
});
afterAll(() => test.close(['check-in', 'other']));

describe('what a plugin reaches', () => {
  /** What each piece of code returns, or the message of what it throws, as routes of one plugin. */
  async function outcomes<N extends string>(codes: Record<N, string>, manifest: object = {}, files: Files = {}) {
    const names = Object.keys(codes);
    const source = pack(
      'other',
      { server: 'server.mjs', routes: names.map((name) => openRoute(`/${name}`)), ...manifest },
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
    await test.clear('other');
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
    await setPluginState(app.ctx, 'other', false);
    expect((await last).body).toEqual({ text: 'other is not on' });
  });

  it('is what was granted, by the read engine with its masks', async () => {
    await app.person.member();
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
      openRoute('/who'),
      openRoute('/who', { area: 'home', answer: shown }),
      openRoute('/who', { area: 'admin', permission: 'all', answer: shown }),
    ];
    const names = ['open', 'home', 'admin'];
    const code = `const who = ({ caller, member, admin }) => ({ text: JSON.stringify([caller, member, admin]) });
      export const routes = { ${names.map((area) => `'GET /${area}/who': who`).join(', ')} };`;
    await test.clear('other');
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
});
