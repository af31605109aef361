import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { embeddedConnection, type BenchData } from './data.ts';

export type Running = {
  port: number;
  pid: number;
  /** From the start of the process to its first response; the database runs already. */
  start_ms: number;
  stop: () => Promise<void>;
};

const root = join(import.meta.dirname, '..');
const timeoutMs = 60_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(url).then(
      (reply) => reply.status < 600,
      () => false,
    );
    if (isReady) return;
    await wait(10);
  }
  throw new Error(`no answer from ${url}`);
}

async function run(args: string[], env: NodeJS.ProcessEnv, path: string): Promise<Running> {
  const port = Number(env['PORT']);
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(env['BENCH_LOG'] ?? '/dev/null', { flags: 'a' });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  await waitUntilReady(child, `http://127.0.0.1:${port}${path}`);
  const startMs = performance.now() - startedAt;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { port, pid: child.pid ?? 0, start_ms: startMs, stop };
}

/** The flags `npm start` passes to Node. */
const startFlags = (): string[] =>
  readFileSync(join(root, 'package.json'), 'utf8')
    .match(/"start": "node (.*) tools/)?.[1]
    ?.split(' ') ?? [];

const built = join(root, 'dist/server/kaike.mjs');

/** Throws unless the server is built: its data take minutes to make. */
export function requireBuild(): void {
  if (!existsSync(built)) throw new Error('build first: npm run build');
}

/** The product as in production: the built server with one worker. Flags go to Node. */
export async function startProduct({ env }: BenchData, flags: string[] = []): Promise<Running> {
  requireBuild();
  return run([...startFlags(), ...flags, built, 'start'], { ...env, PORT: String(await freePort()) }, '/healthz');
}

/** The hand-written server on the same database. */
export async function startMinimal({ env, ctx }: BenchData): Promise<Running> {
  return run(
    [join(import.meta.dirname, 'minimal-server.mjs')],
    {
      ...env,
      PORT: String(await freePort()),
      BENCH_DATABASE: JSON.stringify(embeddedConnection()),
      BENCH_CARD_KEY: ctx.secrets.key('card-lookup').toString('base64'),
    },
    '/courses?page=1',
  );
}
