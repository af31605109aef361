import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { buildAgency, buildProduct } from '../../../../../test/factories.ts';
import { openSecret } from '../../cards/public.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const rights = ['admin.card-cartons.list', 'admin.card-cartons.show', 'admin.card-cartons.receive'];
const agentOf = (agencyId: number) => app.person.adminWith(rights, { data_scope: 'own_agency', agency_id: agencyId });

/** A released batch of 25 cards, created through the back office. */
async function makeBatch(options: { gated?: boolean; agency_id?: number; quantity?: number } = {}): Promise<number> {
  const product = await buildProduct(app.ctx);
  const { body } = await app.http('POST', '/admin/card-batches', {
    as: admin,
    body: {
      name: '印刷卡',
      product_id: product.id,
      quantity: options.quantity ?? 25,
      prefix: 'KK',
      agency_id: options.agency_id ?? null,
      issue_on_made: true,
      redeem_on_receipt: options.gated ?? true,
    },
  });
  await app.runJobs();
  return Number(body.id ?? body.row?.id);
}

const split = (id: number, size = 10, as = admin) =>
  app.http('POST', `/admin/card-batches/${id}/cartons`, { as, body: { size } });
const cartons = (id: number) =>
  app.ctx.db.selectFrom('card_cartons').selectAll().where('batch_id', '=', id).orderBy('carton_no').execute();
const scan = (code: string, as = admin, headers: Record<string, string> = {}) =>
  app.http('POST', '/admin/card-cartons/receive', { as, body: { code }, headers });
const undo = (id: number, as = admin) => app.http('POST', `/admin/card-cartons/${id}/undo-receipt`, { as });
const act = (action: string, id: number, as = admin, reason = '物流丢件') =>
  app.http('PUT', `/admin/card-cartons/${action}`, { as, body: { ids: [id], reason } });
const cardsOf = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('batch_id', '=', id).orderBy('batch_seq').execute();

async function secretOf(batchId: number, seq: number): Promise<string> {
  const card = await app.ctx.db
    .selectFrom('cards')
    .select(['secret_enc', 'secret_hash'])
    .where('batch_id', '=', batchId)
    .where('batch_seq', '=', seq)
    .executeTakeFirstOrThrow();
  return openSecret(app.ctx.secrets, card);
}
async function use(code: string, mode = 'activate') {
  return app.http('POST', '/home/cards/use-card', {
    as: await app.person.member(),
    body: { code, mode, request_id: randomUUID() },
  });
}
/** A split batch and its three cartons. */
async function build(options: Parameters<typeof makeBatch>[0] = {}) {
  const batchId = await makeBatch(options);
  expect((await split(batchId)).body).toEqual({ count: 3 });
  const [first, second, third] = await cartons(batchId);
  if (!first || !second || !third) throw new Error('three cartons were expected');
  return { batchId, first, second, third };
}

describe('splitting a batch', () => {
  it('covers every card once, in order, with unique codes, and can be repeated until a carton is shipped', async () => {
    const { batchId, first, second, third } = await build();
    const cards = await cardsOf(batchId);
    expect([first, second, third].map((one) => [one.carton_no, one.first_seq, one.last_seq, one.card_count])).toEqual([
      [1, 1, 10, 10],
      [2, 11, 20, 10],
      [3, 21, 25, 5],
    ]);
    expect([first.first_no, first.last_no, third.last_no]).toEqual([
      cards[0]?.card_no,
      cards[9]?.card_no,
      cards[24]?.card_no,
    ]);
    expect(new Set([first, second, third].map((one) => one.scan_code)).size).toBe(3);
    expect((await split(batchId, 25)).body).toEqual({ count: 1 });
    expect((await scan(first.scan_code)).body.code).toBe('carton.unknown');
    const [only] = await cartons(batchId);
    await act('ship', only?.id ?? 0);
    expect((await split(batchId)).body.code).toBe('carton.on_the_way');
    const { body } = await app.http('GET', `/admin/card-batches/${batchId}/cartons`, { as: admin });
    expect(body).toMatchObject({
      batch: { redeem_on_receipt: true },
      cartons: [{ carton_no: 1, state: cartonState.shipped, card_count: 25 }],
    });
  });

  it('ten concurrent splits make one set', async () => {
    const batchId = await makeBatch();
    await Promise.all(Array.from({ length: 10 }, () => split(batchId)));
    expect((await cartons(batchId)).map((one) => one.carton_no)).toEqual([1, 2, 3]);
  });

  it('waits until the cards are made, and needs its permission', async () => {
    const batchId = await makeBatch();
    await app.ctx.db.updateTable('card_batches').set({ made_count: 24 }).where('id', '=', batchId).execute();
    expect((await split(batchId)).body.code).toBe('carton.batch_state');
    expect((await split(batchId, 10, await app.person.adminWith([...rights, 'admin.card-batches.list']))).status).toBe(
      403,
    );
  });
});

describe('a batch redeemable after receipt', () => {
  it('opens carton by carton: a card is refused with the reason until its carton is received', async () => {
    const { batchId, first } = await build();
    const [early, other] = [await secretOf(batchId, 1), await secretOf(batchId, 11)];
    for (const mode of ['activate', 'claim'])
      expect((await use(early, mode)).body).toMatchObject({
        code: 'card.not_received',
        message: expect.stringContaining('到货登记'),
      });
    expect(
      (await app.http('POST', '/home/cards/preview', { as: await app.person.member(), body: { code: early } })).body
        .code,
    ).toBe('card.not_received');
    const receipt = await scan(first.scan_code.toLowerCase());
    expect(receipt.body).toMatchObject({
      result: 'received',
      carton: { id: first.id, state: cartonState.received },
      received_count: 1,
      total_count: 3,
      batch: { id: batchId },
    });
    expect((await use(early)).body.card.status).toBe('activated');
    expect((await use(other)).body.code).toBe('card.not_received');
    expect((await cardsOf(batchId)).filter((card) => card.awaits_receipt)).toHaveLength(15);
  });

  it('cannot be bypassed by replacing a card', async () => {
    const { batchId } = await build();
    const [card] = await cardsOf(batchId);
    expect(
      (await app.http('PUT', '/admin/cards/replace', { as: admin, body: { ids: [card?.id], reason: '换' } })).body.code,
    ).toBe('card.not_received');
  });

  it('without it, receipt does not affect redemption', async () => {
    const { batchId } = await build({ gated: false });
    expect((await use(await secretOf(batchId, 1))).body.card.status).toBe('activated');
  });

  it('either a card is activated or its receipt is undone, never both', async () => {
    const { batchId, first } = await build();
    for (let round = 0; round < 5; round += 1) {
      await scan(first.scan_code);
      const secret = await secretOf(batchId, round + 1);
      const [used, undone] = await Promise.all([use(secret), undo(first.id)]);
      const [carton] = await cartons(batchId);
      const redeemed = (await cardsOf(batchId)).find((card) => card.batch_seq === round + 1);
      if (undone.status === 200)
        expect([used.body.code, redeemed?.state, carton?.state]).toEqual([
          'card.not_received',
          cardState.issued,
          cartonState.packed,
        ]);
      else {
        expect([undone.body.code, used.status, redeemed?.state, carton?.state]).toEqual([
          'carton.in_use',
          200,
          cardState.activated,
          cartonState.received,
        ]);
        return;
      }
    }
  });
});

describe('receiving', () => {
  it('twenty concurrent scans receive once; the others learn by whom, and a retry gets the first response', async () => {
    const { first } = await build();
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => scan(first.scan_code)),
      ...Array.from({ length: 10 }, () => scan(first.scan_code, admin, { 'x-idempotency-key': key })),
    ]);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select('id')
      .where('resource', '=', 'card-cartons')
      .where('action', '=', 'receive')
      .where('record_id', '=', String(first.id))
      .execute();
    expect(logs).toHaveLength(1);
    const keyed = answers.slice(10).map((answer) => answer.body.result);
    expect(new Set(keyed).size).toBe(1);
    expect((await scan(first.scan_code)).body).toMatchObject({
      result: 'again',
      received_by: expect.stringMatching(/./),
    });
  });

  it('a concurrent scan and void: received with valid cards, or voided with voided ones', async () => {
    for (let round = 0; round < 4; round += 1) {
      const agency = await buildAgency(app.ctx, { card_num: 25 });
      const { batchId, first } = await build({ agency_id: agency.id });
      const [scanned, voided] = await Promise.all([scan(first.scan_code), act('void', first.id)]);
      const states = new Set(
        (await cardsOf(batchId)).slice(0, 10).map((card) => `${card.state}:${card.awaits_receipt}`),
      );
      const quota = (
        await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', agency.id).executeTakeFirstOrThrow()
      ).card_num;
      const [carton] = await cartons(batchId);
      if (scanned.status === 200)
        expect([voided.body.code, carton?.state, quota, [...states]]).toEqual([
          'carton.state',
          cartonState.received,
          0,
          [`${cardState.issued}:false`],
        ]);
      else
        expect([scanned.body.code, carton?.state, quota, [...states]]).toEqual([
          'carton.voided',
          cartonState.voided,
          10,
          [`${cardState.voided}:true`],
        ]);
    }
  });

  it('can be undone by the same user within ten minutes', async () => {
    const { batchId, first, second } = await build();
    const other = await app.person.adminWith(rights);
    await scan(first.scan_code);
    expect((await undo(first.id, other)).body.code).toBe('carton.undo_over');
    expect((await undo(first.id)).body).toEqual({ state: cartonState.packed });
    expect((await cardsOf(batchId)).filter((card) => card.awaits_receipt)).toHaveLength(25);
    await act('ship', second.id);
    await scan(second.scan_code);
    app.clock.advance(10 * 60_000 + 1);
    expect((await undo(second.id)).body.code).toBe('carton.undo_over');
    expect((await cartons(batchId)).map((one) => one.state)).toEqual([
      cartonState.packed,
      cartonState.received,
      cartonState.packed,
    ]);
  });

  it('works for agencies within their subtree only, also after the batch was reassigned', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx, { card_num: 25 }), await buildAgency(app.ctx, { card_num: 25 })];
    const { batchId, first, second } = await build({ agency_id: mine.id });
    const [agent, stranger] = [await agentOf(mine.id), await agentOf(theirs.id)];
    expect((await scan(first.scan_code, stranger)).body.code).toBe('carton.unknown');
    expect((await scan(first.scan_code, agent)).body.result).toBe('received');
    expect((await undo(first.id, stranger)).body.code).toBe('carton.unknown');
    await app.http('PUT', '/admin/card-batches/assign', {
      as: admin,
      body: { ids: [batchId], agency_id: theirs.id, reason: '调拨' },
    });
    expect((await scan(second.scan_code, agent)).body.code).toBe('carton.unknown');
    expect((await scan(second.scan_code, stranger)).body.result).toBe('received');
  });

  it('reports what is wrong with a code', async () => {
    for (const code of ['', 'KC-00000-00000X', '6901234567892'])
      expect((await scan(code)).status, code).toBeGreaterThanOrEqual(400);
    expect((await scan('6901234567892')).body.code).toBe('carton.unknown');
  });
});

describe('lost, missing and voided', () => {
  it('a lost carton freezes its cards until it is found; cards frozen before stay frozen', async () => {
    const { batchId, first } = await build();
    const [one] = await cardsOf(batchId);
    await app.http('PUT', '/admin/cards/freeze', { as: admin, body: { ids: [one?.id], reason: '印坏' } });
    app.clock.advance(1000);
    await act('lose', first.id);
    expect((await scan(first.scan_code)).body.code).toBe('carton.lost');
    expect((await cardsOf(batchId)).map((card) => card.frozen_reason)).toEqual([
      '印坏',
      ...Array.from({ length: 9 }, () => '物流丢件'),
      ...Array.from({ length: 15 }, () => ''),
    ]);
    await act('find', first.id);
    expect((await cardsOf(batchId)).filter((card) => card.frozen_at !== null).map((card) => card.id)).toEqual([
      one?.id,
    ]);
    expect((await scan(first.scan_code)).body.result).toBe('received');
  });

  it('single missing cards are frozen with the reason, once, and only those of the carton', async () => {
    const { batchId, first } = await build();
    const cards = await cardsOf(batchId);
    await scan(first.scan_code);
    const report = (numbers: string) =>
      app.http('POST', `/admin/card-cartons/${first.id}/missing`, { as: admin, body: { numbers, reason: '箱内缺卡' } });
    const wrong = await report(`${cards[0]?.card_no} ${cards[12]?.card_no}`);
    expect(wrong.body).toMatchObject({
      code: 'carton.not_in_it',
      errors: { numbers: [expect.stringContaining(String(cards[12]?.card_no))] },
    });
    expect((await report(`${cards[0]?.card_no}，${cards[3]?.card_no}\n${cards[0]?.card_no}`)).body).toEqual({
      frozen: 2,
      missing_count: 2,
    });
    expect((await report(String(cards[0]?.card_no))).body).toEqual({ frozen: 0, missing_count: 2 });
    expect((await use(await secretOf(batchId, 1))).body.code).toBe('card.frozen');
    expect((await use(await secretOf(batchId, 2))).body.card.status).toBe('activated');
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select('reason')
      .where('resource', '=', 'cards')
      .where('action', '=', 'freeze')
      .where('record_id', '=', String(cards[0]?.id))
      .execute();
    expect(logs).toEqual([{ reason: '箱内缺卡' }]);
  });

  it('a voided batch voids the cartons not yet received', async () => {
    const { batchId, first } = await build();
    await scan(first.scan_code);
    await app.http('PUT', '/admin/card-batches/void', { as: admin, body: { ids: [batchId], reason: '印错' } });
    await app.runJobs();
    expect((await cartons(batchId)).map((one) => one.state)).toEqual([
      cartonState.received,
      cartonState.voided,
      cartonState.voided,
    ]);
    const { rows } = await sql<{
      state: number;
      count: number;
    }>`select state, count(*)::int as count from cards where batch_id = ${batchId} group by state`.execute(app.ctx.db);
    expect(rows).toEqual([{ state: cardState.voided, count: 25 }]);
  });
});
