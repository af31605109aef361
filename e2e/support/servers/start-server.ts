import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestCluster } from '../../../server/test/cluster-cache.ts';

export type E2e = {
  url: string;
  connection: { host: string; user: string; password: string; database: string };
  admin_password: string;
  /** With these a console command is about this server. */
  environment: Record<string, string>;
};

export type RunningServer = { e2e: E2e; stop: () => Promise<void> };

const adminPassword = 'Kaike2026test';
/** A start takes a second or two, on a busy machine minutes. */
const startWithinMs = 300_000;
/** Below the ports that the system hands out, where another process could take a port before the server has it. */
const ports = { first: 20_000 + (process.pid % 100) * 100, count: 100 };
let lastPort = ports.first;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
};

/** A free port, another one each time. */
export async function nextPort(): Promise<number> {
  for (let tries = 0; tries < ports.count; tries += 1) {
    const port = lastPort;
    lastPort = ports.first + ((port - ports.first + 1) % ports.count);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + startWithinMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not come up');
}

/** Runs one statement as the owner of the cluster. */
export async function runOnCluster({ connection }: TestCluster['database'], text: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

type Place = { port: number; environment: Record<string, string> };

/** The built server, as in production. Resolves once it answers. */
export async function runServer({ port, environment }: Place): Promise<{ child: ChildProcess; url: string }> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/kaike.mjs', 'start'], {
    cwd: new URL('../../..', import.meta.url),
    stdio: process.env['E2E_VERBOSE'] ? 'inherit' : ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
      KAIKE_ADMIN_PASSWORD: adminPassword,
      KAIKE_WORKERS: '1',
    },
  });
  await waitUntilHealthy(url, child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { child, url };
}

const secret = 'a secret of the browser tests, always the same';

/** Starts a server with its own data folder and a new copy of a database. */
export async function startServer(
  cluster: TestCluster['database'],
  { database, template }: { database: string; template: string },
): Promise<RunningServer> {
  const { connection } = cluster;
  await runOnCluster(cluster, `create database ${database} template ${template}`);
  const data = mkdtempSync(join(tmpdir(), 'kaike-e2e-'));
  const databaseUrl = `postgresql://${encodeURIComponent(connection.user)}:${encodeURIComponent(connection.password)}@localhost/${database}?host=${encodeURIComponent(connection.host)}`;
  const environment = {
    KAIKE_ENV: 'testing',
    KAIKE_DATA_DIR: data,
    DATABASE_URL: databaseUrl,
    // That of the database it is a copy of.
    KAIKE_SECRET: secret,
  };
  const { child, url } = await runServer({ port: await nextPort(), environment });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(data, { recursive: true, force: true });
  };
  return { e2e: { url, connection: { ...connection, database }, admin_password: adminPassword, environment }, stop };
}
