import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { closeToPlugins } from './close-to-plugins.ts';
import { changeOwner, type SystemAccount } from './account.ts';

/** The role Kaike works as: it owns its database, may make the roles of plugins, and is no superuser. */
export const APP_ROLE = 'kaike_app';
const PASSWORD_FILE = 'kaike-app.secret';
const PASSWORD_BYTES = 24;
/** An arbitrary constant of our own. */
const LOCK_KEY = 715_250_002;
const lockNotAvailable = '55P03';

/** The password of the role; written when the role has it. */
export const loadAppPassword = (folder: string): string => readFileSync(join(folder, PASSWORD_FILE), 'utf8');

/** What a superuser owned, as it did before there was a role for Kaike. Extensions and what belongs to them stay its own. */
const HANDOVER = `do $handover$
declare
  boss constant oid := current_user::regrole;
  one record;
begin
  execute format('alter database %I owner to ${APP_ROLE}', current_database());
  for one in
    with spaces as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    extended as (select classid, objid from pg_depend where deptype = 'e')
    select format('schema %I', nspname) as name from spaces where nspowner = boss
    union all
    select format('table %s', c.oid::regclass) from pg_class c join spaces s on s.oid = c.relnamespace
      where c.relowner = boss and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select 1 from extended e where e.classid = 'pg_class'::regclass and e.objid = c.oid)
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join spaces s on s.oid = p.pronamespace
      where p.proowner = boss and not exists (select 1 from extended e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
    union all
    select format('type %s', t.oid::regtype) from pg_type t join spaces s on s.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where t.typowner = boss and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
        and not exists (select 1 from extended e where e.classid = 'pg_type'::regclass and e.objid = t.oid)
    union all
    select format('statistics %I.%I', s.nspname, x.stxname) from pg_statistic_ext x join spaces s on s.oid = x.stxnamespace
      where x.stxowner = boss
  loop
    execute format('alter %s owner to ${APP_ROLE}', one.name);
  end loop;
  for one in
    select r.rolname as name from pg_roles r
    where starts_with(r.rolname, 'kaike_' || (select oid from pg_database where datname = current_database()) || '_')
      and not exists (select 1 from pg_auth_members m where m.roleid = r.oid and m.member = '${APP_ROLE}'::regrole and m.admin_option)
  loop
    execute format('grant %I to ${APP_ROLE} with admin option', one.name);
  end loop;
end $handover$`;

/** Whether the superuser still owns something of ours: each kind of object that a migration makes has one of these beside it. */
const IS_OURS = `
  select 1 from pg_database where datname = current_database() and datdba = current_user::regrole
  union all
  select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  limit 1`;

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'kaike keeper' });
  client.on('error', () => undefined); // a query on a broken connection fails itself
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Gives the role everything in a database that an older version made as superuser; all of it or nothing. */
async function handOver(client: pg.Client): Promise<void> {
  if ((await client.query(IS_OURS)).rowCount === 0) return;
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '20s'");
    await client.query(HANDOVER);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    if (cause instanceof pg.DatabaseError && cause.code === lockNotAvailable)
      throw new OperatorError('An older version of Kaike works on this database; stop it, then start this one.', {
        cause,
      });
    throw cause;
  }
}

/** Makes the role where it is missing; its password is in the file once the role has it, so that a kill in between is harmless. */
async function ensureRole(
  client: pg.Client,
  { folder, account }: { folder: string; account: SystemAccount },
): Promise<void> {
  const file = join(folder, PASSWORD_FILE);
  const role = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (role.rowCount !== 0 && existsSync(file)) return;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  if (role.rowCount === 0) await client.query(`create role ${APP_ROLE}`);
  await client.query(`alter role ${APP_ROLE} login createrole password ${pg.escapeLiteral(password)}`);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, password, { mode: 0o600, flush: true });
    changeOwner(account, draft);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

type Cluster = { folder: string; account: SystemAccount };

/**
 * Sets up the role Kaike works as, and its database, over the superuser's connection to another database, `client`. What an older
 * version made as superuser changes hands without a row being touched. Any number of processes may do so at once.
 */
export async function prepareApp(client: pg.Client, connection: pg.ClientConfig, cluster: Cluster): Promise<void> {
  const database = connection.database ?? '';
  await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
  try {
    await ensureRole(client, cluster);
    const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (existing.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${APP_ROLE}`);
    await withClient(connection, async (own) => {
      await handOver(own);
      await closeToPlugins(own, APP_ROLE);
    });
    // Plugins have no business in the databases beside it, where the lock of this preparation is.
    await client.query(
      `revoke connect on database postgres, template1 from public; grant connect on database postgres to ${APP_ROLE}`,
    );
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined); // a broken session has lost it anyway
  }
}
