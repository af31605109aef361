import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startTestApp, type TestApp } from '../../../test/app.ts';
import type { AppError } from '../app-error.ts';
import { createLimiter, type Limiter } from './limiter.ts';

const program = '/usr/bin/redis-server';
const refusal = { code: 'request.too_many' };

async function startRedis(folder: string): Promise<{ process: ChildProcess; redis: Redis }> {
  const socket = join(folder, 'redis.sock');
  const server = spawn(program, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.stdout.on('data', (text: Buffer) => {
      if (text.includes('eady to accept connections')) resolve();
    });
  });
  return { process: server, redis: new Redis(socket) };
}

function describeLimiter(get: () => Limiter): void {
  it('counts up to the limit, then refuses and returns the time to wait', async () => {
    const limit = { key: 'one', max: 2, seconds: 600 };
    await get().take(limit);
    await get().take(limit);
    const refused = await get()
      .take(limit)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ ...refusal, details: { retry_after: expect.any(Number) } });
    const { retry_after: seconds } = (refused as AppError).details;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(limit.seconds);
    expect(await get().count(['one', 'never'])).toEqual([3, 0]);
    await get().reset('one');
    await get().take(limit);
    expect(await get().count(['one'])).toEqual([1]);
  });

  it('admits exactly the limit under concurrency', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => get().take({ key: 'crowd', max: 10, seconds: 600 })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
}

function describeLooseLimit(create: () => Limiter): void {
  const limit = { key: 'reading', max: 50, seconds: 600, is_loose: true } as const;
  const take = (limiter: Limiter, times: number) =>
    Promise.allSettled(Array.from({ length: times }, () => limiter.take(limit)));
  const passed = (tries: PromiseSettledResult<void>[]): number =>
    tries.filter(({ status }) => status === 'fulfilled').length;

  it('of one process admits exactly the limit, and tells nobody of the first tenth', async () => {
    const limiter = create();
    await take(limiter, 5);
    expect(await limiter.count([limit.key])).toEqual([0]);
    await limiter.take(limit);
    expect(await limiter.count([limit.key])).toEqual([6]);
    expect(passed(await take(limiter, 60))).toBe(44);
  });

  it('of several processes admits at most a tenth more for each', async () => {
    await create().reset(limit.key);
    const [one, two] = [create(), create()];
    expect(passed(await take(one, 100)) + passed(await take(two, 100))).toBe(55);
  });
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('limits in the database', () => {
  const create = () => createLimiter({ db: app.ctx.db, redis: null, clock: app.ctx.clock, log: app.ctx.log });
  describeLimiter(create);
  describeLooseLimit(create);

  it('survives a crash of the database', async () => {
    const { rows } = await sql`select relpersistence from pg_class where oid = 'rate_limits'::regclass`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([{ relpersistence: 'p' }]);
  });
});

// Not every developer has Redis; the test command installs it where possible, so the project's own runs always test it.
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

  /** Waits for Redis, however busy the machine is. */
  const createPatient = (): Limiter =>
    createLimiter({
      db: app.ctx.db,
      redis: running.redis,
      clock: app.ctx.clock,
      log: app.ctx.log,
      timeout_ms: 60_000,
    });
  describeLimiter(createPatient);
  describeLooseLimit(createPatient);

  it('resets when the window ends', async () => {
    const limiter = createPatient();
    await limiter.take({ key: 'short', max: 1, seconds: 1 });
    await expect.poll(() => limiter.count(['short'])).toEqual([0]);
    await limiter.take({ key: 'short', max: 1, seconds: 1 });
  });

  it('counts in the database while Redis hangs or is down, warns once, and returns to Redis by itself', async () => {
    const warnings: string[] = [];
    const log = pino(
      { level: 'warn' },
      {
        write: (line: string) => {
          warnings.push(line);
        },
      },
    );
    const limiter = createLimiter({ db: app.ctx.db, redis: running.redis, clock: app.ctx.clock, log });
    const limit = { key: 'outage', max: 2, seconds: 600 };
    running.process.kill('SIGSTOP');
    await limiter.take(limit);
    await limiter.take(limit);
    await expect(limiter.take(limit)).rejects.toMatchObject(refusal);
    app.clock.advance(10_001);
    expect(await limiter.count(['outage'])).toEqual([3]);
    await limiter.reset('outage');
    expect(await limiter.count(['outage'])).toEqual([0]);
    expect(warnings).toHaveLength(1);
    running.process.kill('SIGCONT');
    await limiter.take(limit);
    await expect
      .poll(async () => {
        app.clock.advance(10_001);
        await limiter.take({ key: 'back', max: 60_000, seconds: 600 });
        return running.redis.get('kaike:limit:back');
      })
      .not.toBeNull();
  });
});

// As above: where Redis is not installed.
describe.skipIf(!existsSync(program))('a server whose Redis is killed', () => {
  it('lets people log in and keeps its limits', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kaike-redis-'));
    const running = await startRedis(folder);
    const other = await startTestApp({ config: { redis_url: join(folder, 'redis.sock') } });
    try {
      const logIn = () => other.http('POST', '/open/login', { body: { username: 'admin', password: adminPassword } });
      expect((await logIn()).status).toBe(200);
      const gone = once(running.process, 'exit');
      running.process.kill('SIGKILL');
      await gone;
      expect((await logIn()).status).toBe(200);
      const limit = { key: 'killed', max: 1, seconds: 60 };
      await other.ctx.limiter.take(limit);
      await expect(other.ctx.limiter.take(limit)).rejects.toMatchObject(refusal);
    } finally {
      running.redis.disconnect();
      running.process.kill('SIGKILL');
      await other.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
