import { setTimeout as pause } from 'node:timers/promises';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { fingerprintOf, restoreSecretState } from '../core/installation/installation-secret.ts';
import { anchorFile, isMissing, ledgerAnchorFile } from '../process/data-folder.ts';
import { migrate } from '../db/migrate.ts';
import { OperatorError } from '../db/operator-error.ts';
import { createPool, type Connection } from '../db/pool.ts';
import { isPluginSchema, ownSchemas, sqlName, type Table } from './catalogue.ts';
import { checkBackup, openArchive } from './check-backup.ts';
import { FILES_PREFIX, SECRET_NAME, tableOfPart, type BackupManifest } from './manifest.ts';
import { findUnfinishedRestore, finishRestore, markRestore } from './unfinished-restore.ts';
import { removeLeftovers, stagingFolder } from './remove-leftovers.ts';
import {
  findTargets,
  loadTable,
  matchMigrations,
  rebuildSchema,
  setSequences,
  unlockJobs,
  withBareTables,
  type TableLoad,
} from './restore-database.ts';

export type RestoreOptions = {
  connection: Connection;
  data_dir: string;
  /** The secret set by the environment, if any; it must be the one the backup was made with. */
  given_secret: string | null;
  /** Otherwise the file to which the backup's own secret is written. */
  secret_file: string;
  file: string;
  force: boolean;
  /** Brings the data of plugins, when the rows, files and secret of the school are in place. */
  load_plugins?: (manifest: BackupManifest) => Promise<void>;
  log: (line: string) => void;
};

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ tables: number; is_ours: boolean; has_users: boolean }>(`
    select (select count(*)::int from pg_tables where schemaname = 'public') as tables,
      to_regclass('public.schema_migrations') is not null as is_ours, to_regclass('public.users') is not null as has_users`);
  const state = rows[0];
  if (!state || state.tables === 0) return true;
  if (!state.is_ours)
    throw new OperatorError('The database holds tables of another program; restore into a database of its own.');
  if (!state.has_users) return true;
  return (await client.query('select 1 from users limit 1')).rowCount === 0;
}

const closingTries = 20;
const closingPauseMs = 100;

async function refuseIfInUse(client: pg.Client, force: boolean): Promise<void> {
  const others = async (): Promise<boolean> =>
    (
      await client.query(`
    select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'kaike%' limit 1`)
    ).rowCount !== 0;
  // A server that has just stopped may still be listed for a moment.
  for (let tries = 0; tries < closingTries && (await others()); tries += 1) await pause(closingPauseMs);
  if (await others()) throw new OperatorError('Kaike is running on this database; stop the server before restoring.');
  // Refuses the tables of another program, forced or not.
  const hasNothing = await isEmpty(client);
  // What an interrupted restore has brought may be brought again.
  if (!force && !hasNothing && !(await findUnfinishedRestore(client))) {
    throw new OperatorError(
      'The database already holds data, which restoring would replace; make a backup of it and repeat with --force.',
    );
  }
}

/** Encrypted fields can only be read with the secret they were written with. */
function checkSecret({ given_secret }: RestoreOptions, manifest: BackupManifest): void {
  const brings = manifest.entries.some(({ name }) => name === SECRET_NAME);
  if (given_secret !== null && fingerprintOf(given_secret) !== manifest.secret_fingerprint) {
    throw new OperatorError(
      'The backup was made under another KAIKE_SECRET; set that one (or unset it if the backup brings its own), else encrypted fields are lost.',
    );
  }
  if (given_secret === null && !brings) {
    throw new OperatorError(
      'The backup was made with KAIKE_SECRET set and does not hold it; set the same KAIKE_SECRET before restoring.',
    );
  }
}

function stagedPath(staging: string, name: string): string {
  const relative = normalize(name.slice(FILES_PREFIX.length));
  if (relative.startsWith('..') || relative.startsWith('/') || !relative.includes('/'))
    throw new OperatorError(`The backup holds the impossible file name ${name}.`);
  return join(staging, relative);
}

async function extractFile(content: ReadableStream<Uint8Array>, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
}

type Sinks = { client: pg.Client; manifest: BackupManifest; targets: Table[]; staging: string };

/** Reads the archive once: rows into their tables, files into the staging folder. Returns the secret, if the archive holds one. */
async function loadEntries(file: string, { client, manifest, targets, staging }: Sinks): Promise<string | null> {
  const targetNames = new Set(targets.map(sqlName));
  const records = new Map(manifest.tables.map((record) => [`${record.schema}.${record.name}`, record]));
  let secret: string | null = null;
  let current: { table: string; load: TableLoad } | null = null;
  const turnTo = async (table: string | null): Promise<TableLoad | null> => {
    if (current && current.table === table) return current.load;
    await current?.load.finish();
    const record = table === null ? undefined : records.get(table);
    current =
      table !== null && record && targetNames.has(sqlName(record)) ? { table, load: loadTable(client, record) } : null;
    return current?.load ?? null;
  };
  for await (const { header, body } of openArchive(file)) {
    const load = await turnTo(tableOfPart(header.name));
    if (header.name.startsWith(FILES_PREFIX)) await extractFile(body, stagedPath(staging, header.name));
    else if (header.name === SECRET_NAME) secret = (await text(body)).trim();
    else for await (const chunk of body) await load?.write(chunk);
  }
  await turnTo(null);
  return secret;
}

/** Moves the staged folders into place; previous ones are kept beside them under another name. */
async function swapFolders(staging: string, { data_dir, log }: RestoreOptions): Promise<void> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (const folder of await readdir(staging)) {
    const target = join(data_dir, folder);
    const before = await readdir(target).catch(() => []);
    if (before.length > 0) {
      await rename(target, `${target}.before-restore-${stamp}`);
      log(
        `The files that were in ${target} are now in ${folder}.before-restore-${stamp}; delete them when you no longer need them.`,
      );
    } else {
      await rm(target, { recursive: true, force: true });
    }
    await rename(join(staging, folder), target);
  }
}

/** The anchors of the previous log and ledgers do not apply to the restored ones. */
async function setAnchorsAside(dataFolder: string): Promise<void> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  for (const file of [anchorFile(dataFolder), ledgerAnchorFile(dataFolder)])
    await rename(file, `${file}.before-restore-${stamp}`).catch((cause: unknown) => {
      if (!isMissing(cause)) throw cause;
    });
}

async function writeSecret(file: string, secret: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** Makes renames in a folder outlast a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Everything in the database in one transaction: it is replaced as a whole or not at all. From its commit on, until the files and
 * the secret are in place, the database says that the restore is not finished.
 */
async function restoreDatabase(
  client: pg.Client,
  options: RestoreOptions,
  { manifest, staging }: { manifest: BackupManifest; staging: string },
): Promise<string | null> {
  const migrations = matchMigrations(manifest);
  let secret: string | null = null;
  let loaded: Table[] = [];
  await client.query('begin');
  try {
    await rebuildSchema(client, migrations);
    const { tables, missing } = await findTargets(client, manifest);
    loaded = tables;
    for (const table of missing)
      options.log(
        `${table.schema}.${table.name} was left out: its form differs here. Waiting jobs may have to be started again.`,
      );
    await withBareTables(client, { tables, schemas: ownSchemas }, async () => {
      secret = await loadEntries(options.file, { client, manifest, targets: tables, staging });
    });
    await setSequences(
      client,
      manifest.sequences.filter(({ schema }) => !isPluginSchema(schema)),
    );
    await unlockJobs(client, tables);
    await restoreSecretState(client, manifest.secret_fingerprint);
    await markRestore(client, { file: options.file, started_at: new Date().toISOString() });
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined); // the connection may be what failed
    throw cause;
  }
  // These alone: of what else is in the database, a plugin's tables may compute what they index.
  await client.query(`analyze ${loaded.map(sqlName).join(', ')}`);
  return secret;
}

async function withClient(options: RestoreOptions, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...options.connection, application_name: 'restore' });
  client.on('error', () => undefined); // a query on a broken connection fails itself
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Brings an installation to the state of a backup. The archive is checked before anything is touched, the database is
 * replaced in one transaction, and newer migrations are applied afterwards. Killed at any point, it can be run again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const manifest = await checkBackup(options.file);
  options.log(`The backup of ${manifest.created_at} is complete and undamaged.`);
  checkSecret(options, manifest);
  const staging = stagingFolder(options.data_dir);
  const pool = createPool(options.connection, { max: 2 });
  try {
    await withClient(options, async (client) => {
      await refuseIfInUse(client, options.force);
      await removeLeftovers(options.data_dir).catch(() => []); // The folder may not exist yet.
      await mkdir(staging, { recursive: true, mode: 0o700 });
      await runMigrations({ pgPool: pool });
      const secret = await restoreDatabase(client, options, { manifest, staging });
      await swapFolders(staging, options);
      await setAnchorsAside(options.data_dir);
      if (secret !== null && options.given_secret === null) await writeSecret(options.secret_file, secret);
      await flushFolder(options.data_dir);
    });
    await migrate(pool, options);
    await options.load_plugins?.(manifest);
    await finishRestore(pool);
  } finally {
    await pool.end();
    await rm(staging, { recursive: true, force: true });
  }
  return manifest;
}
