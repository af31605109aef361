import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { buildProduct } from '../../test/factories.ts';
import { addJob, jobPriority, lanes } from '../core/job.ts';
import { startJobs } from './runner.ts';

const receivers = 11;
const memberCount = 300;

let app: TestApp;
let admin: AdminPerson;
/** Calls to receivers that never answer, until the test lets them. */
let hanging = 0;
let answer = (): void => undefined;
const answered = new Promise<void>((resolve) => (answer = resolve));

beforeAll(async () => {
  app = await startTestApp({
    adapters: {
      outgoing: {
        check: () => undefined,
        fetch: async () => {
          hanging += 1;
          await answered;
          return new Response(null, { status: 204 });
        },
      },
    },
  });
  admin = await app.person.admin();
});
afterAll(() => app.close());

it('receivers that never answer hold up nobody: a batch of cards is made while thousands of messages wait', async () => {
  const { ctx } = app;
  for (let number = 1; number <= receivers; number += 1)
    await app.http('POST', '/admin/webhooks', {
      as: admin,
      body: { name: `接收方 ${number}`, url: `https://receiver-${number}.example/hook`, sends_activations: false },
    });
  await sql`with u as (insert into users (username) select 'joined' || n from generate_series(1, ${memberCount}::int) n returning id)
    insert into members (user_id, member_no) select id, 'J' || id from u`.execute(ctx.db);
  const { rows } = await sql`select 1 from webhook_messages`.execute(ctx.db);
  expect(rows).toHaveLength(receivers * memberCount);
  const running = await startJobs(ctx);
  await expect.poll(() => hanging).toBe(lanes.webhooks);
  const product = await buildProduct(ctx);
  const { body } = await app.http('POST', '/admin/card-batches', {
    as: admin,
    body: { product_id: product.id, name: '春季批次', prefix: 'KK', quantity: 5 },
  });
  const isMade = async (): Promise<boolean> =>
    (await sql`select 1 from cards where batch_id = ${body.id}`.execute(ctx.db)).rows.length === 5;
  await expect.poll(isMade).toBe(true);
  expect(hanging).toBe(lanes.webhooks);
  answer();
  await running.stop();
});

it('what somebody waits for comes before what may take its time', async () => {
  const { db } = app.ctx;
  const names = ['later', 'usual', 'first'] as const;
  for (const name of names)
    await addJob(db, 'sweep', {}, { key: `order:${name}`, priority: jobPriority[name], queue: 'order' });
  const { rows } = await sql<{
    key: string;
  }>`select key from graphile_worker.jobs where starts_with(key, 'order:') order by priority, run_at`.execute(db);
  expect(rows.map(({ key }) => key)).toEqual(['order:first', 'order:usual', 'order:later']);
});
