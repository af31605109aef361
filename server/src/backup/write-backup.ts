import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import pg from 'pg';
import { fingerprintOf } from '../core/installation/installation-secret.ts';
import type { Connection } from '../db/pool.ts';
import { copyTable, type Add } from './copy-table.ts';
import { copyPluginTables, type PluginAccount } from './copy-plugin-tables.ts';
import { listPluginSchemas, listSequences, listTables, ownSchemas } from './catalogue.ts';
import { listBackupFolders, openIfThere, walkFiles, type DataFile } from './data-files.ts';
import {
  FILES_PREFIX,
  MANIFEST_NAME,
  SECRET_NAME,
  type EntryRecord,
  type BackupManifest,
  type TableRecord,
} from './manifest.ts';

export type BackupOptions = {
  connection: Connection;
  data_dir: string;
  secret: string;
  /** False when the secret comes from the environment, where the operator keeps it. */
  with_secret: boolean;
  file: string;
  /** How to reach the tables of a plugin over its own account. */
  plugin_account: PluginAccount;
  log: (line: string) => void;
};

/** Rows compress well at any level; uploads are pictures and video, which hardly compress at all. */
const COMPRESSION = 3;

type Content = Parameters<Add>[2];

async function* hashing(content: Content, hash: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

type Database = Pick<BackupManifest, 'database_version' | 'migrations' | 'tables' | 'sequences' | 'left_out'>;

/**
 * Every table in one snapshot, while the server keeps running. Our own account reads what is the product's; what a plugin
 * owns is read over the plugin's account, so that nothing it puts in the place of a table runs with more rights than it has.
 */
async function copyDatabase(client: pg.Client, add: Add, options: BackupOptions): Promise<Database> {
  await client.query('set statement_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
  const version = await client.query<{ server_version: string }>('show server_version');
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  const plugins = await listPluginSchemas(client);
  const own = [...ownSchemas, ...plugins.map(({ resources }) => resources)];
  const tables: TableRecord[] = [];
  for (const table of await listTables(client, own)) tables.push(await copyTable(client, table, add));
  const ofPlugins = await copyPluginTables(client, { plugins, account: options.plugin_account, add, log: options.log });
  await client.query('commit');
  const sequences = [...(await listSequences(client, own)), ...ofPlugins.sequences];
  tables.push(...ofPlugins.tables);
  options.log(`${tables.length} tables with ${tables.reduce((total, { rows }) => total + rows, 0)} rows.`);
  const { failed } = ofPlugins;
  return {
    database_version: version.rows[0]?.server_version ?? '',
    migrations: migrations.rows,
    tables,
    sequences,
    ...(failed.length > 0 ? { left_out: failed } : {}),
  };
}

/** The file as it is now: one that is still being written is cut at its current end. */
async function copyFile(file: DataFile, add: Add): Promise<number | null> {
  const handle = await openIfThere(file.path);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    await add(
      FILES_PREFIX + file.name,
      size,
      size === 0 ? [] : handle.createReadStream({ end: size - 1, autoClose: false }),
    );
    return size;
  } finally {
    await handle.close();
  }
}

async function copyFiles(dataFolder: string, add: Add, log: BackupOptions['log']): Promise<void> {
  const sizes: number[] = [];
  for (const folder of await listBackupFolders(dataFolder)) {
    for await (const file of walkFiles(join(dataFolder, folder), folder)) {
      const size = await copyFile(file, add);
      if (size !== null) sizes.push(size);
    }
  }
  const bytes = sizes.reduce((total, size) => total + size, 0);
  log(`${sizes.length} files with ${(bytes / 1024 ** 2).toFixed(1)} MiB.`);
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'kaike backup' });
  client.on('error', () => undefined); // a query on a broken connection fails itself
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds a file of exactly `size` bytes; too many or too few are an error. */
const addEntry = (tar: TarPackController, name: string, size: number, content: Content): Promise<void> =>
  ReadableStream.from(content).pipeTo(tar.add({ name, size, mode: 0o600 }));

async function writeEntries(options: BackupOptions, tar: TarPackController): Promise<BackupManifest> {
  const { log, secret } = options;
  const entries: EntryRecord[] = [];
  const add: Add = async (name, size, content) => {
    const hash = createHash('sha256');
    await addEntry(tar, name, size, hashing(content, hash));
    entries.push({ name, size, sha256: hash.digest('hex') });
  };
  const database = await withClient(options.connection, (client) => copyDatabase(client, add, options));
  await copyFiles(options.data_dir, add, log);
  const secretBytes = Buffer.from(`${secret}\n`);
  if (options.with_secret) await add(SECRET_NAME, secretBytes.length, [secretBytes]);
  const manifest: BackupManifest = {
    format: 1,
    created_at: new Date().toISOString(),
    secret_fingerprint: fingerprintOf(secret),
    ...database,
    entries,
  };
  const manifestBytes = Buffer.from(JSON.stringify(manifest, null, 1));
  await addEntry(tar, MANIFEST_NAME, manifestBytes.length, [manifestBytes]);
  tar.finalize();
  return manifest;
}

/**
 * Writes database, uploads and secret into one compressed archive that only its owner may read. The file gets its final
 * name when it is complete and on disk; after a failure nothing is left behind.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupManifest> {
  const partial = `${options.file}.partial`;
  const { readable, controller } = createTarPacker();
  const output = createWriteStream(partial, { mode: 0o600, flush: true });
  const compression = pipeline(Readable.fromWeb(readable), createGzip({ level: COMPRESSION }), output);
  compression.catch(() => undefined); // reported by the failing entry, or below
  try {
    const manifest = await writeEntries(options, controller);
    await compression;
    await rename(partial, options.file);
    return manifest;
  } catch (cause) {
    controller.error(cause);
    await compression.catch(() => undefined); // the file must be closed before it is removed
    await rm(partial, { force: true });
    throw cause;
  }
}
