import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from 'hucre';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildProduct, buildTheme } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

type Body = Record<string, unknown>;
const create = (body: Body, as = admin, headers: Record<string, string> = {}) =>
  app.http('POST', '/admin/card-batches', {
    as,
    headers,
    body: { name: '春季批次', prefix: 'KK', quantity: 10, ...body },
  });
const act = (action: string, body: Body, as = admin) => app.http('PUT', `/admin/card-batches/${action}`, { as, body });
const batchRow = (id: number) =>
  app.ctx.db.selectFrom('card_batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const quotaOf = async (id: number) =>
  (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow()).card_num;
const ledger = (id: number) =>
  app.ctx.db
    .selectFrom('card_num_logs')
    .select(['type', 'delta', 'balance_before', 'balance_after'])
    .where('agency_id', '=', id)
    .orderBy('id')
    .execute();
const statesOf = async (id: number) =>
  (await app.ctx.db.selectFrom('cards').select('state').where('batch_id', '=', id).orderBy('id').execute()).map(
    (row) => row.state,
  );

const agencyPermissions = ['list', 'show', 'create', 'update', 'release', 'void', 'remark', 'export-secrets'].map(
  (name) => `admin.card-batches.${name}`,
);
const agencyAdmin = (agencyId: number) =>
  app.person.adminWith(agencyPermissions, { data_scope: 'own_agency', agency_id: agencyId });

describe('POST /admin/card-batches', () => {
  it('makes a batch in the background, with a snapshot of the product', async () => {
    const product = await buildProduct(app.ctx, { title: '英语年卡' });
    const { status, body } = await create({ product_id: product.id, quantity: 12 });
    expect(status).toBe(201);
    expect(await batchRow(body.id)).toMatchObject({ state: batchState.making, made_count: 0 });
    await app.ctx.db.updateTable('products').set({ title: '改了名' }).where('id', '=', product.id).execute();
    await app.runJobs();
    expect(await batchRow(body.id)).toMatchObject({
      state: batchState.ready,
      made_count: 12,
      product_snapshot: { title: '英语年卡' },
    });
    const detail = await app.http('GET', `/admin/card-batches/${body.id}`, { as: admin });
    expect(detail.body.row).toMatchObject({
      states: [{ state: cardState.stock, count: 12 }],
      labels: { product_id: '改了名' },
    });
  });

  it('numbers a batch by the day it is in the school', async () => {
    const product = await buildProduct(app.ctx);
    const { body } = await app.clock.at(new Date('2030-03-31T17:00:00Z'), async () =>
      create({ product_id: product.id }, await app.person.admin()),
    );
    expect((await batchRow(body.id)).batch_no).toMatch(/^20300401/);
  });

  it('uses the default theme unless another one is selected', async () => {
    const product = await buildProduct(app.ctx);
    const usual = await buildTheme(app.ctx, { is_default: true });
    const other = await buildTheme(app.ctx);
    const off = await buildTheme(app.ctx, { status: 0 });
    expect((await batchRow((await create({ product_id: product.id })).body.id)).theme_id).toBe(usual.id);
    expect((await batchRow((await create({ product_id: product.id, theme_id: other.id })).body.id)).theme_id).toBe(
      other.id,
    );
    expect((await create({ product_id: product.id, theme_id: off.id })).body.errors).toHaveProperty('theme_id');
    await app.ctx.db.updateTable('card_themes').set({ is_default: false }).where('id', '=', usual.id).execute();
  });

  it('rejects invalid quantities, prefixes, times and products off sale', async () => {
    const product = await buildProduct(app.ctx);
    for (const [key, value] of [
      ['quantity', 0],
      ['quantity', 100_001],
      ['quantity', 1.5],
      ['prefix', 'K1'],
      ['prefix', 'kk'],
      ['redeem_end_at', '2020-01-01T00:00:00Z'],
      ['product_id', null],
    ] as const) {
      const answer = await create({ product_id: product.id, [key]: value });
      expect([answer.status, Object.keys(answer.body.errors ?? {})], key).toEqual([422, [key]]);
    }
    const off = await buildProduct(app.ctx, { status: productStatus.off });
    const { body } = await create({ product_id: off.id });
    expect([body.code, Object.keys(body.errors ?? {})]).toEqual(['card.product_off', ['product_id']]);
  });

  it('stores SQL and HTML in its fields as text', async () => {
    const product = await buildProduct(app.ctx);
    const text = `<script>alert(1)</script>'; drop table cards; --`;
    const { body } = await create({ product_id: product.id, name: text, remark: text });
    expect(await batchRow(body.id)).toMatchObject({ name: text, remark: text });
    const list = await app.http('GET', `/admin/card-batches/list?where[_keyword]=${encodeURIComponent(text)}`, {
      as: admin,
    });
    expect(list.body.data).toMatchObject([{ id: body.id, name: text, remark: text }]);
  });
});

describe('quota', () => {
  it("a batch takes its agency's quota exactly once, also when the request is repeated", async () => {
    const [product, agency] = [await buildProduct(app.ctx), await buildAgency(app.ctx, { card_num: 30 })];
    const key = { 'x-idempotency-key': randomUUID() };
    const answers = [
      await create({ product_id: product.id, agency_id: agency.id }, admin, key),
      await create({ product_id: product.id, agency_id: agency.id }, admin, key),
    ];
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    expect(await quotaOf(agency.id)).toBe(20);
    expect(await ledger(agency.id)).toEqual([
      { type: quotaType.card_made, delta: -10, balance_before: 30, balance_after: 20 },
    ]);
    await app.runJobs();
    expect(await quotaOf(agency.id)).toBe(20);
  });

  it('never goes below zero, even when many batches are requested at once', async () => {
    const [product, agency] = [await buildProduct(app.ctx), await buildAgency(app.ctx, { card_num: 35 })];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ product_id: product.id, agency_id: agency.id })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['agency.quota_short']),
    );
    expect(await quotaOf(agency.id)).toBe(5);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from card_batches where agency_id = ${agency.id}`.execute(app.ctx.db);
    expect(rows[0]?.count).toBe(3);
  });

  it('an unlimited agency receives what it lacks, and its ledger adds up', async () => {
    const [product, agency] = [await buildProduct(app.ctx), await buildAgency(app.ctx, { card_num: 4, unlimited: 1 })];
    expect((await create({ product_id: product.id, agency_id: agency.id })).status).toBe(201);
    expect(await ledger(agency.id)).toEqual([
      { type: quotaType.increase, delta: 6, balance_before: 4, balance_after: 10 },
      { type: quotaType.card_made, delta: -10, balance_before: 10, balance_after: 0 },
    ]);
  });

  it('obeys the daily cap, the products an agency may sell, and its status', async () => {
    const product = await buildProduct(app.ctx);
    const make = async (agency: Parameters<typeof buildAgency>[1]) =>
      create({ product_id: product.id, agency_id: (await buildAgency(app.ctx, agency)).id });
    expect((await make({ daily_cap: 9 })).body.code).toBe('agency.daily_cap');
    expect((await make({ product_ids: [product.id + 1] })).body.code).toBe('agency.product_denied');
    expect((await make({ status: agencyStatus.frozen })).body.code).toBe('agency.not_active');
    expect((await make({ daily_cap: 10, product_ids: [product.id] })).status).toBe(201);
  });

  it('is returned when a batch is voided, also for cards never made, but not for activated ones', async () => {
    const [product, agency] = [await buildProduct(app.ctx), await buildAgency(app.ctx, { card_num: 100 })];
    const { id } = (await create({ product_id: product.id, agency_id: agency.id, issue_on_made: true })).body;
    await app.runJobs();
    await app.ctx.db
      .updateTable('cards')
      .set({ state: cardState.activated })
      .where('batch_id', '=', id)
      .where('batch_seq', '<=', 3)
      .execute();
    expect((await act('void', { ids: [id], reason: '印错了' })).body.changed).toBe(1);
    await app.runJobs();
    expect(await statesOf(id)).toEqual([
      ...Array.from({ length: 3 }, () => cardState.activated),
      ...Array.from({ length: 7 }, () => cardState.voided),
    ]);
    expect(await quotaOf(agency.id)).toBe(97);

    const unmade = (await create({ product_id: product.id, agency_id: agency.id })).body.id;
    await act('void', { ids: [unmade], reason: '不要了' });
    await app.runJobs();
    expect(await statesOf(unmade)).toEqual([]);
    expect(await quotaOf(agency.id)).toBe(97);
  });
});

describe('states of a batch', () => {
  it('release issues the cards in stock but no frozen one; close and reopen leave the cards alone', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.ready });
    const [stock, frozen] = [
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock, issued_at: null }),
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock, frozen_at: new Date() }),
    ];
    expect((await act('release', { ids: [batch.id] })).body.changed).toBe(1);
    expect(await batchRow(batch.id)).toMatchObject({ state: batchState.released, moving: 'issue' });
    await app.runJobs();
    expect(await batchRow(batch.id)).toMatchObject({ moving: '' });
    expect(
      await app.ctx.db
        .selectFrom('cards')
        .select(['id', 'state'])
        .where('batch_id', '=', batch.id)
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: stock.id, state: cardState.issued },
      { id: frozen.id, state: cardState.stock },
    ]);
    await act('close', { ids: [batch.id] });
    expect((await batchRow(batch.id)).state).toBe(batchState.closed);
    expect((await app.http('PUT', '/admin/cards/issue', { as: admin, body: { ids: [frozen.id] } })).body.code).toBe(
      'card.batch_state',
    );
    expect((await act('release', { ids: [batch.id] })).body.code).toBe('card.batch_state');
    await act('reopen', { ids: [batch.id] });
    expect((await batchRow(batch.id)).state).toBe(batchState.released);
  });

  it('voiding needs a reason, which the operation log keeps', async () => {
    const batch = await buildBatch(app.ctx);
    expect((await act('void', { ids: [batch.id] })).body.errors).toHaveProperty('reason');
    await act('void', { ids: [batch.id], reason: '<b>丢失</b>' });
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'card-batches')
      .where('record_id', '=', String(batch.id))
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ action: 'void', reason: '<b>丢失</b>' });
  });
});

describe('scope of an agency', () => {
  it('applies to every read and write', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const [own, other] = [
      await buildBatch(app.ctx, { agency_id: mine.id }),
      await buildBatch(app.ctx, { agency_id: theirs.id }),
    ];
    const school = await buildBatch(app.ctx);
    const agent = await agencyAdmin(mine.id);
    const list = await app.http('GET', '/admin/card-batches/list', { as: agent });
    expect(list.body.data.map((row: { id: number }) => row.id)).toEqual([own.id]);
    for (const { id } of [other, school]) {
      expect((await app.http('GET', `/admin/card-batches/${id}`, { as: agent })).status).toBe(404);
      expect((await app.http('PUT', `/admin/card-batches/${id}`, { as: agent, body: { name: '抢' } })).status).toBe(
        404,
      );
      for (const action of ['release', 'void', 'remark'])
        expect((await act(action, { ids: [id], reason: '越权', remark: '越权' }, agent)).body.code).toBe(
          'record.not_found',
        );
      for (const way of ['secrets?reason=x', 'prints'])
        expect((await app.http('GET', `/admin/card-batches/${id}/${way}`, { as: agent })).status).toBe(404);
    }
    const product = await buildProduct(app.ctx);
    expect((await create({ product_id: product.id, agency_id: theirs.id }, agent)).status).toBe(403);
    const created = await create({ product_id: product.id }, agent);
    expect((await batchRow(created.body.id)).agency_id).toBe(mine.id);
    expect(await quotaOf(mine.id)).toBe(990);
    expect(await quotaOf(theirs.id)).toBe(1000);
  });
});

describe('secrets', () => {
  it('are exported as a sheet with the permission and a reason, are logged first, and redeem the cards', async () => {
    const batch = await buildBatch(app.ctx, { made_count: 2 });
    const [card, used] = [
      await buildCard(app.ctx, { batch_id: batch.id, batch_seq: 1 }),
      await buildCard(app.ctx, { batch_id: batch.id, batch_seq: 2, state: cardState.activated }),
    ];
    const path = `/admin/card-batches/${batch.id}/secrets`;
    const reader = await app.person.adminWith([
      'admin.card-batches.list',
      'admin.card-batches.show',
      'admin.card-batches.export',
    ]);
    expect((await app.http('GET', `${path}?reason=印刷`, { as: reader })).status).toBe(403);
    expect((await app.http('GET', path, { as: admin })).body.errors).toHaveProperty('reason');
    const answer = await app.http('GET', `${path}?format=xlsx&reason=${encodeURIComponent('交给印刷厂')}`, {
      as: admin,
    });
    expect(answer.headers['content-disposition']).toContain('.xlsx');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { sheets } = await readXlsx(answer.raw);
    const [head, first, second] = sheets[0]?.rows ?? [];
    expect(head?.slice(0, 2)).toEqual(['卡号', '卡密']);
    expect(first?.slice(0, 2)).toEqual([card.card_no, card.secret.replace(/(.{4})(?=.)/g, '$1-')]);
    expect(String(first?.[2])).toContain(`/home/cards/use-card?code=${card.secret}`);
    expect([second?.[0], second?.[1] ?? null]).toEqual([used.card_no, null]);
    const down = await app.ctx.db
      .selectFrom('down_logs')
      .selectAll()
      .where('resource', '=', 'card-batches')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(down).toMatchObject({ with_secrets: true, reason: '交给印刷厂', row_count: 2, user_id: admin.user_id });
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('action', '=', 'export-secrets')
      .where('record_id', '=', String(batch.id))
      .executeTakeFirstOrThrow();
    expect(log.reason).toBe('交给印刷厂');
    expect(JSON.stringify([down, log])).not.toContain(card.secret);
  });

  it('are in no list, no row and no export', async () => {
    const card = await buildCard(app.ctx);
    const texts = await Promise.all([
      app.http('GET', '/admin/cards', { as: admin }),
      app.http('GET', `/admin/cards/${card.id}`, { as: admin }),
      app.http('GET', '/admin/cards/export', { as: admin }),
      app.http('GET', `/admin/card-batches/${card.batch_id}`, { as: admin }),
    ]);
    for (const answer of texts) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(card.secret);
      expect(answer.text).not.toContain('secret_enc');
      expect(answer.text).not.toContain('secret_hash');
    }
  });
});

describe('activated_count', () => {
  it('is counted by the minute job; activation does not update the batch', async () => {
    const batch = await buildBatch(app.ctx);
    const cards = [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id }),
    ];
    for (const card of cards.slice(0, 2)) {
      const as = await app.person.member({ activated: false });
      await app.http('POST', '/home/cards/use-card', {
        as,
        body: { code: card.secret, mode: 'activate', request_id: randomUUID() },
      });
    }
    expect(await batchRow(batch.id)).toMatchObject({ activated_count: 0, version: 1 });
    await sql`select graphile_worker.add_job('tend-batches', '{}')`.execute(app.ctx.db);
    await app.runJobs();
    expect((await batchRow(batch.id)).activated_count).toBe(2);
  });
});
