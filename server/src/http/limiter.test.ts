import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createLimiter, type Limiter } from './limiter.ts';

const program = '/usr/bin/redis-server';
const refusal = { code: 'request.too_many' };

async function startRedis(folder: string): Promise<{ process: ChildProcess; redis: Redis }> {
  const socket = join(folder, 'redis.sock');
  const server = spawn(program, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.stdout.on('data', (text: Buffer) => { if (text.includes('eady to accept connections')) resolve(); });
  });
  return { process: server, redis: new Redis(socket) };
}

function describeLimiter(get: () => Limiter): void {
  it('counts to the limit, then refuses and says how long', async () => {
    const limit = { key: 'one', max: 2, seconds: 60 };
    await get().take(limit);
    await get().take(limit);
    await expect(get().take(limit)).rejects.toMatchObject({ ...refusal, details: { retry_after: 60 } });
    expect(await get().count(['one', 'never'])).toEqual([3, 0]);
    await get().reset('one');
    await get().take(limit);
    expect(await get().count(['one'])).toEqual([1]);
  });

  it('lets exactly as many of a crowd pass as it may', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => get().take({ key: 'crowd', max: 10, seconds: 60 })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('limits in the database', () => {
  describeLimiter(() => createLimiter({ db: app.ctx.db, redis: null, clock: app.ctx.clock }));
});

// Not every developer has it; the test command installs it where it can, so the project's own runs always test it.
describe.skipIf(!existsSync(program))('limits in Redis', () => {
  let folder: string;
  let running: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaike-redis-'));
    running = await startRedis(folder);
  });
  afterAll(async () => {
    running.redis.disconnect();
    running.process.kill();
    await rm(folder, { recursive: true, force: true });
  });

  describeLimiter(() => createLimiter({ db: app.ctx.db, redis: running.redis, clock: app.ctx.clock }));

  it('forgets by itself when the window ends', async () => {
    const limiter = createLimiter({ db: app.ctx.db, redis: running.redis, clock: app.ctx.clock });
    await limiter.take({ key: 'short', max: 1, seconds: 1 });
    await expect.poll(() => limiter.count(['short']), { timeout: 5000 }).toEqual([0]);
    await limiter.take({ key: 'short', max: 1, seconds: 1 });
  });
});
