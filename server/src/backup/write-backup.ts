import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection } from '../db/pool.ts';
import { listSchemas, listSequences, listTables, sqlColumns, sqlName, type Table } from './catalogue.ts';
import { listBackupFolders, openIfThere, walkFiles, type DataFile } from './data-files.ts';
import {
  fingerprint,
  FILES_PREFIX,
  MANIFEST_NAME,
  partName,
  SECRET_NAME,
  type EntryRecord,
  type Manifest,
  type TableRecord,
} from './manifest.ts';

export type BackupOptions = {
  connection: Connection;
  data_dir: string;
  secret: string;
  /** False when the secret comes from the environment, where the operator keeps it. */
  with_secret: boolean;
  file: string;
  log: (line: string) => void;
};

type Content = Iterable<Buffer> | AsyncIterable<Buffer>;
/** Adds an entry and records its size and checksum. */
type Add = (name: string, size: number, content: Content) => Promise<void>;

/** A tar header starts with the size, so tables are written in parts of this size, one in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
/** Rows compress well at any level; uploads are pictures and video, which hardly compress at all. */
const COMPRESSION = 3;

async function* hashing(content: Content, hash: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function copyTable(client: pg.Client, table: Table, add: Add): Promise<TableRecord> {
  const columns = sqlColumns(table.columns);
  const source = table.is_partitioned ? `(select ${columns} from ${sqlName(table)})` : `${sqlName(table)} (${columns})`;
  const rows = client.query(copyTo(`copy ${source} to stdout (format binary)`));
  let part = 0;
  let pieces: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    part += 1;
    await add(partName(table, part), size, pieces);
    [pieces, size] = [[], 0];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return { schema: table.schema, name: table.name, columns: table.columns, rows: rows.rowCount };
}

type Database = Pick<Manifest, 'database_version' | 'migrations' | 'tables' | 'sequences'>;

/** Every table in one snapshot, while the server keeps running. */
async function copyDatabase(client: pg.Client, add: Add, log: BackupOptions['log']): Promise<Database> {
  await client.query('set statement_timeout = 0');
  // An error instead of a policy of a plugin, which would run under our account.
  await client.query('set row_security = off');
  await client.query('begin isolation level repeatable read read only');
  const version = await client.query<{ server_version: string }>('show server_version');
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  const tables: TableRecord[] = [];
  const schemas = await listSchemas(client);
  for (const table of await listTables(client, schemas)) tables.push(await copyTable(client, table, add));
  await client.query('commit');
  log(`${tables.length} tables with ${tables.reduce((total, { rows }) => total + rows, 0)} rows.`);
  const sequences = await listSequences(client, schemas);
  return { database_version: version.rows[0]?.server_version ?? '', migrations: migrations.rows, tables, sequences };
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

async function writeEntries(options: BackupOptions, tar: TarPackController): Promise<Manifest> {
  const { log, secret } = options;
  const entries: EntryRecord[] = [];
  const add: Add = async (name, size, content) => {
    const hash = createHash('sha256');
    await addEntry(tar, name, size, hashing(content, hash));
    entries.push({ name, size, sha256: hash.digest('hex') });
  };
  const database = await withClient(options.connection, (client) => copyDatabase(client, add, log));
  await copyFiles(options.data_dir, add, log);
  const secretBytes = Buffer.from(`${secret}\n`);
  if (options.with_secret) await add(SECRET_NAME, secretBytes.length, [secretBytes]);
  const manifest: Manifest = {
    format: 1,
    created_at: new Date().toISOString(),
    secret_fingerprint: fingerprint(secret),
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
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
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
