import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestCluster, stopTestCluster, TEMPLATE, type TestCluster } from '../../../server/test/cluster-cache.ts';
import { runOnCluster, startServer, type RunningServer } from './start-server.ts';

declare module 'vitest' {
  // An interface, because vitest merges it with its own.
  export interface ProvidedContext {
    /** Where a test file fetches a server of its own. */
    servers: string;
  }
}

/** A database that a server has started on: the next starts do not write the first records anew. */
const startedTemplate = 'kaike_e2e_started';

async function makeStartedTemplate(cluster: TestCluster['database']): Promise<void> {
  const { stop } = await startServer(cluster, { database: startedTemplate, template: TEMPLATE });
  await stop();
}

/** Servers for test files, one of them started ahead. */
function serverPool(cluster: TestCluster['database']) {
  const running = new Map<string, RunningServer>();
  const stopping = new Set<Promise<void>>();
  let count = 0;
  const start = (): Promise<RunningServer> => {
    count += 1;
    return startServer(cluster, { database: `kaike_e2e_${count}`, template: startedTemplate });
  };
  let next = start();
  // Whoever takes it reads the error; until then nobody waits for it.
  next.catch(() => undefined);
  return {
    take: async (): Promise<RunningServer> => {
      const mine = next;
      next = start();
      next.catch(() => undefined);
      const server = await mine;
      running.set(server.e2e.url, server);
      return server;
    },
    /** Stops a server in the background; the database goes with it. */
    release: (url: string): void => {
      const server = running.get(url);
      running.delete(url);
      if (!server) return;
      const stop = server
        .stop()
        .then(() => runOnCluster(cluster, `drop database ${server.e2e.connection.database} with (force)`))
        .finally(() => stopping.delete(stop));
      stopping.add(stop);
    },
    stopAll: async (): Promise<void> => {
      await next.then(
        ({ stop }) => stop(),
        () => undefined,
      );
      await Promise.all([...stopping, ...[...running.values()].map(({ stop }) => stop())]);
    },
  };
}

/** Called once per run: test files fetch their servers here, since what one leaves behind must not change another. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  try {
    await makeStartedTemplate(cluster.database);
  } catch (error) {
    await stopTestCluster(cluster);
    throw error;
  }
  const pool = serverPool(cluster.database);
  const respond = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (method === 'POST') {
      const { e2e } = await pool.take();
      response.end(JSON.stringify(e2e));
    } else {
      pool.release(new URL(url ?? '', 'http://pool').searchParams.get('url') ?? '');
      response.end();
    }
  };
  const desk = createServer((call, response) => {
    respond(call, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  project.provide('servers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    await pool.stopAll();
    await stopTestCluster(cluster);
  };
}
