import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalState, type ApprovalAction } from '@kaike/shared/domain/cards/card-approval';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { countRows } from '../../../../../test/bulk/count-rows.ts';
import { buildAgency, buildBatch, buildCard } from '../../../../../test/factories.ts';
import { runApproval } from './run-approval.ts';

let app: TestApp;
let requester: AdminPerson;
let other: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  requester = await app.person.admin();
  other = await app.person.adminWith([
    'admin.card-approvals.list',
    'admin.card-approvals.approve',
    'admin.card-approvals.decline',
    'admin.card-approvals.withdraw',
    'admin.card-batches.list',
    'admin.card-batches.export-secrets',
  ]);
  await app.setting('card_approval_over', 2);
});
afterAll(async () => app.close());

async function buildLarge(agencyId: number | null = null) {
  const batch = await buildBatch(app.ctx, {
    agency_id: agencyId,
    state: batchState.released,
    quantity: 3,
    made_count: 3,
  });
  return {
    batch,
    cards: [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id }),
    ],
  };
}
const requestApproval = (action: ApprovalAction, batchId: number, as = requester, more: object = {}) =>
  app.http('POST', '/admin/card-approvals', { as, body: { action, batch_id: batchId, reason: '印刷厂外泄', ...more } });
const decide = (decision: string, id: number, as = other) =>
  app.http('PUT', `/admin/card-approvals/${decision}`, { as, body: { ids: [id], remark: '核对过了' } });
const row = (id: number) =>
  app.ctx.db.selectFrom('card_approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const states = async (batchId: number) =>
  (await app.ctx.db.selectFrom('cards').select('state').where('batch_id', '=', batchId).orderBy('id').execute()).map(
    (card) => card.state,
  );

describe('without an approval', () => {
  it('more cards than the limit are refused, however they are selected; exactly the limit is allowed', async () => {
    const { batch, cards } = await buildLarge();
    const ids = cards.map((card) => card.id);
    for (const action of ['void', 'replace']) {
      expect(
        (await app.http('PUT', `/admin/cards/${action}`, { as: requester, body: { ids, reason: '退' } })).body.code,
        action,
      ).toBe('card.approval_needed');
    }
    const counting = { as: requester, path: '/admin/cards/void', body: { reason: '退' } };
    const matching = { ...(await countRows(app, `where[batch_id]=${batch.id}`, counting)), reason: '退' };
    expect((await app.http('PUT', '/admin/cards/void', { as: requester, body: matching })).body.code).toBe(
      'card.approval_needed',
    );
    for (const [action, more] of [
      ['void', {}],
      ['redate', { redeem_end_at: null }],
    ] as const) {
      expect(
        (
          await app.http('PUT', `/admin/card-batches/${action}`, {
            as: requester,
            body: { ids: [batch.id], reason: '退', ...more },
          })
        ).body.code,
        action,
      ).toBe('card.approval_needed');
    }
    expect(
      (await app.http('GET', `/admin/card-batches/${batch.id}/secrets?reason=印刷`, { as: requester })).body.code,
    ).toBe('card.approval_needed');
    expect(await states(batch.id)).toEqual([20, 20, 20]);
    expect(
      (await app.http('PUT', '/admin/cards/void', { as: requester, body: { ids: ids.slice(0, 2), reason: '退' } })).body
        .changed,
    ).toBe(2);
  });
});

describe('with an approval', () => {
  it('another person lets it happen, once, with quota and a log for each card', async () => {
    const agency = await buildAgency(app.ctx, { card_num: 0 });
    const { batch, cards } = await buildLarge(agency.id);
    const {
      body: { id },
    } = await requestApproval('void-cards', batch.id);
    const late = await buildCard(app.ctx, { batch_id: batch.id });
    expect((await decide('approve', id, requester)).body.code).toBe('card.approval_self');
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide('approve', id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    await app.runJobs();
    await Promise.all([runApproval(app.ctx, id), runApproval(app.ctx, id)]);
    expect(await states(batch.id)).toEqual([cardState.voided, cardState.voided, cardState.voided, late.state]);
    expect(await row(id)).toMatchObject({
      state: approvalState.done,
      changed_count: 3,
      failed_count: 0,
      requested_by: requester.user_id,
      decided_by: other.user_id,
    });
    expect(
      (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', agency.id).executeTakeFirstOrThrow())
        .card_num,
    ).toBe(3);
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select(['user_id', 'reason'])
      .where('resource', '=', 'cards')
      .where('action', '=', 'void')
      .where(
        'record_id',
        'in',
        cards.map((card) => String(card.id)),
      )
      .execute();
    expect(logs).toEqual([1, 2, 3].map(() => ({ user_id: requester.user_id, reason: '印刷厂外泄' })));
  });

  it('replaces the requested cards and skips those changed meanwhile', async () => {
    const { batch, cards } = await buildLarge();
    const {
      body: { id },
    } = await requestApproval('replace-cards', batch.id);
    await app.ctx.db
      .updateTable('cards')
      .set({ state: cardState.activated })
      .where('id', '=', cards[0]?.id ?? 0)
      .execute();
    await decide('approve', id);
    await app.runJobs();
    expect(await row(id)).toMatchObject({ state: approvalState.done, changed_count: 2, failed_count: 1 });
    expect(await states(batch.id)).toEqual([
      cardState.activated,
      cardState.replaced,
      cardState.replaced,
      cardState.issued,
      cardState.issued,
    ]);
  });

  it('a batch is voided or gets its new end with the decision', async () => {
    const [first, second] = [await buildLarge(), await buildLarge()];
    const end = '2029-01-31T15:59:59.000Z';
    const redate = (await requestApproval('redate-batch', first.batch.id, requester, { redeem_end_at: end })).body.id;
    await decide('approve', redate);
    expect(await row(redate)).toMatchObject({ state: approvalState.done, changed_count: 3 });
    expect(
      (
        await app.ctx.db
          .selectFrom('cards')
          .select('redeem_end_at')
          .where('id', '=', first.cards[0]?.id ?? 0)
          .executeTakeFirstOrThrow()
      ).redeem_end_at?.toISOString(),
    ).toBe(end);
    await decide('approve', (await requestApproval('void-batch', second.batch.id)).body.id);
    await app.runJobs();
    expect(await states(second.batch.id)).toEqual([50, 50, 50]);
  });

  it('secrets go out once, to the requester', async () => {
    const { batch } = await buildLarge();
    await decide('approve', (await requestApproval('export-secrets', batch.id)).body.id);
    const take = (as: AdminPerson) => app.http('GET', `/admin/card-batches/${batch.id}/secrets?reason=印刷`, { as });
    expect((await take(other)).body.code).toBe('card.approval_needed');
    const answers = await Promise.all([take(requester), take(requester), take(requester)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });
});

describe('a request', () => {
  it('ends when it is declined, withdrawn by its owner, or too old', async () => {
    const { batch } = await buildLarge();
    const [declined, withdrawn, old] = await Promise.all(
      ['void-cards', 'void-batch', 'replace-cards'].map(async (action) =>
        Number((await requestApproval(action as ApprovalAction, batch.id)).body.id),
      ),
    );
    await decide('decline', declined ?? 0);
    expect((await decide('withdraw', withdrawn ?? 0)).body.code).toBe('access.denied');
    await decide('withdraw', withdrawn ?? 0, requester);
    await app.ctx.db
      .updateTable('card_approvals')
      .set({ expires_at: new Date(app.clock.now().getTime() - 1) })
      .where('id', '=', old ?? 0)
      .execute();
    for (const id of [declined, withdrawn, old])
      expect((await decide('approve', id ?? 0)).body.code).toBe('card.approval_state');
    await app.runJobs();
    expect(await states(batch.id)).toEqual([20, 20, 20]);
  });

  it('needs the permission for the single action and a batch in scope; an agency requests and never decides', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const [own, foreign] = [await buildLarge(mine.id), await buildLarge(theirs.id)];
    const rights = [
      'admin.card-approvals.list',
      'admin.card-approvals.create',
      'admin.card-approvals.approve',
      'admin.cards.void',
    ];
    const agent = await app.person.adminWith(rights, { data_scope: 'own_agency', agency_id: mine.id });
    expect((await requestApproval('void-cards', foreign.batch.id, agent)).body.code).toBe('record.not_found');
    expect((await requestApproval('replace-cards', own.batch.id, agent)).body.code).toBe('access.denied');
    const requested = await requestApproval('void-cards', own.batch.id);
    expect((await decide('approve', requested.body.id, agent)).body.code).toBe('access.denied');
    expect((await requestApproval('void-cards', own.batch.id, agent)).status).toBe(201);
  });
});

describe('GET /admin/card-approvals/:id', () => {
  const preview = async (id: number, as = other) =>
    (await app.http('GET', `/admin/card-approvals/${id}`, { as })).body.row.preview;

  it('shows the decider what would happen now, with sample cards, and the requester that another person decides', async () => {
    const { batch, cards } = await buildLarge();
    const {
      body: { id },
    } = await requestApproval('void-cards', batch.id);
    const decider = await app.person.adminWith([
      'admin.card-approvals.list',
      'admin.card-approvals.show',
      'admin.card-approvals.approve',
    ]);
    expect(await preview(id, requester)).toMatchObject({ refusal: 'self', may_withdraw: true });
    const result = await preview(id, decider);
    expect(result).toMatchObject({
      action: 'void-cards',
      batch: { id: batch.id },
      possible: 3,
      refusal: null,
      may_withdraw: false,
    });
    expect(result.sample.map((card: { id: number }) => card.id)).toEqual(cards.map((card) => card.id));
    await app.ctx.db
      .updateTable('cards')
      .set({ state: cardState.activated, activated_at: app.clock.now() })
      .where('id', '=', cards[0]?.id ?? 0)
      .execute();
    const later = await preview(id, decider);
    expect(later).toMatchObject({
      possible: 2,
      states: [
        { state: cardState.issued, count: 2 },
        { state: cardState.activated, count: 1 },
      ],
    });
    expect(later.sample).toHaveLength(2);
    await decide('decline', id);
    expect(await preview(id, decider)).toMatchObject({ refusal: 'state', may_withdraw: false });
  });
});
