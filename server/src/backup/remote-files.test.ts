import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from '../db/pool.ts';
import { countRemoteFiles } from './remote-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('counts what an archive of the data folder does not hold, by storage', async () => {
  const pool = createPool(database.connection, { max: 1 });
  try {
    expect(await countRemoteFiles(pool)).toEqual([]);
    await pool.query(`insert into stored_files (key, storage, size) values
      ('2026/03/a', 'local', 5), ('2026/03/b', 'oss', 1048576), ('2026/03/c', 'oss', 1048576), ('2026/03/d', 's3', 0)`);
    expect(await countRemoteFiles(pool)).toEqual([
      { storage: 'oss', count: 2, mebibytes: '2.0' },
      { storage: 's3', count: 1, mebibytes: '0.0' },
    ]);
  } finally {
    await pool.end();
  }
});
