import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Logger as JobLogger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { expect, vi } from 'vitest';
import type { Adapters } from '../src/adapters/create-adapters.ts';
import { createFakeMail, type FakeMail } from '../src/adapters/mail/fake.ts';
import { createFakeSms, type FakeSms } from '../src/adapters/sms/fake.ts';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import type { Context } from '../src/core/context.ts';
import { seed } from '../src/features/system/setup/public.ts';
import { jobs } from '../src/jobs/index.ts';
import { createHttp, type Http } from './client.ts';
import type { Db } from '../src/db/pool.ts';
import type { SettingKey, SettingValue } from '../src/core/settings/settings.ts';
import { makeConfig } from './config.ts';
import { createSeededDatabase, createTestDatabase } from './database.ts';
import { createPeople, type People } from './people.ts';

export { adminPassword } from './config.ts';
export type { Person, Reply } from './client.ts';
export type { AdminPerson, MemberPerson } from './people.ts';

/** A clock that only the test advances. */
export type TestClock = {
  now: () => Date;
  set: (moment: Date) => void;
  advance: (ms: number) => void;
  /** Works at another moment, and is back at this one afterwards, also when the work fails. */
  at: <T>(moment: Date, work: () => Promise<T>) => Promise<T>;
};

export type TestApp = {
  ctx: Context;
  /** For requests `http` cannot send. */
  fastify: FastifyInstance;
  clock: TestClock;
  http: Http;
  person: People;
  /** Messages sent through the fakes. */
  sent: { sms: FakeSms['outbox']; mail: FakeMail['outbox'] };
  /** The code in the last message to a mobile or a mailbox. */
  lastCode: (receiver: string) => string;
  /** A valid captcha pass, without solving a slider. */
  captchaPass: () => Promise<string>;
  /** Saves a setting as the administrator would; resolves once the server uses it. */
  setting: <K extends SettingKey>(key: K, value: SettingValue<K>) => Promise<void>;
  /** Resolves once this server has handled every message published so far. */
  messagesHandled: () => Promise<void>;
  /** Runs `work` while the test holds the locks taken by `lock`; releases them once `waiters` statements wait for a lock. */
  whileLocked: <T>(lock: (trx: Db) => Promise<unknown>, waiters: number, work: () => Promise<T>) => Promise<T>;
  /** Resolves when that many statements wait for a lock. */
  waitForWaiters: (count: number) => Promise<void>;
  /** Runs due background jobs until none is left. */
  runJobs: () => Promise<void>;
  close: () => Promise<void>;
};

export type TestOptions = {
  config?: Partial<Config>;
  /** Override the fakes, or the real adapters of other capabilities. */
  adapters?: Partial<Adapters>;
  /** Messages go to the outbox of the local drivers instead of the fakes. */
  uses_outbox?: boolean;
  /** Vendors may be fakes on this machine, also in an environment where only public hosts are called. */
  reaches_fakes?: boolean;
  /** Bytes that are free on its disks; enough by default, whatever the machine has. */
  free_bytes?: () => number;
  /** Nothing is logged by default. */
  log?: Logger;
};

function createTestClock(): TestClock {
  let now = Date.now();
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = moment.getTime();
    },
    advance: (ms) => {
      now += ms;
    },
    at: async (moment, work) => {
      const before = now;
      now = moment.getTime();
      try {
        return await work();
      } finally {
        now = before;
      }
    },
  };
}

async function makePass(ctx: Context): Promise<string> {
  const pass = randomBytes(32).toString('base64url');
  const later = new Date(ctx.clock().getTime() + 300_000);
  await ctx.db
    .insertInto('captcha_challenges')
    .values({
      id: randomBytes(16).toString('base64url'),
      answer_x: 0,
      expires_at: later,
      pass_hash: createHash('sha256').update(pass).digest(),
      pass_expires_at: later,
    })
    .execute();
  return pass;
}

async function runJobs(ctx: Context): Promise<void> {
  const taskList = Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => job.run(ctx, (payload ?? {}) as never)]),
  );
  // The runner logs to the console; only its errors belong in the output of tests.
  const logger = new JobLogger(() => (level, message) => {
    if (level === 'error') process.stderr.write(`${message}\n`);
  });
  await runOnce({ pgPool: ctx.pool, taskList, noHandleSignals: true, logger });
}

function codeIn(sent: TestApp['sent'], receiver: string): string {
  const texts = [...sent.sms, ...sent.mail].filter((message) => message.to === receiver).map((message) => message.text);
  const code = /\d{6}/.exec(texts.at(-1)?.replaceAll(receiver, '') ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${receiver}`);
  return code;
}

async function saveSetting(ctx: Context, key: SettingKey, value: unknown): Promise<void> {
  const type = typeof value === 'object' ? 'json' : typeof value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const row = { value: text, type };
  await ctx.db
    .insertInto('configs')
    .values({ name: key, key, group: 'test', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  await ctx.bus.publish(ctx.db, 'configs');
  await vi.waitFor(async () => expect(await ctx.settings.get(key)).toEqual(value), { interval: 5, timeout: 300_000 });
}

async function handleMessages({ bus, db }: Context): Promise<void> {
  const last = randomBytes(8).toString('hex');
  const handled = new Promise<void>((resolve) => {
    bus.subscribe(last, () => resolve());
  });
  // Messages arrive in the order in which they were sent.
  await bus.publish(db, last);
  await handled;
}

type Locked<T> = { lock: (trx: Db) => Promise<unknown>; waiters: number; work: () => Promise<T> };

/** On another connection than the lock's: within a transaction the statistics views do not change. */
async function waitForWaiters({ db }: Context, count: number): Promise<void> {
  const read = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await read.execute(db)).rows).toHaveLength(count), {
    interval: 5,
    timeout: 300_000,
  });
}

async function whileLocked<T>(ctx: Context, { lock, waiters, work }: Locked<T>): Promise<T> {
  let running: Promise<T> | null = null;
  await ctx.db.transaction().execute(async (trx) => {
    await lock(trx);
    running = work();
    await waitForWaiters(ctx, waiters);
  });
  if (running === null) throw new Error('work was not started');
  return running;
}

/** The whole server on its own seeded database, without a port. Close it in afterAll. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  // With another administrator's password the seeded template does not fit: seed here.
  const isUsual = options.config?.admin_password === undefined;
  const database = await (isUsual ? createSeededDatabase() : createTestDatabase());
  const dataFolder = await mkdtemp(join(tmpdir(), 'kaike-test-data-'));
  const clock = createTestClock();
  const [sms, mail] = [createFakeSms(), createFakeMail()];
  const config = makeConfig(dataFolder, options.config);
  const built = await buildContext({
    config,
    connection: database.connection,
    log: options.log ?? pino({ level: 'silent' }),
    clock: clock.now,
    database_timeout_ms: 120_000,
    ...(options.reaches_fakes ? { reach: { public: fetch, own: fetch } } : {}),
  });
  const fakes = options.uses_outbox ? {} : { sms, mail };
  const freeSpace = () => Promise.resolve(options.free_bytes?.() ?? 100 * 1024 ** 3);
  const ctx: Context = { ...built, freeSpace, adapters: { ...built.adapters, ...fakes, ...options.adapters } };
  if (!isUsual) await seed(ctx);
  const fastify = await buildApp(ctx);
  await fastify.ready();
  const sent = { sms: sms.outbox, mail: mail.outbox };
  return {
    ctx,
    fastify,
    clock,
    sent,
    http: createHttp(fastify, ctx),
    person: createPeople(ctx),
    lastCode: (receiver) => codeIn(sent, receiver),
    captchaPass: () => makePass(ctx),
    messagesHandled: () => handleMessages(ctx),
    whileLocked: (lock, waiters, work) => whileLocked(ctx, { lock, waiters, work }),
    waitForWaiters: (count) => waitForWaiters(ctx, count),
    setting: (key, value) => saveSetting(ctx, key, value),
    runJobs: () => runJobs(ctx),
    async close() {
      await fastify.close();
      await ctx.close();
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
