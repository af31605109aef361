import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Connection to one database of the test run's server. */
export type TestConnection = { host: string; port: number; user: string; password: string; database: string };

export type TestDatabase = { connection: TestConnection; drop(): Promise<void> };

/** Provided by the global setup: the server, the migrated template database, the seeded one, and how they are copied. */
export type TestServer = {
  connection: TestConnection;
  template: string;
  seeded: string;
  /** Files are copied in half the work, but for a checkpoint, which costs nothing only where nothing is synced. */
  strategy: 'file_copy' | 'wal_log';
};

declare module 'vitest' {
  // An interface, because vitest merges it with its own.
  export interface ProvidedContext {
    database: TestServer;
  }
}

async function runOnServer(server: TestServer, text: string): Promise<void> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function create(name: string, template: string): Promise<TestDatabase> {
  const server = inject('database');
  await runOnServer(server, `create database ${name} template ${template} strategy ${server.strategy}`);
  return {
    connection: { ...server.connection, database: name },
    drop: () => runOnServer(server, `drop database if exists ${name} with (force)`),
  };
}

const newName = (): string => `kaike_test_${randomBytes(8).toString('hex')}`;

/** A database for a test file: migrated, empty, takes about 0.1 s. Drop it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return create(newName(), inject('database').template);
}

/** The same after a first start, with areas, menus, roles and the administrator. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  return create(newName(), inject('database').seeded);
}

/** A database without any table, for tests of what creates them. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create(newName(), 'template0');
}
