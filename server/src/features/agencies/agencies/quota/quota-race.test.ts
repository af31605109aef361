import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildProduct } from '../../../../../test/factories.ts';
import { rebuildTree } from '../../../../kit/write/rebuild-tree.ts';
import { proveLedger } from './prove-ledger.ts';
import { moveQuota } from './quota.ts';

const permissions = [
  'admin.agencies.list',
  'admin.agencies.top-up',
  'admin.agencies.recall',
  'admin.agencies.transfer-num',
  'admin.agencies.transfer-sideways',
  'admin.card-batches.list',
  'admin.card-batches.create',
  'admin.cards.list',
  'admin.cards.void',
];
const start = 500;

type Agency = { id: number; person: AdminPerson };

let app: TestApp;
let admin: AdminPerson;
/** A parent with two children. */
let family: [Agency, Agency, Agency];
let productId: number;

async function buildFunded(overrides: { parent_id?: number } = {}): Promise<Agency> {
  const { id } = await buildAgency(app.ctx, { card_num: 0, ...overrides });
  await app.ctx.db.transaction().execute((trx) =>
    moveQuota(trx, {
      agency_id: id,
      type: quotaType.top_up,
      delta: start,
      ref_type: 'test',
      ref_id: null,
      operator_id: null,
      idempotency_key: 'start',
      now: app.clock.now(),
      secrets: app.ctx.secrets,
    }),
  );
  return { id, person: await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: id }) };
}

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  // Created first, a child has the smaller id, so moves between it and its parent start at either end of the lock order.
  const first = await buildFunded();
  const parent = await buildFunded();
  const last = await buildFunded({ parent_id: parent.id });
  await app.ctx.db.updateTable('agencies').set({ parent_id: parent.id }).where('id', '=', first.id).execute();
  await rebuildTree(app.ctx.db, agencies);
  family = [parent, first, last];
  productId = (await buildProduct(app.ctx)).id;
});
afterAll(async () => app.close());

const act = (as: AdminPerson, action: string, body: object): Promise<Reply> =>
  app.http('PUT', `/admin/agencies/${action}`, {
    as,
    body: { reason: '调拨', ...body },
    headers: { 'x-idempotency-key': randomUUID() },
  });

type Step = {
  kind: 'transfer' | 'top-up' | 'recall' | 'own-top-up' | 'own-recall' | 'make' | 'void' | 'assign';
  from: number;
  to: number;
  amount: number;
};

async function makeBatch(agencyId: number): Promise<number> {
  const batch = await buildBatch(app.ctx, { agency_id: agencyId, product_id: productId, quantity: 1, made_count: 1 });
  await buildCard(app.ctx, { batch_id: batch.id });
  return batch.id;
}

async function voidBoth(from: number, to: number): Promise<Reply> {
  const ids = [];
  for (const agencyId of [from, to]) {
    const batch = await makeBatch(agencyId);
    ids.push(
      (await app.ctx.db.selectFrom('cards').select('id').where('batch_id', '=', batch).executeTakeFirstOrThrow()).id,
    );
  }
  return app.http('PUT', '/admin/cards/void', {
    as: admin,
    body: { ids, reason: '作废' },
    headers: { 'x-idempotency-key': randomUUID() },
  });
}

async function run({ kind, from, to, amount }: Step): Promise<Reply> {
  const [source, target] = [family[from % 3] ?? family[0], family[to % 3] ?? family[0]];
  const [parent, ...below] = family;
  const child = below[from % 2] ?? below[0];
  if (kind === 'transfer') return act(admin, 'transfer-num', { ids: [source.id], to_id: target.id, amount });
  if (kind === 'top-up' || kind === 'recall') return act(admin, kind, { ids: [child.id], amount });
  if (kind === 'own-top-up') return act(parent.person, 'top-up', { ids: [child.id], amount });
  if (kind === 'own-recall') return act(parent.person, 'recall', { ids: [child.id], amount });
  if (kind === 'void') return voidBoth(source.id, target.id);
  if (kind === 'assign') {
    const id = await makeBatch(source.id);
    return app.http('PUT', '/admin/card-batches/assign', {
      as: admin,
      body: { ids: [id], agency_id: target.id, reason: '改派' },
      headers: { 'x-idempotency-key': randomUUID() },
    });
  }
  const body = { name: '批次', product_id: productId, quantity: amount };
  return app.http('POST', '/admin/card-batches', {
    as: source.person,
    body,
    headers: { 'x-idempotency-key': randomUUID() },
  });
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    'transfer',
    'transfer',
    'transfer',
    'top-up',
    'recall',
    'own-top-up',
    'own-recall',
    'make',
    'void',
    'assign',
  ),
  from: fc.nat(5),
  to: fc.nat(5),
  amount: fc.integer({ min: 1, max: 9 }),
});

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{
    deadlocks: number;
  }>`select deadlocks::int from pg_stat_database where datname = current_database()`.execute(app.ctx.db);
  return rows[0]?.deadlocks ?? 0;
}

describe('quota moved from both ends at once', () => {
  it('forty opposing transfers all succeed', async () => {
    const [parent, first] = family;
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => {
        const [from, to] = index % 2 === 0 ? [parent, first] : [first, parent];
        return act(admin, 'transfer-num', { ids: [from.id], to_id: to.id, amount: 1 });
      }),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect(await countDeadlocks()).toBe(0);
  });

  it('no mix of concurrent moves causes a server error or a drift of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const replies = await Promise.all(steps.map(run));
        expect(replies.filter((reply) => reply.status >= 500).map((reply) => reply.text)).toEqual([]);
      }),
      { numRuns: 15 },
    );
    expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
    expect(await countDeadlocks()).toBe(0);
  });
});
