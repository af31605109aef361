import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { tableTypes } from './table-types.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('the committed row types are those of the migrated database', async () => {
  expect(readFileSync(new URL('../tables.ts', import.meta.url), 'utf8')).toBe(await tableTypes(client));
});
