import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { buildContext } from '../src/context.ts';
import { seed } from '../src/features/system/setup/public.ts';
import { makeConfig } from './config.ts';
import type { TestConnection } from './database.ts';

/** Creates a seeded copy of the migrated template: areas, menus, roles and the administrator. */
export async function seedTemplate({
  connection,
  template,
  name,
}: {
  connection: TestConnection;
  template: string;
  name: string;
}): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${name} template ${template}`).finally(() => client.end());
  const folder = await mkdtemp(join(tmpdir(), 'kaike-test-seed-'));
  const ctx = await buildContext({
    config: makeConfig(folder),
    connection: { ...connection, database: name },
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
  });
  try {
    await seed(ctx);
  } finally {
    await ctx.close();
    await rm(folder, { recursive: true, force: true });
  }
}
