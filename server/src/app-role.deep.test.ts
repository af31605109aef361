import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateJobs } from './jobs/runner.ts';
import { startEmbedded, type EmbeddedDatabase } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { chooseAccount, changeOwner } from './db/embedded/account.ts';
import { APP_ROLE } from './db/embedded/app-role.ts';
import { embeddedConnection } from './db/embedded/bring-up.ts';
import { CLUSTER_USER, ensureCluster, loadPassword } from './db/embedded/cluster.ts';
import { launchPostmaster } from './db/embedded/postmaster.ts';
import { findRuntime } from './db/embedded/runtime.ts';

const settings = { fsync: 'off' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-role-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(connection: pg.ClientConfig, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  await client.connect();
  return client.query(text).finally(() => client.end());
}

const start = (): Promise<EmbeddedDatabase> =>
  startEmbedded({ data_dir: folder, database: 'kaike', log: () => undefined, settings });

/** A data folder as versions made it whose server worked as superuser: restored once, with a plugin and its resources. */
async function makeOldFolder(): Promise<void> {
  const account = chooseAccount();
  changeOwner(account, folder);
  const runtime = findRuntime(account, folder);
  const cluster = ensureCluster(runtime, account, folder);
  const postmaster = launchPostmaster({
    runtime,
    account,
    folder: cluster,
    socket: folder,
    settings,
    log: () => undefined,
  });
  const superuser = { host: folder, user: CLUSTER_USER, password: loadPassword(cluster) };
  const at = (database: string) => embeddedConnection({ ...superuser, database });
  try {
    await expect.poll(() => run(at('postgres'), 'create database kaike').then(() => true, String)).toBe(true);
    await run(at('kaike'), 'drop schema public cascade; create schema public');
    const pool = createPool(at('kaike'), { max: 2 });
    await migrate(pool, { log: () => undefined });
    await migrateJobs({ pool });
    await pool.query(`insert into users (username) select 'user' || n from generate_series(1, 50) n`);
    const oid = Number(
      (await pool.query<{ oid: string }>("select oid from pg_database where datname = 'kaike'")).rows[0]?.oid,
    );
    await pool.query(`create role kaike_${oid}_old noinherit login; grant kaike_${oid}_old to current_user;
      create schema plugin_old authorization kaike_${oid}_old; create schema plugin_old__resources;
      create table plugin_old__resources.things (id bigint generated always as identity primary key);
      grant select on plugin_old__resources.things to kaike_${oid}_old`);
    await pool.end();
  } finally {
    await postmaster.stop();
  }
}

const LEFT = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = '${CLUSTER_USER}'::regrole and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  union all select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = '${CLUSTER_USER}'::regrole and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all select t.oid::regtype::text from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typowner = '${CLUSTER_USER}'::regrole and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = coalesce(nullif(t.typelem, 0), t.oid) and d.deptype = 'e')
  union all select nspname from pg_namespace where nspowner = '${CLUSTER_USER}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'`;

it('a data folder whose server was superuser goes on with a role that is none, and loses nothing', async () => {
  await makeOldFolder();
  for (const _start of ['first', 'second']) {
    const database = await start();
    try {
      const { connection } = database;
      expect(connection.user).toBe(APP_ROLE);
      const { rows } = await run(
        connection,
        'select rolsuper, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
      );
      expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false }]);
      expect((await run(connection, LEFT)).rows).toEqual([]);
      expect((await run(connection, 'select count(*)::int as users from users')).rows).toEqual([{ users: 50 }]);
      // Who is neither the superuser nor this role has no locks, messages, large objects and temporary tables.
      const open = `select count(*)::int as count from pg_proc where proname ~ '^pg_(try_)?advisory_|^pg_notify$|^pg_lock_status$|^lo_(creat|create|from_bytea)$' and pronamespace = 'pg_catalog'::regnamespace
        and (has_function_privilege('public', oid, 'execute') or not has_function_privilege(oid, 'execute'))`;
      expect((await run(connection, open)).rows).toEqual([{ count: 0 }]);
      expect(
        (
          await run(
            connection,
            "select has_database_privilege('public', current_database(), 'temp') as temp, has_database_privilege('public', 'postgres', 'connect') as beside",
          )
        ).rows,
      ).toEqual([{ temp: false, beside: false }]);
      // What a restore does, and what a plugin needs.
      await run(
        connection,
        'begin; drop schema public cascade; create schema public; create extension pg_trgm; rollback',
      );
      await run(
        connection,
        `do $$ declare role text := (select rolname from pg_roles where rolname like 'kaike\\_%\\_old'); begin
          execute format('alter role %I password ''x''', role); execute format('grant insert on plugin_old__resources.things to %I', role);
        end $$`,
      );
    } finally {
      await database.stop();
    }
  }
});

it('the role has nothing of the superuser: no files, no programs, no other roles', async () => {
  const database = await start();
  try {
    const { connection } = database;
    for (const text of [
      "copy (select 1) to program 'true'",
      "copy (select 1) to '/tmp/kaike'",
      "select pg_read_file('postmaster.pid')",
      'alter role current_user superuser',
      `set role ${CLUSTER_USER}`,
      `alter role ${CLUSTER_USER} password 'x'`,
      'grant pg_execute_server_program to current_user',
      "alter system set log_connections = 'on'",
    ])
      await expect(run(connection, text), text).rejects.toThrow(/permission denied|must be superuser|must have/);
  } finally {
    await database.stop();
  }
});
