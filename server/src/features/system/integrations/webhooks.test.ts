import { sql } from 'kysely';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookData } from '@kaike/shared/contracts/system/webhook-events';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import {
  webhookDelivery,
  webhookEvents,
  webhookFailuresBeforePause,
  webhookMaxWaiting,
  webhookMaxWaitSeconds,
  webhookMessageState,
  webhookPauses,
  webhookReceiverPauses,
} from '@kaike/shared/domain/system/webhook';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildCard } from '../../../../test/factories.ts';
import { listen, type FakeRequest, type Listener, type Trouble } from '../../../../test/fakes/listen.ts';
import { localhostTls } from '../../../../test/fakes/sms/localhost-tls.ts';
import { createReceiver } from '../../../../test/processes/receiver.ts';
import { assertReachable, createPublicFetch } from '../../../adapters/public-fetch.ts';

let app: TestApp;
let admin: AdminPerson;
let receiver: Listener;
let trouble: Trouble = 'none';
let isAllowed = true;

beforeAll(async () => {
  receiver = await listen(
    () => ({ status: 204, body: '' }),
    () => trouble,
    localhostTls,
  );
  // The fakes of these tests stand on this machine.
  const check = (url: string) => assertReachable(url.replace('https://localhost:', 'https://8.8.8.8:'));
  const fetch = createPublicFetch({ isAllowed: () => isAllowed, ca: localhostTls.cert });
  app = await startTestApp({ adapters: { outgoing: { fetch, check } } });
  // Ahead of the database's clock, so that what is put off is not due while a test runs.
  app.clock.advance(3_600_000);
  admin = await app.person.admin();
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});
beforeEach(async () => {
  [trouble, isAllowed] = ['none', true];
  receiver.requests.length = 0;
  await app.ctx.db.updateTable('webhooks').set({ status: 0 }).execute();
});

type Body = { type: string; data: Record<string, unknown> };

const add = async (values: object = {}): Promise<number> =>
  (
    await app.http('POST', '/admin/webhooks', {
      as: admin,
      body: { name: '排课', url: `${receiver.base}/hook`, ...values },
    })
  ).body.id;
const secretOf = async (id: number): Promise<string> =>
  (await app.http('POST', `/admin/webhooks/${id}/secret`, { as: admin, body: {} })).body.secret;
const bodies = (): Body[] => receiver.requests.map(({ body }) => JSON.parse(body) as Body);

/** Whether what arrived is what the document says of its event. */
function checkData({ type: name, data }: Body): void {
  const event = webhookEvents.find((one) => one === name);
  const properties = event ? (webhookData[event].json.properties ?? {}) : {};
  const typeOf = ([key, value]: [string, unknown]): [string, string] => [key, value === null ? 'null' : typeof value];
  const allowed = Object.entries(properties).map(([key, schema]): [string, string[]] => [
    key,
    [schema.type === 'integer' ? 'number' : String(schema.type), ...(schema.nullable ? ['null'] : [])],
  ]);
  expect(Object.keys(data).toSorted(), name).toEqual(Object.keys(properties).toSorted());
  const wrong = Object.entries(data)
    .map(typeOf)
    .filter(([key, type]) => !allowed.some(([own, types]) => own === key && types.includes(type)));
  expect(wrong, name).toEqual([]);
}
const messagesOf = async (id: number) =>
  (
    await app.http('GET', '/admin/webhook-messages/list', {
      as: admin,
      query: { 'where[webhook_id]': id, 'order[id]': 'asc' },
    })
  ).body.data;
/** Runs the attempts whose time has come so many seconds later. */
async function runLater(seconds: number): Promise<void> {
  app.clock.advance(seconds * 1000);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'send-webhook'), run_at => now())`.execute(
    app.ctx.db,
  );
  await app.runJobs();
}
async function activate(): Promise<number> {
  const [card, member] = [await buildCard(app.ctx), await app.person.member()];
  const body = { code: card.secret, mode: 'activate', request_id: randomUUID() };
  expect((await app.http('POST', '/home/cards/use-card', { as: member, body })).status).toBe(200);
  return card.id;
}

/** As the specification of Standard Webhooks says, apart from the signer. */
function expectedSignature({ headers, body }: { headers: IncomingHttpHeaders; body: string }, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

describe('a webhook', () => {
  it('hears of an activation, signed, and of nothing it did not ask for', async () => {
    const id = await add({ sends_members: false });
    const cardId = await activate();
    await app.runJobs();
    expect(bodies()).toEqual([
      { type: 'card.activated', timestamp: expect.any(String), data: expect.objectContaining({ card_id: cardId }) },
    ]);
    for (const body of bodies()) checkData(body);
    const [request] = receiver.requests;
    expect(request?.headers['webhook-signature']).toBe(request && expectedSignature(request, await secretOf(id)));
    expect(await messagesOf(id)).toMatchObject([
      { event: 'card.activated', state: webhookMessageState.delivered, attempts: 1, last_status: 204 },
    ]);
  });

  it('hears of orders, completed lessons and learners, once for each change', async () => {
    await add({ sends_activations: false });
    const { member_id } = await app.person.member();
    const { db } = app.ctx;
    await sql`insert into products (sn, type, title) values ('WH1', 1, '课') on conflict do nothing`.execute(db);
    await sql`insert into pay_orders (order_no, member_id, product_id, product_snapshot, amount, payable)
      select 'WH1', ${member_id}, p.id, '{}', 100, 100 from products p where p.sn = 'WH1'`.execute(db);
    for (const status of [orderStatus.paid, orderStatus.delivered, orderStatus.refunding, orderStatus.refunded])
      await sql`update pay_orders set status = ${status}, paid_at = coalesce(paid_at, now()) where order_no = 'WH1'`.execute(
        db,
      );
    await sql`with c as (insert into courses (sn, title) values ('WH1', '课') returning id),
        h as (insert into chapters (course_id, title) select id, '一' from c returning id, course_id),
        l as (insert into lessons (course_id, chapter_id, title) select course_id, id, '一' from h returning id, course_id)
      insert into learning_records (member_id, course_id, lesson_id) select ${member_id}, course_id, id from l`.execute(
      db,
    );
    for (let count = 0; count < 2; count += 1)
      await sql`update learning_records set completed_at = now() where member_id = ${member_id}`.execute(db);
    await app.http('PUT', '/admin/members/update-status', {
      as: admin,
      body: { ids: [member_id], status: 2, reason: '违规' },
    });
    await app.runJobs();
    expect(bodies().map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'member.created',
        'order.paid',
        'order.refunded',
        'lesson.completed',
        'member.status_changed',
      ]),
    );
    expect(bodies()).toHaveLength(5);
    for (const body of bodies()) checkData(body);
  });

  it('gets nothing of what was rolled back, and nothing while it is off', async () => {
    const id = await add();
    await app.ctx.db
      .transaction()
      .execute(async (trx) => {
        await sql`update members set status = 2 where id = (select min(id) from members)`.execute(trx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await app.http('PUT', '/admin/webhooks/change-status', { as: admin, body: { ids: [id], status: 0 } });
    await activate();
    await app.runJobs();
    expect([receiver.requests, await messagesOf(id)]).toEqual([[], []]);
  });
});

describe('a receiver that is away', () => {
  it('gets everything when it is back, each message with the same id and body', async () => {
    const id = await add({ sends_members: false });
    trouble = 'hang_up';
    const cards = [await activate(), await activate(), await activate()];
    await app.runJobs();
    const waiting = await messagesOf(id);
    expect(waiting.map(({ state, last_error: error }: Record<string, unknown>) => [state, error])).toEqual(
      cards.map(() => [webhookMessageState.waiting, 'network']),
    );
    expect(new Date(waiting[0].next_at).getTime() - app.clock.now().getTime()).toBe(webhookPauses[0] * 1000);
    const tried = receiver.requests.splice(0);
    trouble = 'none';
    await runLater(webhookPauses[0]);
    expect(
      bodies()
        .map(({ data }) => data['card_id'])
        .toSorted(),
    ).toEqual(cards.toSorted());
    const identity = ({ headers, body }: FakeRequest): string => `${String(headers['webhook-id'])} ${body}`;
    expect(receiver.requests.map(identity).toSorted()).toEqual(tried.map(identity).toSorted());
  });

  it('is given up after the last pause, and the message can be sent again by hand', async () => {
    const id = await add({ sends_members: false });
    trouble = 'busy';
    await activate();
    await app.runJobs();
    for (const pause of webhookPauses) await runLater(pause);
    const [message] = await messagesOf(id);
    expect(message).toMatchObject({
      state: webhookMessageState.failed,
      attempts: webhookPauses.length + 1,
      last_error: 'HTTP 503',
      next_at: null,
    });
    trouble = 'none';
    await app.http('PUT', '/admin/webhook-messages/replay', { as: admin, body: { ids: [message.id] } });
    await app.runJobs();
    expect((await messagesOf(id))[0]).toMatchObject({ state: webhookMessageState.delivered, attempts: 1 });
  });
});

/** Has so many learners join in one transaction, which every webhook hears of. */
const joinLearners = async (count: number): Promise<void> => {
  const tag = randomUUID().slice(0, 8);
  await sql`with u as (insert into users (username) select ${tag} || n from generate_series(1, ${count}::int) n returning id)
    insert into members (user_id, member_no) select id, ${tag} || id from u`.execute(app.ctx.db);
};
const webhookOf = async (id: number) => (await app.http('GET', `/admin/webhooks/${id}`, { as: admin })).body.row;
const pausedTodo = async () =>
  (await app.http('GET', '/admin/todo', { as: admin })).body.items.find(
    ({ resource }: { resource: string }) => resource === 'webhooks',
  );
const waitingJobs = async (id: number): Promise<number> =>
  (await sql`select 1 from graphile_worker.jobs where queue_name = ${`webhook:${id}`}`.execute(app.ctx.db)).rows.length;

describe('a receiver that fails again and again', () => {
  it('is left alone after some failures, which administrators are told, and gets everything by itself once it is back', async () => {
    const id = await add({ sends_activations: false });
    trouble = 'busy';
    await joinLearners(12);
    expect(await waitingJobs(id)).toBe(1);
    await app.runJobs();
    expect(receiver.requests).toHaveLength(webhookFailuresBeforePause);
    expect(await webhookOf(id)).toMatchObject({
      delivery: webhookDelivery.paused,
      waiting: 12,
      failures: webhookFailuresBeforePause,
      last_error: 'HTTP 503',
      paused_until: new Date(app.clock.now().getTime() + webhookReceiverPauses[0] * 1000).toISOString(),
    });
    expect(await pausedTodo()).toMatchObject({ key: 'paused', tone: 'danger', count: 1, names: ['排课'] });
    // What happens meanwhile waits with the rest, and the next pause is longer.
    await joinLearners(1);
    await app.runJobs();
    expect(receiver.requests).toHaveLength(webhookFailuresBeforePause);
    await runLater(webhookReceiverPauses[0]);
    expect(receiver.requests).toHaveLength(webhookFailuresBeforePause + 1);
    expect((await webhookOf(id)).paused_until).toBe(
      new Date(app.clock.now().getTime() + webhookReceiverPauses[1] * 1000).toISOString(),
    );
    trouble = 'none';
    await runLater(webhookReceiverPauses[1]);
    const states = (await messagesOf(id)).map(({ state }: { state: number }) => state);
    expect(states).toEqual(Array.from({ length: 13 }, () => webhookMessageState.delivered));
    expect(await webhookOf(id)).toMatchObject({
      delivery: webhookDelivery.fine,
      waiting: 0,
      failures: 0,
      last_error: '',
    });
    expect(await pausedTodo()).toBeUndefined();
  });

  it('is tried at once when an administrator asks for it', async () => {
    const id = await add({ sends_activations: false });
    trouble = 'busy';
    await joinLearners(webhookFailuresBeforePause);
    await app.runJobs();
    trouble = 'none';
    receiver.requests.length = 0;
    const answer = await app.http('PUT', '/admin/webhooks/retry', { as: admin, body: { ids: [id] } });
    expect(answer.body).toMatchObject({ changed: 1, failed: [] });
    await app.runJobs();
    expect(receiver.requests).toHaveLength(webhookFailuresBeforePause);
    expect((await webhookOf(id)).delivery).toBe(webhookDelivery.fine);
    const again = await app.http('PUT', '/admin/webhooks/retry', { as: admin, body: { ids: [id] } });
    expect([again.status, again.body.code]).toEqual([409, 'record.state']);
  });

  it('has a bounded number of messages waiting, and none waits for ever: those given up are counted and can be sent again', async () => {
    const id = await add({ sends_activations: false });
    trouble = 'busy';
    await sql`insert into webhook_messages (webhook_id, event, body, queued_at)
      select ${id}, 'member.created', '{}', ${app.clock.now()} from generate_series(1, ${webhookMaxWaiting + 3}::int)`.execute(
      app.ctx.db,
    );
    await sql`select wake_webhook(${id}::bigint)`.execute(app.ctx.db);
    await app.runJobs();
    expect(await webhookOf(id)).toMatchObject({ waiting: webhookMaxWaiting, given_up: 3 });
    const oldest = (await messagesOf(id)).slice(0, 4);
    expect(oldest.map((row: Record<string, unknown>) => [row['state'], row['last_error']])).toEqual([
      ...Array.from({ length: 3 }, () => [webhookMessageState.failed, 'overflow']),
      [webhookMessageState.waiting, 'HTTP 503'],
    ]);
    trouble = 'none';
    await app.http('PUT', '/admin/webhook-messages/replay', { as: admin, body: { ids: [oldest[0].id] } });
    await sql`update webhook_messages set state = ${webhookMessageState.delivered} where webhook_id = ${id} and id > ${oldest[2].id + 2}`.execute(
      app.ctx.db,
    );
    const longAgo = new Date(app.clock.now().getTime() - (webhookMaxWaitSeconds + 1) * 1000);
    await sql`update webhook_messages set queued_at = ${longAgo} where webhook_id = ${id}`.execute(app.ctx.db);
    await app.runJobs();
    expect((await messagesOf(id)).slice(0, 5).map((row: Record<string, unknown>) => row['last_error'])).toEqual([
      'expired',
      'overflow',
      'overflow',
      'expired',
      'expired',
    ]);
  });
});

describe('a receiver in a process of its own that is killed', () => {
  it('has every event when it is back, each by its id, signed, and twice only what it took in without an answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaike-receiver-'));
    const other = await createReceiver(folder);
    const id = await add({ sends_members: false, url: `${other.base}/hook` });
    const secret = await secretOf(id);
    const cards: number[] = [];
    try {
      await other.start();
      cards.push(await activate());
      await app.runJobs();
      await other.kill();
      // Killed with a request half read, with half an answer sent, and while it was gone.
      for (const where of ['reading', 'answering'] as const) {
        await other.start(where);
        cards.push(await activate());
        await Promise.all([app.runJobs(), other.killAtStandStill()]);
      }
      cards.push(await activate(), await activate());
      await app.runJobs();
      expect((await messagesOf(id)).map(({ last_error: error }: { last_error: string }) => error)).toEqual([
        '',
        ...Array.from({ length: 4 }, () => 'network'),
      ]);
      await other.start();
      await runLater(webhookPauses[0]);
    } finally {
      await other.close();
    }
    const taken = other.taken();
    rmSync(folder, { recursive: true });
    for (const message of taken) expect(message.headers['webhook-signature']).toBe(expectedSignature(message, secret));
    const cardOf = ({ body }: { body: string }) => Number((JSON.parse(body) as Body).data['card_id']);
    const byId = new Map(taken.map((message) => [message.headers['webhook-id'], cardOf(message)]));
    expect([...byId.values()].toSorted((left, right) => left - right)).toEqual(cards);
    // The one whose answer broke off came again under its own id; no other came twice.
    const answered = taken.filter((message) => cardOf(message) === cards[2]);
    expect([taken.length, answered.length, new Set(answered.map(({ body }) => body)).size]).toEqual([6, 2, 1]);
    expect((await messagesOf(id)).map(({ state, attempts }: Record<string, unknown>) => [state, attempts])).toEqual([
      [webhookMessageState.delivered, 1],
      ...Array.from({ length: 4 }, () => [webhookMessageState.delivered, 2]),
    ]);
  });
});

describe('the address of a webhook', () => {
  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/',
    'https://localhost/',
    'https://kaike.localhost/',
    'https://files.intranet/hook',
    'https://db.internal/',
    'https://nas.lan/',
  ])('is refused when it is not public: %s', async (url) => {
    const { status, body } = await app.http('POST', '/admin/webhooks', { as: admin, body: { name: '内网', url } });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'webhook.address', ['url']]);
  });

  it('is not called when its name leads to a private network', async () => {
    const id = await add({ sends_members: false });
    isAllowed = false;
    await activate();
    await app.runJobs();
    expect(receiver.requests).toEqual([]);
    expect(await messagesOf(id)).toMatchObject([{ last_error: 'private_address', attempts: 1 }]);
  });
});
