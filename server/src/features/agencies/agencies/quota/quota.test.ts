import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildAgency } from '../../../../../test/factories.ts';
import { AppError } from '../../../../core/app-error.ts';
import { payForBatch, returnReversed, returnVoided } from './card-quota.ts';
import { movePair, type PairMove } from './move-pair.ts';
import { proveLedger } from './prove-ledger.ts';
import { moveQuota, postQuota, type QuotaMove } from './quota.ts';
import { watchLedger, lastProof } from './watch-ledger.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const empty = (overrides: Parameters<typeof buildAgency>[1] = {}) =>
  buildAgency(app.ctx, { card_num: 0, ...overrides });
const agencyRow = (id: number) =>
  app.ctx.db.selectFrom('agencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const cause = () => ({
  ref_type: 'test',
  ref_id: null,
  operator_id: null,
  idempotency_key: randomUUID(),
  now: app.clock.now(),
  secrets: app.ctx.secrets,
});
const move = (overrides: Partial<QuotaMove> & { agency_id: number; delta: number }) =>
  app.ctx.db
    .transaction()
    .execute((trx) =>
      moveQuota(trx, { ...cause(), type: overrides.delta > 0 ? quotaType.increase : quotaType.decrease, ...overrides }),
    );
const pair = (overrides: Partial<PairMove> & { from: number; to: number; amount: number }) =>
  app.ctx.db.transaction().execute((trx) => movePair(trx, { ...cause(), kind: 'transfer', ...overrides }));
const lines = (id: number) =>
  app.ctx.db.selectFrom('card_num_logs').selectAll().where('agency_id', '=', id).orderBy('id').execute();
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('moveQuota', () => {
  it('changes balance and ledger together, and a repeated request changes nothing', async () => {
    const { id } = await empty();
    expect(await move({ agency_id: id, delta: 10, idempotency_key: 'same' })).toBe(true);
    expect(await move({ agency_id: id, delta: 10, idempotency_key: 'same' })).toBe(false);
    await move({ agency_id: id, delta: -3 });
    expect((await agencyRow(id)).card_num).toBe(7);
    expect(
      (await lines(id)).map(({ delta, balance_before: before, balance_after: after }) => [delta, before, after]),
    ).toEqual([
      [10, 0, 10],
      [-3, 10, 7],
    ]);
  });

  it('twenty concurrent copies of a request count once', async () => {
    const { id } = await empty();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => move({ agency_id: id, delta: 5, idempotency_key: 'racing' })),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await agencyRow(id)).card_num).toBe(5);
  });

  it('never goes below zero under concurrent requests', async () => {
    const { id } = await empty();
    await move({ agency_id: id, delta: 25 });
    // All of them begin while the balance is locked: whoever read it before would take what another has taken.
    const results = await app.whileLocked(
      (trx) => trx.selectFrom('agencies').select('id').where('id', '=', id).forUpdate().execute(),
      4,
      () => Promise.all(Array.from({ length: 4 }, () => codeOf(move({ agency_id: id, delta: -7 })))),
    );
    expect(results.filter((code) => code === 'done')).toHaveLength(3);
    expect(new Set(results)).toEqual(new Set(['done', 'agency.quota_short']));
    expect((await agencyRow(id)).card_num).toBe(4);
  });

  it('unlimited adds the missing quota first, and obeys the daily cap', async () => {
    const { id } = await empty({ unlimited: 1, daily_cap: 10 });
    await move({ agency_id: id, delta: -6, type: quotaType.card_made });
    expect((await lines(id)).map((line) => [line.type, line.delta])).toEqual([
      [quotaType.increase, 6],
      [quotaType.card_made, -6],
    ]);
    expect(await codeOf(move({ agency_id: id, delta: -5, type: quotaType.card_made }))).toBe('agency.daily_cap');
    expect(await codeOf(move({ agency_id: id, delta: -4, type: quotaType.card_made }))).toBe('done');
    app.clock.advance(86_400_000);
    expect(await codeOf(move({ agency_id: id, delta: -10, type: quotaType.card_made }))).toBe('done');
  });

  it('records since when the quota is low, until it no longer is', async () => {
    const { id } = await empty({ low_stock_at: 5 });
    await move({ agency_id: id, delta: 10 });
    expect((await agencyRow(id)).low_since).toBeNull();
    await move({ agency_id: id, delta: -5 });
    const { low_since: since } = await agencyRow(id);
    expect(since).toEqual(app.clock.now());
    app.clock.advance(60_000);
    await move({ agency_id: id, delta: -1 });
    expect((await agencyRow(id)).low_since).toEqual(since);
    await move({ agency_id: id, delta: 9 });
    expect((await agencyRow(id)).low_since).toBeNull();
  });
});

describe('movePair', () => {
  it('writes both sides in one transaction, and nothing when one side cannot', async () => {
    const [one, two] = [await empty(), await empty()];
    await move({ agency_id: one.id, delta: 10 });
    await pair({ from: one.id, to: two.id, amount: 4, idempotency_key: 'pair' });
    expect(await pair({ from: one.id, to: two.id, amount: 4, idempotency_key: 'pair' })).toBe(false);
    const [out, into] = [(await lines(one.id)).at(-1), (await lines(two.id)).at(-1)];
    expect([out?.delta, out?.type, out?.counterparty_id, into?.delta, into?.type, into?.counterparty_id]).toEqual([
      -4,
      quotaType.transfer_out,
      two.id,
      4,
      quotaType.transfer_in,
      one.id,
    ]);
    expect(out?.txn_id).toBe(into?.txn_id);
    expect(await codeOf(pair({ from: one.id, to: two.id, amount: 7 }))).toBe('agency.quota_short');
    expect([(await agencyRow(one.id)).card_num, (await agencyRow(two.id)).card_num]).toEqual([6, 4]);
  });

  it('concurrent moves in both directions do not deadlock', async () => {
    const [one, two] = [await empty(), await empty()];
    for (const { id } of [one, two]) await move({ agency_id: id, delta: 100 });
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_one, index) =>
        codeOf(
          index % 2 === 0
            ? pair({ from: one.id, to: two.id, amount: 1 })
            : pair({ from: two.id, to: one.id, amount: 1 }),
        ),
      ),
    );
    expect(new Set(codes)).toEqual(new Set(['done']));
    expect([(await agencyRow(one.id)).card_num, (await agencyRow(two.id)).card_num]).toEqual([100, 100]);
  });

  it('stops for frozen agencies, though quota can be recalled from one', async () => {
    const [one, two] = [await empty({ status: agencyStatus.frozen }), await empty()];
    await move({ agency_id: one.id, delta: 5 });
    expect(await codeOf(pair({ from: one.id, to: two.id, amount: 1 }))).toBe('agency.not_active');
    expect(await codeOf(pair({ from: two.id, to: one.id, amount: 1 }))).toBe('agency.not_active');
    expect(await codeOf(pair({ from: one.id, to: two.id, amount: 1, kind: 'recall' }))).toBe('done');
    expect(await codeOf(pair({ from: two.id, to: two.id, amount: 1 }))).toBe('agency.same');
  });

  it('rejects entries that do not balance', async () => {
    const [one, two] = [await empty(), await empty()];
    const entries = [
      { agency_id: one.id, type: quotaType.transfer_in, delta: 2 },
      { agency_id: two.id, type: quotaType.transfer_in, delta: 1 },
    ];
    expect(await codeOf(app.ctx.db.transaction().execute((trx) => postQuota(trx, entries, cause())))).toBe(
      'server.internal',
    );
  });
});

describe('quota of cards', () => {
  it('takes once for a batch, returns once for what is voided or reversed', async () => {
    const { id } = await empty();
    await move({ agency_id: id, delta: 10 });
    const batch = { agency_id: id, batch_id: 7, operator_id: null, now: app.clock.now(), secrets: app.ctx.secrets };
    const twice = async (work: (trx: Parameters<typeof payForBatch>[0]) => Promise<boolean>) => {
      const results = [];
      for (let run = 0; run < 2; run += 1) results.push(await app.ctx.db.transaction().execute(work));
      return results;
    };
    expect(await twice((trx) => payForBatch(trx, { ...batch, quantity: 8 }))).toEqual([true, false]);
    expect((await agencyRow(id)).card_num).toBe(2);
    expect(await twice((trx) => returnVoided(trx, { ...batch, count: 3, first: 31 }))).toEqual([true, false]);
    expect(await twice((trx) => returnVoided(trx, { ...batch, count: 2, first: 'unmade' }))).toEqual([true, false]);
    expect(await twice((trx) => returnReversed(trx, { ...batch, card_id: 31 }))).toEqual([true, false]);
    expect((await agencyRow(id)).card_num).toBe(8);
    expect(await twice((trx) => payForBatch(trx, { ...batch, agency_id: null, quantity: 8 }))).toEqual([false, false]);
  });
});

describe('card_num_logs', () => {
  it('is append-only for the database role of the server: only a remark can change', async () => {
    const { id } = await empty();
    await move({ agency_id: id, delta: 1 });
    const { db } = app.ctx;
    await expect(
      sql`update card_num_logs set delta = 2, balance_after = 2 where agency_id = ${id}`.execute(db),
    ).rejects.toThrow('append-only');
    await expect(
      sql`update card_num_logs set remark = 'x', created_at = now() where agency_id = ${id}`.execute(db),
    ).rejects.toThrow('append-only');
    await expect(sql`delete from card_num_logs where agency_id = ${id}`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`truncate card_num_logs cascade`.execute(db)).rejects.toThrow();
    await sql`update card_num_logs set remark = '更正说明' where agency_id = ${id}`.execute(db);
    expect(await lines(id)).toMatchObject([{ delta: 1, remark: '更正说明' }]);
  });
});

describe('the ledger against a model', () => {
  const accounts = 4;
  const step = fc.record({
    kind: fc.constantFrom('up', 'down', 'transfer', 'recall', 'retry'),
    from: fc.nat(accounts - 1),
    to: fc.nat(accounts - 1),
    amount: fc.integer({ min: 1, max: 30 }),
  });
  type Step = { kind: string; from: number; to: number; amount: number };

  it('rejects and balances exactly as the model does, for any order of moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const ids: number[] = [];
        for (let index = 0; index < accounts; index += 1) ids.push((await empty()).id);
        const model = ids.map(() => 0);
        let last: (() => Promise<unknown>) | null = null;
        const run = (one: Step, key: string): Promise<unknown> => {
          const [from, to] = [ids[one.from] ?? 0, ids[one.to] ?? 0];
          if (one.kind === 'up' || one.kind === 'down')
            return move({
              agency_id: from,
              delta: one.kind === 'up' ? one.amount : -one.amount,
              idempotency_key: key,
            });
          return pair({
            from,
            to,
            amount: one.amount,
            kind: one.kind === 'recall' ? 'recall' : 'transfer',
            idempotency_key: key,
          });
        };
        for (const one of steps) {
          if (one.kind === 'retry') {
            await (last as (() => Promise<unknown>) | null)?.();
            continue;
          }
          const isPair = one.kind === 'transfer' || one.kind === 'recall';
          const balance = model[one.from] ?? 0;
          const allowed = one.kind === 'up' || (balance >= one.amount && !(isPair && one.from === one.to));
          const key = randomUUID();
          expect((await codeOf(run(one, key))) === 'done').toBe(allowed);
          if (!allowed) continue;
          model[one.from] = balance + (one.kind === 'up' ? one.amount : -one.amount);
          if (isPair) model[one.to] = (model[one.to] ?? 0) + one.amount;
          last = () => run(one, key);
        }
        const balances = [];
        for (const id of ids) balances.push((await agencyRow(id)).card_num);
        expect(balances).toEqual(model);
      }),
      { numRuns: 25 },
    );
    expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
  });
});

describe('proveLedger', () => {
  it('finds a balance changed behind the ledger, and stores the result for the dashboard', async () => {
    const { id, name } = await empty();
    await move({ agency_id: id, delta: 3 });
    await watchLedger(app.ctx);
    expect((await lastProof(app.ctx))?.drift_count).toBe(0);
    await sql`update agencies set card_num = 4 where id = ${id}`.execute(app.ctx.db);
    expect((await proveLedger(app.ctx)).drifts).toEqual([
      { agency_id: id, name, balance: 4, ledger: 3, held: 0, waiting: 0, breaks: 0 },
    ]);
    await watchLedger(app.ctx);
    expect((await lastProof(app.ctx))?.drift_count).toBe(1);
    await sql`update agencies set card_num = 3 where id = ${id}`.execute(app.ctx.db);
  });

  it('stores the result so that the release before reads it, and reads what that one stores', async () => {
    await watchLedger(app.ctx);
    const { rows } = await sql<{
      value: unknown;
    }>`select value from app_state where key = 'ledger_proof'`.execute(app.ctx.db);
    expect(rows[0]?.value).toMatchObject({ drifts: [], unbalanced: [] });
    const value = JSON.stringify({ checked_at: '2026-01-01T00:00:00.000Z', drifts: [{}], unbalanced: ['a', 'b'] });
    await sql`update app_state set value = ${value}::jsonb where key = 'ledger_proof'`.execute(app.ctx.db);
    expect((await lastProof(app.ctx))?.drift_count).toBe(3);
    await watchLedger(app.ctx);
  });
});
