import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createPool } from '../src/db/pool.ts';
import { migrateJobs } from '../src/jobs/runner.ts';
import { migrate } from '../src/db/migrate.ts';
import { startTestCluster, stopTestCluster, TEMPLATE } from './cluster-cache.ts';
import type { TestConnection } from './database.ts';
import { seedTemplate } from './seed-template.ts';

const DEFAULT_PORT = 5432;

function parseUrl(url: string): TestConnection {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || searchParams.get('port') || DEFAULT_PORT),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
  };
}

async function run(connection: TestConnection, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Uses an external server: creates templates for this run, dropped at the end. */
async function useServer(project: TestProject, connection: TestConnection): Promise<() => Promise<void>> {
  const template = `kaike_template_${randomBytes(6).toString('hex')}`;
  const seeded = `${template}_seeded`;
  await run(connection, `create database ${template} template template0 encoding 'UTF8'`);
  const drop = async (): Promise<void> => {
    for (const name of [seeded, template]) await run(connection, `drop database if exists ${name} with (force)`);
  };
  const pool = createPool({ ...connection, database: template });
  try {
    await migrate(pool, { log: () => undefined });
    await migrateJobs({ pool });
    await pool.end();
    await seedTemplate({ connection, template, name: seeded });
  } catch (cause) {
    await pool.end().catch(() => undefined);
    await drop();
    throw cause;
  }
  project.provide('database', { connection, template, seeded, strategy: 'wal_log' });
  return drop;
}

/** Called once per run: creates a migrated template on TEST_DATABASE_URL, or on an embedded cluster. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return useServer(project, parseUrl(url));
  const cluster = await startTestCluster();
  const connection = { ...cluster.database.connection, port: DEFAULT_PORT, database: 'postgres' };
  const seeded = `${TEMPLATE}_seeded`;
  await seedTemplate({ connection, template: TEMPLATE, name: seeded });
  project.provide('database', { connection, template: TEMPLATE, seeded, strategy: 'file_copy' });
  return () => stopTestCluster(cluster);
}
