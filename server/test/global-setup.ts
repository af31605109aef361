import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createPool } from '../src/db/pool.ts';
import { migrateJobs } from '../src/jobs/runner.ts';
import { migrate } from '../src/db/migrate.ts';
import { startTestCluster, stopTestCluster, TEMPLATE } from './cluster-cache.ts';
import type { TestConnection } from './database.ts';

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

/** A server somebody else runs: gets a template of this run's own, dropped at the end. */
async function useServer(project: TestProject, connection: TestConnection): Promise<() => Promise<void>> {
  const template = `kaike_template_${randomBytes(6).toString('hex')}`;
  await run(connection, `create database ${template} template template0 encoding 'UTF8'`);
  const drop = () => run(connection, `drop database if exists ${template} with (force)`);
  const pool = createPool({ ...connection, database: template });
  try {
    await migrate(pool, { log: () => undefined });
    await migrateJobs({ pool });
  } catch (cause) {
    await pool.end();
    await drop();
    throw cause;
  }
  await pool.end();
  project.provide('database', { connection, template });
  return drop;
}

/** Called once per run: a migrated template on TEST_DATABASE_URL, or on an embedded cluster of the run's own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return useServer(project, parseUrl(url));
  const cluster = await startTestCluster();
  const connection = { ...cluster.database.connection, port: DEFAULT_PORT, database: 'postgres' };
  project.provide('database', { connection, template: TEMPLATE });
  return () => stopTestCluster(cluster);
}
