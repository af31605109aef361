import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { tableTypes } from '../server/src/db/table-types.ts';

// Writes server/src/db/tables.ts from the database in DATABASE_URL, which must be migrated.
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
await writeFile(new URL('../server/src/db/tables.ts', import.meta.url), await tableTypes(client));
await client.end();
