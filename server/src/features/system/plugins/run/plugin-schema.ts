import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Context } from '../../../../core/context.ts';
import { lockUntilCommit } from '../../../../db/hidden-names.ts';
import type { Db } from '../../../../db/pool.ts';
import { OperatorError } from '../../../../db/operator-error.ts';
import type { PluginDatabase } from './messages.ts';

/** The tables of a plugin: a schema that only its own role, and the product's, can use. */
export const schemaOf = (id: string): string => `plugin_${id.replaceAll('-', '_')}`;

/** The tables of a plugin's resources. No id has two hyphens in a row, so this is the schema of no other plugin. */
export const resourceSchemaOf = (id: string): string => `${schemaOf(id)}__resources`;

/** Roles belong to the whole cluster, in which several schools may have databases. */
export async function roleOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{
    oid: number;
  }>`select oid::int8 as oid from pg_database where datname = current_database()`.execute(db);
  return `kaike_${rows[0]?.oid ?? 0}_${id.replaceAll('-', '_')}`;
}

const passwordOf = ({ secrets }: Context, role: string): string => secrets.hmac('plugins', role).toString('base64url');

function explain(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === '42501';
  return isRefused
    ? new OperatorError(
        'The database account may not create roles and schemas, which keep the tables of plugins apart. As its superuser: alter role … createrole; grant create on database … to …',
        { cause: error },
      )
    : error;
}

async function hasRole(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  return rows.length > 0;
}

async function hasSchema(db: Db, schema: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db);
  return rows.length > 0;
}

const lockSchemas = (trx: Db): Promise<void> => lockUntilCommit(trx, 'plugins');

/** Makes a schema of the product's own account where it is missing, and works in it. */
export async function createSchema({ db }: Context, schema: string, work: (trx: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockSchemas(trx);
      await sql`create schema if not exists ${sql.id(schema)}`.execute(trx);
      await work(trx);
    });
  } catch (error) {
    throw explain(error);
  }
}

/** Lets the account of a plugin read and write the rows of its resources, and no more. */
async function grantRows(trx: Db, role: string, schema: string): Promise<void> {
  if (!(await hasSchema(trx, schema))) return;
  const [to, at] = [sql.id(role), sql.id(schema)];
  await sql`grant usage on schema ${at} to ${to}`.execute(trx);
  await sql`grant select, insert, update, delete on all tables in schema ${at} to ${to}`.execute(trx);
}

/** What a plugin may change for itself; a transaction that grows old all the same is ended by `limitPlugins`. */
const timeLimits = { statement_timeout: '300s', idle_in_transaction_session_timeout: '30s' };
const mostTemporary = '256MB';

/** Whoever may set this limit is decided by a superuser: ours for the embedded database, the operator for another one. */
async function limitTemporaryFiles(trx: Db, role: string): Promise<void> {
  const { rows } = await sql<{
    may: boolean;
  }>`select has_parameter_privilege(current_user, 'temp_file_limit', 'set') as may`.execute(trx);
  if (rows[0]?.may) await sql`alter role ${sql.id(role)} set temp_file_limit = ${sql.lit(mostTemporary)}`.execute(trx);
}

async function createRole(trx: Db, role: string, password: string): Promise<void> {
  const name = sql.id(role);
  if (!(await hasRole(trx, role))) await sql`create role ${name} noinherit`.execute(trx);
  await sql`alter role ${name} login password ${sql.lit(password)} connection limit 4`.execute(trx);
  for (const [setting, value] of Object.entries(timeLimits))
    await sql`alter role ${name} set ${sql.ref(setting)} = ${sql.lit(value)}`.execute(trx);
  await limitTemporaryFiles(trx, role);
  // The product reads what its lists show, and drops what is removed.
  await sql`grant ${name} to current_user`.execute(trx);
}

/**
 * Nobody but the owner of the database makes anything in `public`, where the product's statements find their names; databases older
 * than PostgreSQL 15 let everybody.
 */
async function closePublic(trx: Db, role: string): Promise<void> {
  const mayCreate = sql<{ may: boolean }>`select has_schema_privilege(${role}, 'public', 'create') as may`;
  if (!(await mayCreate.execute(trx)).rows[0]?.may) return;
  await sql`revoke create on schema public from public`.execute(trx);
  if ((await mayCreate.execute(trx)).rows[0]?.may)
    throw new OperatorError(
      "Everybody may make functions in the schema public of this database, in the place of those that Kaike calls. As the schema's owner: revoke create on schema public from public",
    );
}

/** Makes the role and the schema of a plugin where they are missing, as after a restore, and tells how to reach them. */
export async function ensureSchema(ctx: Context, id: string): Promise<PluginDatabase> {
  const role = await roleOf(ctx.db, id);
  const password = passwordOf(ctx, role);
  const schema = sql.id(schemaOf(id));
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await lockSchemas(trx);
      await createRole(trx, role, password);
      await closePublic(trx, role);
      await sql`create schema if not exists ${schema} authorization ${sql.id(role)}`.execute(trx);
      await grantRows(trx, role, resourceSchemaOf(id));
      const searched = sql.join([schema, sql.id(resourceSchemaOf(id))]);
      await sql`alter role ${sql.id(role)} in database ${sql.id(await databaseName(trx))} set search_path = ${searched}`.execute(
        trx,
      );
    });
  } catch (error) {
    throw explain(error);
  }
  return connectionOf(ctx.pool.options, { role, password });
}

export async function databaseName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name ?? '';
}

/** The product's own connection with the account of the plugin. */
function connectionOf(own: ClientConfig, { role, password }: { role: string; password: string }): PluginDatabase {
  const url = own.connectionString ? new URL(own.connectionString) : null;
  // As the driver reads it: a folder of a socket stands behind the question mark.
  const host = url ? (url.searchParams.get('host') ?? decodeURIComponent(url.hostname)) : own.host;
  const port = url ? Number(url.port || '5432') : own.port;
  const database = url ? decodeURIComponent(url.pathname.slice(1)) : own.database;
  const mode = url?.searchParams.get('sslmode');
  const ssl = own.ssl ?? (mode && mode !== 'disable' ? { rejectUnauthorized: mode === 'verify-full' } : undefined);
  return {
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
    ...(database ? { database } : {}),
    ...(ssl ? { ssl } : {}),
    user: role,
    password,
    application_name: `kaike-plugin ${randomBytes(8).toString('hex')}`,
  };
}

/** Ends what a process of a plugin still does in the database after it was ended. */
export async function endSessions({ db }: Context, { application_name: name }: PluginDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(db);
}

/** Ends everything that a plugin does in the database. */
export async function endSessionsOf(db: Db, role: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(db);
}

/** Drops the tables of a plugin, and its role, as far as they are there. */
export async function deleteSchema(ctx: Context, id: string): Promise<void> {
  const role = await roleOf(ctx.db, id);
  // Otherwise a process that has not ended yet connects again.
  if (await hasRole(ctx.db, role)) await sql`alter role ${sql.id(role)} nologin`.execute(ctx.db);
  await endSessionsOf(ctx.db, role);
  await ctx.db.transaction().execute(async (trx) => {
    await lockSchemas(trx);
    for (const schema of [schemaOf(id), resourceSchemaOf(id)])
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(trx);
    if (!(await hasRole(trx, role))) return;
    await sql`drop owned by ${sql.id(role)} cascade`.execute(trx);
    await sql`drop role ${sql.id(role)}`.execute(trx);
  });
}
