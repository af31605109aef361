import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startPooler, type Pooler } from '../../../test/processes/pooler.ts';
import { openDatabase } from '../open-database.ts';

let pooler: Pooler;
beforeAll(async () => {
  pooler = await startPooler(inject('database').connection);
});
afterAll(() => pooler.close());

it('a pooler that lends one backend to several clients in turn is refused with the way out', async () => {
  const opening = openDatabase({ data_dir: '/nowhere', database_url: pooler.url }, { log: () => undefined });
  await expect(opening).rejects.toThrow(
    'DATABASE_URL leads to a connection pooler in transaction mode, in which messages between servers, background jobs and prepared statements are lost: let DATABASE_URL name the PostgreSQL itself, or set pool_mode = session',
  );
});
