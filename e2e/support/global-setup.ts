import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTestCluster, stopTestCluster, TEMPLATE, type TestCluster } from '../../server/test/cluster-cache.ts';

export type E2e = {
  url: string;
  connection: { host: string; user: string; password: string; database: string };
  admin_password: string;
};

declare module 'vitest' {
  // An interface, because vitest merges it with its own.
  export interface ProvidedContext {
    e2e: E2e[];
  }
}

const adminPassword = 'Kaike2026test';
/** One for each worker of the e2e project. */
const serverCount = 3;
const startWithinMs = 60_000;

/** Ports that are free now; held until all are found, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + startWithinMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not come up');
}

type Running = { e2e: E2e; stop: () => Promise<void> };

/** Starts the built server, as in production, with its own database and data folder. */
async function startServer(
  { connection }: TestCluster['database'],
  { database, port }: { database: string; port: number },
): Promise<Running> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${database} template ${TEMPLATE}`).finally(() => client.end());
  const data = mkdtempSync(join(tmpdir(), 'kaike-e2e-'));
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = `postgresql://${encodeURIComponent(connection.user)}:${encodeURIComponent(connection.password)}@localhost/${database}?host=${encodeURIComponent(connection.host)}`;
  const child = spawn(process.execPath, ['dist/server/kaike.mjs', 'start'], {
    cwd: new URL('../..', import.meta.url),
    stdio: process.env['E2E_VERBOSE'] ? 'inherit' : ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      KAIKE_ENV: 'testing',
      KAIKE_DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      KAIKE_ADMIN_PASSWORD: adminPassword,
      KAIKE_WORKERS: '1',
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(data, { recursive: true, force: true });
  };
  await waitUntilHealthy(url, child).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { e2e: { url, connection: { ...connection, database }, admin_password: adminPassword }, stop };
}

/** Called once per run: a server and a database for each worker. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const starts = await Promise.allSettled(
    (await freePorts(serverCount)).map((port, index) =>
      startServer(cluster.database, { database: `kaike_e2e_${index + 1}`, port }),
    ),
  );
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map(({ stop }) => stop()));
    await stopTestCluster(cluster);
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  project.provide(
    'e2e',
    running.map(({ e2e }) => e2e),
  );
  return stopAll;
}
