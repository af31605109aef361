import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from './open-database.ts';
import { createPool } from './pool.ts';

const quiet = { log: () => undefined };

/** The address of the test run's own server. */
function urlOf(database: string): string {
  const { host, port, user, password } = inject('database').connection;
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

describe('openDatabase', () => {
  it('uses DATABASE_URL and starts nothing', async () => {
    const database = await openDatabase({ data_dir: '/nowhere', database_url: urlOf('postgres') }, quiet);
    expect(database.owned).toBe(false);
    const pool = createPool(database.connection, { max: 1 });
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await database.stop();
  });

  it('says why the database cannot be used, without the password', async () => {
    const url = urlOf('kaike_no_such_database');
    const failure = await openDatabase({ data_dir: '/nowhere', database_url: url }, quiet).catch(String);
    expect(failure).toContain('kaike_no_such_database');
    expect(failure).toContain('does not exist');
    expect(failure).not.toContain(inject('database').connection.password);
  });

  it('reports that nothing answers', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await expect(
      openDatabase({ data_dir: '/nowhere', database_url: `postgres://me:pw@127.0.0.1:${port}/kaike` }, quiet),
    ).rejects.toThrow(`The database of DATABASE_URL (127.0.0.1:${port}/kaike) cannot be used`);
  });
});
