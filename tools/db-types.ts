import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { tableTypes } from '../server/src/db/types/table-types.ts';
import { startTestCluster, stopTestCluster } from '../server/test/cluster-cache.ts';

// Writes server/src/db/tables.ts from the database in DATABASE_URL, which must be migrated, or from one created from the migrations.
async function write(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await writeFile(new URL('../server/src/db/tables.ts', import.meta.url), await tableTypes(client));
  } finally {
    await client.end();
  }
}

const url = process.env['DATABASE_URL'];
if (url) await write({ connectionString: url });
else {
  const cluster = await startTestCluster();
  try {
    await write(cluster.database.connection);
  } finally {
    await stopTestCluster(cluster);
  }
}
