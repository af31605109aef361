import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRoute, startPluginTest, type PluginTest } from '../../../../../test/plugins/plugin-app.ts';
import { lockUntilCommit } from '../../../../db/hidden-names.ts';
import { checkPlugins } from '../../doctor/public.ts';
import { limitPlugins } from './limit-plugins.ts';
import { ensureSchema } from './plugin-schema.ts';

let test: PluginTest;
let app: PluginTest['app'];
const open: pg.Client[] = [];

/** A session of the plugin's own account, with the rights it has and none of the guards of its process. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(await ensureSchema(app.ctx, 'hoard'));
  client.on('error', () => undefined);
  await client.connect();
  open.push(client);
  return client;
}

const insert =
  "kaike.query(`insert into own select repeat('x', 1000) from generate_series(1, ${Number(request.query.rows)})`)";

beforeAll(async () => {
  test = await startPluginTest({ plugin_space_mb: 1 });
  ({ app } = test);
  await test.install(
    test.pack(
      'hoard',
      {
        server: 'server.mjs',
        routes: [openRoute('/add', { query: { rows: { kind: 'integer', rules: 'required' } } }), openRoute('/count')],
      },
      {
        'migrations/0001.sql': 'create table own (content text)',
        'server.mjs': `export const routes = {
          'GET /open/add': async (request, kaike) => { await ${insert}; return { text: 'added' }; },
          'GET /open/count': async (_request, kaike) => ({ text: String((await kaike.query('select count(*) as count from own'))[0].count) }),
        };`,
      },
    ),
  );
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => undefined);
});
afterAll(() => test.close(['hoard']));

const add = (rows: number) => app.http('GET', `/open/plugins/hoard/add?rows=${rows}`);
const count = async () => (await app.http('GET', '/open/plugins/hoard/count')).body.text;

describe('the account of a plugin in the database', () => {
  it.each([
    "select pg_advisory_lock(hashtext('configs'))",
    'select pg_try_advisory_xact_lock(1, 2)',
    "select pg_notify('kaike', 'configs')",
    'select * from pg_locks',
    "select lo_from_bytea(0, 'x')",
    'set temp_file_limit = -1',
  ])('may not: %s', async (statement) => {
    await expect((await connect()).query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('has limits of time and of temporary files', async () => {
    const { rows } = await (
      await connect()
    ).query(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('temp_file_limit') as files",
    );
    expect(rows).toEqual([{ statement: '5min', idle: '30s', files: '256MB' }]);
  });

  it('hears no messages between nodes and reaches none', async () => {
    const client = await connect();
    const heard: unknown[] = [];
    client.on('notification', (notice) => heard.push(notice));
    const reached: (string | null)[] = [];
    app.ctx.bus.subscribe('plugin-test', (key) => void reached.push(key));
    await client.query('listen kaike');
    await client.query("notify kaike, 'plugin-test:forged'");
    await app.ctx.bus.publish(app.ctx.db, 'plugin-test:own');
    await expect.poll(() => reached).toContain('own');
    await client.query('select 1');
    expect(reached).not.toContain('forged');
    // Its own message alone.
    expect(heard).toHaveLength(1);
  });
});

it('a lock of the product has a number that nobody computes without its database', async () => {
  const numbers = async (): Promise<string[]> =>
    app.ctx.db.transaction().execute(async (trx) => {
      await lockUntilCommit(trx, 'configs');
      const { rows } = await sql<{
        number: string;
      }>`select (classid::int8 << 32 | objid::int8)::text as number from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
        trx,
      );
      return rows.map(({ number }) => number);
    });
  const { rows } = await sql<{
    plain: string;
  }>`select hashtextextended('configs', 0)::text as plain`.execute(app.ctx.db);
  const first = await numbers();
  expect(first).toHaveLength(1);
  expect(first).not.toContain(rows[0]?.plain);
  expect(await numbers()).toEqual(first);
});

it('a transaction of a plugin that grows old is ended', async () => {
  const client = await connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await limitPlugins(app.ctx);
  expect((await client.query('select 1')).rowCount).toBe(1);
  // As if it had begun long ago: the statement is the product's, with another age.
  await limitPlugins(app.ctx, '0 seconds');
  await expect(client.query('select 1')).rejects.toThrow();
  const left = await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(app.ctx.db);
  expect(left.rows).toEqual([]);
});

describe('tables that take more than they may', () => {
  it('can be read and not written, and somebody is told', async () => {
    expect((await add(10)).body).toEqual({ text: 'added' });
    await limitPlugins(app.ctx);
    expect((await add(1400)).body).toEqual({ text: 'added' });
    await limitPlugins(app.ctx);
    const refused = await add(1);
    expect([refused.status, refused.body.code, await count()]).toEqual([507, 'plugin.full', '1410']);
    expect((await test.linesOf('hoard', 'error')).join()).toContain(
      'of the 1 MB they may have: it can read them and not write.',
    );
    expect(await checkPlugins(app.ctx.pool)).toContainEqual(
      expect.objectContaining({ level: 'warn', text: expect.stringContaining('hoard take all the space they may') }),
    );
    const admin = await app.person.admin();
    const { body } = await app.http('GET', '/admin/plugins', { as: admin });
    expect(body.plugins).toContainEqual(expect.objectContaining({ id: 'hoard', used_mb: 2, is_full: true }));
  });

  it('are measured although the plugin holds them', async () => {
    const client = await connect();
    await client.query('begin; set transaction read write; lock table own');
    await limitPlugins(app.ctx);
    await expect(client.query('select 1')).rejects.toThrow();
  });

  it('can be written again once there is room', async () => {
    const client = await connect();
    await client.query('begin; set transaction read write; truncate own; commit');
    await limitPlugins(app.ctx);
    expect([(await add(1)).body, await count()]).toEqual([{ text: 'added' }, '1']);
  });

  it('switch off a plugin that goes on all the same', async () => {
    const client = await connect();
    await client.query("insert into own select repeat('x', 1000) from generate_series(1, 3000)");
    await limitPlugins(app.ctx);
    expect([await test.stateOf('hoard'), (await add(1)).status]).toEqual([3, 404]);
    expect((await test.linesOf('hoard', 'fault')).join()).toContain('it was switched off');
  });
});
