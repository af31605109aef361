import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { buildContext } from '../context.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { Connection } from '../db/pool.ts';
import { logFolder, openLogFile } from '../logs/log-file.ts';
import { createLog } from '../logs/log.ts';
import { serve, type Serving } from './serve.ts';
import { createShutdown, surviveRejections } from './shutdown.ts';

const CONNECTION_VARIABLE = 'KAIKE_WORKER_CONNECTION';
/** Longer than a worker's own drain, so that a worker is killed only when it hangs. */
const STOP_TIMEOUT_MS = 8000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that lived this long did not fail at start-up. */
const HEALTHY_MS = 30_000;

type Primary = { config: Config; connection: Connection; log: Logger };

function fork(connection: Connection): Worker {
  const worker = cluster.fork({ [CONNECTION_VARIABLE]: JSON.stringify(connection) });
  worker.on('error', () => undefined); // the exit event that follows is handled
  return worker;
}

/** Resolves with the port; rejects when the worker ends before it listens. */
async function untilListening(worker: Worker): Promise<number> {
  const ended = new AbortController();
  const listening = once(worker, 'listening', { signal: ended.signal });
  worker.once('exit', () => ended.abort());
  try {
    const [address] = (await listening) as [{ port: number }];
    return address.port;
  } catch (cause) {
    throw new OperatorError('A worker ended before it could serve; its message stands above.', { cause });
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM'); // also ends one that is still starting
  const forceKillTimer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(forceKillTimer);
}

/** Serves HTTP from several processes; a process that crashes is replaced, with growing delays while crashes continue. */
export async function startWorkers({ config, connection, log }: Primary): Promise<Serving> {
  const workers = new Set<Worker>();
  let isStopping = false;
  let metrics: Server | null = null;
  let pause = FIRST_PAUSE_MS;

  const add = (): Worker => {
    const worker = fork(connection);
    const startedAt = Date.now();
    workers.add(worker);
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (!isStopping) void replace({ code, signal, age: Date.now() - startedAt });
    });
    return worker;
  };
  const replace = async ({ age, ...death }: { code: number; signal: string; age: number }): Promise<void> => {
    pause = age > HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    log.error({ ...death, pause }, 'worker ended unexpectedly; starting another');
    await wait(pause);
    if (!isStopping) add();
  };
  const close = async (): Promise<void> => {
    isStopping = true;
    metrics?.close();
    await Promise.all([...workers].map(stopWorker));
  };

  try {
    const ports = await Promise.all(Array.from({ length: config.workers }, () => untilListening(add())));
    if (config.metrics_port !== null)
      metrics = (await import('../http/operations/metrics.ts')).startMergedMetrics(config.metrics_port);
    return { port: ports[0] ?? config.port, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Runs one worker: it serves until the primary stops it or disconnects. */
export async function runWorker(config: Config): Promise<void> {
  const connection = JSON.parse(process.env[CONNECTION_VARIABLE] ?? '{}') as Connection;
  Reflect.deleteProperty(process.env, CONNECTION_VARIABLE); // holds a password that child processes need not inherit
  const log = createLog(config, undefined, openLogFile(logFolder(config.data_dir)));
  surviveRejections(log);
  const shutdown = createShutdown(log);
  const end = (code: number) => void shutdown.closeAll().then(() => process.exit(code)); // closeAll never rejects
  process.on('disconnect', () => end(0));
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => undefined); // Ctrl-C reaches the whole group; the primary decides when we stop
  const ctx = await buildContext({ config, connection, log });
  shutdown.add('context', ctx.close);
  const serving = await serve(ctx);
  shutdown.add('http', serving.close);
}
