import pg from 'pg';
import { findMigrationsFolder, MigrationError, loadMigrations, type MigrationFile } from './migration-files.ts';

export type MigrateOptions = {
  log: (line: string) => void;
  /** Default: the project's own migrations. */
  folder?: string;
};

/** An arbitrary constant of our own. */
const LOCK_KEY = 715_250_001;

const CREATE_TABLE = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

type Applied = { name: string; checksum: string };

async function readApplied(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  const lookup = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as exists",
  );
  if (!lookup.rows[0]?.exists) return [];
  return (await client.query<Applied>('select name, checksum from schema_migrations order by name')).rows;
}

/** Compares files and table: returns what is still to be applied, or refuses a history that differs. */
function findPending(files: MigrationFile[], applied: Applied[]): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file)
      throw new MigrationError(
        `The database has ${name}, which this version of Kaike does not know: it was used by a newer one. Start that version, or restore a backup.`,
      );
    if (file.checksum !== checksum)
      throw new MigrationError(
        `${name} was changed after it had been applied. Put the file back as it was and write a new migration.`,
      );
  }
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/** Converts the character position PostgreSQL reports to a line number. */
function describeFailure(file: MigrationFile, cause: unknown): string {
  if (!(cause instanceof pg.DatabaseError)) return `${file.name} failed: ${String(cause)}`;
  const line =
    cause.position === undefined ? '' : `, line ${file.sql.slice(0, Number(cause.position)).split('\n').length}`;
  const detail = cause.detail === undefined ? '' : ` (${cause.detail})`;
  return `${file.name}${line} failed: ${cause.message}${detail}`;
}

/** Runs one file and records it, inside the caller's transaction. */
export async function applyMigration(client: pg.ClientBase, file: MigrationFile): Promise<void> {
  try {
    await client.query(file.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file.name, file.checksum]);
  } catch (cause) {
    throw new MigrationError(describeFailure(file, cause), { cause });
  }
}

/** Creates the table of applied migrations when it is missing. */
export async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(CREATE_TABLE);
}

async function applyInTransaction(client: pg.ClientBase, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await applyMigration(client, file);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  }
}

async function takeLock(client: pg.ClientBase, log: (line: string) => void): Promise<void> {
  const free = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
  if (free.rows[0]?.taken) return;
  log('Another process is migrating this database; waiting for it.');
  await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
}

/**
 * Brings the schema up to date: every file not yet applied, in order, each in its own transaction. Any number of
 * processes may call it at once; one works, the others wait and then have nothing to do.
 */
export async function migrate(pool: pg.Pool, { log, folder }: MigrateOptions): Promise<{ applied: string[] }> {
  const files = loadMigrations(folder ?? findMigrationsFolder());
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeLock(client, log);
    await createMigrationsTable(client);
    const applied = await readApplied(client);
    const pending = findPending(files, applied);
    const secondsSince = (start: number): string => ((Date.now() - start) / 1000).toFixed(1);
    const startedAt = Date.now();
    for (const file of pending) {
      const fileStartedAt = Date.now();
      await applyInTransaction(client, file);
      // Whoever updates wants to know what changed; a new database has nothing that could.
      if (applied.length > 0) log(`Applied ${file.name} in ${secondsSince(fileStartedAt)} s.`);
    }
    if (applied.length === 0) log(`Created the tables in ${secondsSince(startedAt)} s.`);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined); // a broken session has lost the lock anyway
    client.release(true); // closes the session, and its settings with it
  }
}

/** The names of migrations that `migrate` would apply now; changes nothing. */
export async function listPendingMigrations(pool: pg.Pool, folder: string = findMigrationsFolder()): Promise<string[]> {
  return findPending(loadMigrations(folder), await readApplied(pool)).map(({ name }) => name);
}
