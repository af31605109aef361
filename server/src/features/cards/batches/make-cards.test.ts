import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { checkSecret } from '@kaike/shared/domain/cards/card-secret';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildBatch } from '../../../../test/factories.ts';
import { connectionOf, killAtWrite, startProcess } from '../../../../test/processes/kill.ts';
import type { Db } from '../../../db/pool.ts';
import { openSecret } from '../cards/public.ts';
import { makeCards } from './make-cards.ts';
import { resumeBatches } from './resume-batches.ts';

const fixture = fileURLToPath(new URL('kill.fixture.ts', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
// A leftover batch would be resumed with the others.
afterEach(() =>
  app.ctx.db
    .updateTable('card_batches')
    .set({ state: batchState.voided })
    .where('state', '=', batchState.making)
    .execute(),
);
afterAll(async () => app.close());

const batchRow = (id: number) =>
  app.ctx.db.selectFrom('card_batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function count(batchId: number) {
  const { rows } = await sql<{
    cards: number;
    places: number;
    secrets: number;
    numbers: number;
    last: number;
  }>`select count(*)::int as cards,
    count(distinct batch_seq)::int as places, count(distinct secret_hash)::int as secrets, count(distinct card_no)::int as numbers, coalesce(max(batch_seq), 0) as last
    from cards where batch_id = ${batchId}`.execute(app.ctx.db);
  return rows[0];
}

const whole = (quantity: number) => ({
  cards: quantity,
  places: quantity,
  secrets: quantity,
  numbers: quantity,
  last: quantity,
});

describe('makeCards', () => {
  it('makes every card once, with a valid secret, in stock', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.making, quantity: 7001, prefix: 'AB' });
    await makeCards(app.ctx, batch.id);
    expect(await count(batch.id)).toEqual(whole(7001));
    expect(await batchRow(batch.id)).toMatchObject({ made_count: 7001, state: batchState.ready });
    // Lists of more than ten thousand rows show the planner estimate; it must not be far too low for a minute.
    const {
      rows: [estimate],
    } = await sql<{ rows: number }>`select reltuples as rows from pg_class where oid = 'cards'::regclass`.execute(
      app.ctx.db,
    );
    expect(estimate?.rows).toBeGreaterThanOrEqual(7001);
    const cards = await app.ctx.db
      .selectFrom('cards')
      .selectAll()
      .where('batch_id', '=', batch.id)
      .orderBy('batch_seq')
      .limit(50)
      .execute();
    for (const card of cards) {
      const secret = openSecret(app.ctx.secrets, card);
      expect(checkSecret(secret)).toBe(true);
      expect(card).toMatchObject({ state: cardState.stock, secret_last4: secret.slice(-4), issued_at: null });
      expect(card.card_no).toBe(`AB${String(batch.id).padStart(4, '0')}${String(card.batch_seq).padStart(6, '0')}`);
    }
  });

  it('issues at once when the batch is set to', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.making, quantity: 3, issue_on_made: true });
    await makeCards(app.ctx, batch.id);
    expect((await batchRow(batch.id)).state).toBe(batchState.released);
    const cards = await app.ctx.db
      .selectFrom('cards')
      .select(['state', 'issued_at'])
      .where('batch_id', '=', batch.id)
      .execute();
    expect(cards).toEqual(Array.from({ length: 3 }, () => ({ state: cardState.issued, issued_at: app.clock.now() })));
  });

  it('two concurrent runs make no card twice', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.making, quantity: 12_000 });
    await Promise.all([makeCards(app.ctx, batch.id), makeCards(app.ctx, batch.id)]);
    expect(await count(batch.id)).toEqual(whole(12_000));
  });

  it('stops when the batch is voided meanwhile', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.making, quantity: 20_000 });
    const voidIt = (trx: Db) =>
      trx.updateTable('card_batches').set({ state: batchState.voided }).where('id', '=', batch.id).execute();
    await app.whileLocked(voidIt, 1, () => makeCards(app.ctx, batch.id));
    expect((await count(batch.id))?.cards).toBe(0);
    expect((await batchRow(batch.id)).state).toBe(batchState.voided);
  });

  it('killed midway loses and duplicates nothing: the job resumes where it was', async () => {
    const batch = await buildBatch(app.ctx, { state: batchState.making, quantity: 20_000 });
    // In the middle of its third chunk.
    await killAtWrite(app.ctx, { table: 'cards', when: `new.batch_id = ${batch.id} and new.batch_seq = 12500` }, () => {
      const child = startProcess(fixture);
      child.send({ config: app.ctx.config, connection: connectionOf(app.ctx), batch_id: batch.id });
      return child;
    });
    const killed = await batchRow(batch.id);
    expect(killed).toMatchObject({ state: batchState.making, made_count: 10_000 });

    app.clock.set(new Date(killed.updated_at.getTime() + 120_000));
    expect(await resumeBatches(app.ctx)).toBe(1);
    await app.runJobs();
    expect(await count(batch.id)).toEqual(whole(20_000));
    expect(await batchRow(batch.id)).toMatchObject({ made_count: 20_000, state: batchState.ready });
  });
});
