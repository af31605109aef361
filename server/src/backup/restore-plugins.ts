import pg from 'pg';
import { isPluginSchema } from './catalogue.ts';
import { openArchive } from './check-backup.ts';
import { tableOfPart, type BackupManifest, type TableRecord } from './manifest.ts';
import { loadTable, matchTables, setSequences, withBareTables, type TableLoad } from './restore-database.ts';

/** The schemas of plugins whose rows a backup holds. */
export const pluginSchemasOf = ({ tables }: BackupManifest): string[] => [
  ...new Set(tables.map(({ schema }) => schema).filter(isPluginSchema)),
];

const nameOf = ({ schema, name }: TableRecord): string => `${schema}.${name}`;

/** Reads the rows of these tables from the archive, in which the rows of all tables come first. */
async function loadRows(client: pg.Client, file: string, records: readonly TableRecord[]): Promise<void> {
  const byName = new Map(records.map((record) => [nameOf(record), record]));
  const current: { table: string | null; load: TableLoad | null } = { table: null, load: null };
  for await (const { header, body } of openArchive(file)) {
    const table = tableOfPart(header.name);
    if (table !== current.table) {
      await current.load?.finish();
      const record = byName.get(table ?? '');
      Object.assign(current, { table, load: record ? loadTable(client, record) : null });
    }
    if (table === null) return;
    for await (const chunk of body) await current.load?.write(chunk);
  }
}

/**
 * Loads the rows of one schema of a plugin into its tables, which are there already, in one transaction. Tables that its migrations
 * have made are loaded over the plugin's own account, as their triggers and checks are its author's.
 */
export async function restorePluginRows(
  connection: pg.ClientConfig,
  { file, manifest, schema }: { file: string; manifest: BackupManifest; schema: string },
): Promise<void> {
  const records = manifest.tables.filter((table) => table.schema === schema);
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // a query on a broken connection fails itself
  await client.connect();
  try {
    await client.query('begin');
    const { here: tables, missing } = await matchTables(client, records, [schema]);
    if (missing[0]) throw new Error(`its migrations make no table ${missing[0].name} with the columns of the backup`);
    await withBareTables(client, { tables, schemas: [schema] }, () => loadRows(client, file, records));
    await setSequences(
      client,
      manifest.sequences.filter((sequence) => sequence.schema === schema),
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
