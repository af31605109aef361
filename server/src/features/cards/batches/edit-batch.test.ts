import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildCourse,
  buildEntitlement,
  buildMember,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const act = (action: string, body: object, as = admin) =>
  app.http('PUT', `/admin/card-batches/${action}`, { as, body });
const quotaOf = async (id: number) =>
  (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow()).card_num;
const ledger = (id: number) =>
  app.ctx.db.selectFrom('card_num_logs').select(['type', 'delta']).where('agency_id', '=', id).orderBy('id').execute();
const cardRow = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const end = '2028-06-30T15:59:59.000Z';

async function buildStocked(agencyId: number | null) {
  const batch = await buildBatch(app.ctx, { agency_id: agencyId, state: batchState.released });
  const cards = await Promise.all(
    [cardState.stock, cardState.issued, cardState.claimed, cardState.activated, cardState.voided].map((state) =>
      buildCard(app.ctx, { batch_id: batch.id, state }),
    ),
  );
  return { batch, cards };
}

describe('redate', () => {
  it('changes the deadline of the cards not activated, and returns how many', async () => {
    const { batch, cards } = await buildStocked(null);
    const answer = await act('redate', { ids: [batch.id], redeem_end_at: end, reason: '假期顺延' });
    expect(answer.body).toMatchObject({ changed: 1, cards: 3 });
    const rows = await Promise.all(cards.map((card) => cardRow(card.id)));
    expect(rows.map((row) => row.redeem_end_at?.toISOString() ?? null)).toEqual([end, end, end, null, null]);
    expect((await act('redate', { ids: [batch.id], redeem_end_at: null, reason: '长期' })).body.cards).toBe(3);
  });

  it('needs a reason, a deadline in the future, and a completed batch that is not voided', async () => {
    const { batch } = await buildStocked(null);
    expect((await act('redate', { ids: [batch.id], redeem_end_at: end })).body.errors).toHaveProperty('reason');
    expect(
      (await act('redate', { ids: [batch.id], redeem_end_at: '2020-01-01T00:00:00Z', reason: '错' })).body.errors,
    ).toHaveProperty('redeem_end_at');
    for (const state of [batchState.making, batchState.voided]) {
      const other = await buildBatch(app.ctx, { state });
      expect((await act('redate', { ids: [other.id], redeem_end_at: end, reason: '改' })).body.code).toBe(
        'card.batch_state',
      );
    }
  });
});

describe('assign', () => {
  it('moves the open cards with their quota, one per card, and a reversal still refunds the selling agency', async () => {
    const [from, to] = [await buildAgency(app.ctx, { card_num: 1 }), await buildAgency(app.ctx, { card_num: 5 })];
    const { batch, cards } = await buildStocked(from.id);
    const answer = await act('assign', { ids: [batch.id], agency_id: to.id, reason: '区域调整' });
    expect(answer.body).toMatchObject({ changed: 1, cards: 3 });
    expect([await quotaOf(from.id), await quotaOf(to.id)]).toEqual([4, 2]);
    expect([await ledger(from.id), await ledger(to.id)]).toEqual([
      [{ type: quotaType.correction, delta: 3 }],
      [{ type: quotaType.card_made, delta: -3 }],
    ]);
    expect((await Promise.all(cards.map((card) => cardRow(card.id)))).map((row) => row.agency_id)).toEqual([
      to.id,
      to.id,
      to.id,
      from.id,
      from.id,
    ]);
    await app.http('PUT', '/admin/cards/void', { as: admin, body: { ids: [cards[0]?.id], reason: '退' } });
    expect([await quotaOf(from.id), await quotaOf(to.id)]).toEqual([4, 3]);
  });

  it('is refused without quota, and moves nothing', async () => {
    const to = await buildAgency(app.ctx, { card_num: 2 });
    const { batch, cards } = await buildStocked(null);
    expect((await act('assign', { ids: [batch.id], agency_id: to.id, reason: '划拨' })).body.code).toBe(
      'agency.quota_short',
    );
    expect([await quotaOf(to.id), (await cardRow(cards[0]?.id ?? 0)).agency_id]).toEqual([2, null]);
  });

  it('ten concurrent requests move it once', async () => {
    const to = await buildAgency(app.ctx, { card_num: 10 });
    const { batch } = await buildStocked(null);
    await Promise.all(
      Array.from({ length: 10 }, () => act('assign', { ids: [batch.id], agency_id: to.id, reason: '划拨' })),
    );
    expect(await quotaOf(to.id)).toBe(7);
  });

  it('is not for agencies', async () => {
    const mine = await buildAgency(app.ctx, { card_num: 9 });
    const { batch } = await buildStocked(mine.id);
    const agent = await app.person.adminWith(['admin.card-batches.list', 'admin.card-batches.assign'], {
      data_scope: 'own_agency',
      agency_id: mine.id,
    });
    expect((await act('assign', { ids: [batch.id], agency_id: null, reason: '退回' }, agent)).body.code).toBe(
      'access.denied',
    );
  });
});

describe('results', () => {
  it('shows how far the cards of a batch got, and on which day', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const batch = await buildBatch(app.ctx, { state: batchState.released });
    const at = new Date('2026-03-05T17:00:00Z');
    await buildCard(app.ctx, { batch_id: batch.id });
    for (const done of [0, lessons.length]) {
      const member = await buildMember(app.ctx);
      const card = await buildCard(app.ctx, {
        batch_id: batch.id,
        state: cardState.activated,
        activated_at: at,
        activated_member_id: member.id,
      });
      await buildEntitlement(app.ctx, {
        member_id: member.id,
        kind: 'course',
        course_id: course.id,
        source_type: 'card',
        source_id: card.id,
      });
      for (const lesson of lessons.slice(0, done)) {
        await app.ctx.db
          .insertInto('learning_records')
          .values({ member_id: member.id, course_id: course.id, lesson_id: lesson.id, completed_at: at })
          .execute();
      }
    }
    const { body } = await app.http('GET', `/admin/card-batches/${batch.id}/results`, { as: admin });
    expect(body).toMatchObject({
      curve: [{ day: '2026-03-06', count: 2 }],
      made: 3,
      issued: 3,
      claimed: 2,
      activated: 2,
      first_lesson: 1,
      half: 1,
      finished: 1,
    });
  });

  it('of an agency are for those who may see it', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    await buildStocked(mine.id);
    const agent = await app.person.adminWith(['admin.card-batches.list'], {
      data_scope: 'own_agency',
      agency_id: mine.id,
    });
    expect(
      (await app.http('GET', `/admin/card-batches/agencies/${mine.id}/results`, { as: admin })).body,
    ).toMatchObject({ made: 5, issued: 3, activated: 1 });
    expect((await app.http('GET', `/admin/card-batches/agencies/${theirs.id}/results`, { as: agent })).status).toBe(
      404,
    );
  });
});
