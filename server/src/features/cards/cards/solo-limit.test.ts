import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { countRows } from '../../../../test/bulk/count-rows.ts';
import { buildBatch, buildCard } from '../../../../test/factories.ts';

const limit = 10;
const hour = 3_600_000;
const rights = [
  'cards.list',
  'cards.show',
  'cards.void',
  'cards.replace',
  'cards.reveal',
  'card-batches.list',
  'card-batches.redate',
  'card-batches.void',
  'card-batches.export-secrets',
].map((name) => `admin.${name}`);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.setting('card_approval_over', limit);
  await app.setting('card_approval_hours', 24);
});
afterAll(async () => app.close());

/** A user without any activity yet. */
const newcomer = (): Promise<AdminPerson> => app.person.adminWith(rights);

async function build(count: number) {
  const batch = await buildBatch(app.ctx, { state: batchState.released, quantity: count, made_count: count });
  const cards = [];
  for (let index = 0; index < count; index += 1) cards.push(await buildCard(app.ctx, { batch_id: batch.id }));
  return { batch, ids: cards.map((card) => card.id) };
}
const act = (as: AdminPerson, action: string, ids: number[]) =>
  app.http('PUT', `/admin/cards/${action}`, { as, body: { ids, reason: '退' } });
const onBatch = (as: AdminPerson, action: string, id: number, more: object = {}) =>
  app.http('PUT', `/admin/card-batches/${action}`, { as, body: { ids: [id], reason: '退', ...more } });
const take = (as: AdminPerson, id: number) => app.http('GET', `/admin/card-batches/${id}/secrets?reason=印刷`, { as });
const reveal = (as: AdminPerson, id: number) =>
  app.http('POST', `/admin/cards/${id}/reveal`, { as, body: { reason: '看' } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }): string =>
  status < 300 ? 'done' : (body.code ?? '');

describe('work of one user, split into small requests', () => {
  it('needs approval once the total exceeds the limit; other users have their own limit', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const [first, second] = [await build(6), await build(6)];
    expect(codeOf(await act(one, 'void', first.ids.slice(0, 5)))).toBe('done');
    expect(codeOf(await act(one, 'void', second.ids.slice(0, 5)))).toBe('done');
    const refused = await act(one, 'void', second.ids.slice(5));
    expect(refused.body).toMatchObject({ code: 'card.approval_total', message: expect.stringContaining('10') });
    expect(codeOf(await act(other, 'void', second.ids.slice(5)))).toBe('done');
  });

  it('counts one card at a time and across kinds of work', async () => {
    const one = await newcomer();
    const [cards, dated, exported] = [await build(12), await build(4), await build(3)];
    expect(codeOf(await act(one, 'void', [cards.ids[0] ?? 0]))).toBe('done');
    expect(codeOf(await act(one, 'replace', cards.ids.slice(1, 3)))).toBe('done');
    expect(codeOf(await onBatch(one, 'redate', dated.batch.id, { redeem_end_at: null }))).toBe('done');
    expect(codeOf(await take(one, exported.batch.id))).toBe('done');
    // 1 + 2 + 4 + 3: anything more exceeds the limit.
    const next = cards.ids.slice(3);
    expect(codeOf(await act(one, 'void', next.slice(0, 1)))).toBe('card.approval_total');
    expect(codeOf(await onBatch(one, 'void', (await build(1)).batch.id))).toBe('card.approval_total');
    expect(codeOf(await take(one, (await build(1)).batch.id))).toBe('card.approval_total');
    // A single reveal is logged separately and has its own limit.
    expect(codeOf(await reveal(one, next[1] ?? 0))).toBe('done');
  });

  it('limits single reveals per user and day, independently of other work', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    await app.setting('card_reveal_limit', 3);
    const { ids } = await build(5);
    const seen = [];
    for (const id of ids.slice(0, 4)) seen.push(codeOf(await reveal(one, id)));
    expect(seen).toEqual(['done', 'done', 'done', 'card.reveal_limit']);
    expect((await reveal(one, ids[3] ?? 0)).body.message).toContain('3');
    // A repeated reveal is free, another user has their own limit, and reveals do not count as bulk work.
    expect([codeOf(await reveal(one, ids[0] ?? 0)), codeOf(await reveal(other, ids[3] ?? 0))]).toEqual([
      'done',
      'done',
    ]);
    expect(codeOf(await act(one, 'void', (await build(limit)).ids))).toBe('done');
    app.clock.advance(24 * hour + 1);
    expect(codeOf(await reveal(one, ids[3] ?? 0))).toBe('done');
  });

  it('two concurrent reveals cannot both be the last, 0 is no limit, and a picture with the secret is a reveal', async () => {
    const one = await newcomer();
    const { ids } = await build(6);
    await app.setting('card_reveal_limit', 2);
    const answers = await Promise.all(ids.map((id) => reveal(one, id)));
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'card.reveal_limit'),
      'done',
      'done',
    ]);
    const hidden = ids.find((_id, index) => answers[index]?.status !== 200) ?? 0;
    expect(
      codeOf(
        await app.http('POST', `/admin/cards/${hidden}/picture`, { as: one, body: { side: 'back', reason: '看' } }),
      ),
    ).toBe('card.reveal_limit');
    await app.setting('card_reveal_limit', 0);
    for (const id of ids) expect(codeOf(await reveal(one, id))).toBe('done');
  });

  it('two concurrent requests cannot both be the last that fits', async () => {
    const one = await newcomer();
    const batches = await Promise.all(Array.from({ length: 6 }, () => build(4)));
    const answers = await Promise.all(batches.map(({ ids }) => act(one, 'void', ids)));
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'card.approval_total'),
      'done',
      'done',
    ]);
    const taker = await newcomer();
    const responses = await Promise.all(
      (await Promise.all(Array.from({ length: 6 }, () => build(4)))).map(({ batch }) => take(taker, batch.id)),
    );
    expect(responses.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });

  it('exporting the same batch again reveals nothing new, and counts from its last export', async () => {
    const one = await newcomer();
    const [mine, next] = [await build(8), await build(8)];
    expect([codeOf(await take(one, mine.batch.id)), codeOf(await take(one, mine.batch.id))]).toEqual(['done', 'done']);
    app.clock.advance(23 * hour);
    expect(codeOf(await take(one, mine.batch.id))).toBe('done');
    app.clock.advance(2 * hour);
    expect(codeOf(await take(one, next.batch.id))).toBe('card.approval_total');
    app.clock.advance(23 * hour);
    expect(codeOf(await take(one, next.batch.id))).toBe('done');
  });

  it('counts what changed, not what failed; and a retry of a request once', async () => {
    const one = await newcomer();
    const { ids } = await build(10);
    expect(codeOf(await act(one, 'void', ids.slice(0, 5)))).toBe('done');
    expect((await act(one, 'void', ids.slice(0, 5))).body).toMatchObject({
      changed: 0,
      failed: Array.from({ length: 5 }, () => expect.objectContaining({ code: 'card.void' })),
    });
    const last = {
      as: one,
      body: { ids: ids.slice(5), reason: '退' },
      headers: { 'x-idempotency-key': 'retry-of-the-last-five' },
    };
    expect([
      codeOf(await app.http('PUT', '/admin/cards/void', last)),
      codeOf(await app.http('PUT', '/admin/cards/void', last)),
    ]).toEqual(['done', 'done']);
  });

  it('all pages of one matching run add up to one request', async () => {
    const one = await newcomer();
    const { batch } = await build(limit);
    const target = await countRows(app, `where[batch_id]=${batch.id}`, { as: one, path: '/admin/cards/void' });
    const page = (after: number) =>
      app.http('PUT', '/admin/cards/void', { as: one, body: { ...target, after_id: after, reason: '退' } });
    expect((await page(0)).body.changed).toBe(limit);
    expect(codeOf(await act(one, 'void', (await build(1)).ids))).toBe('card.approval_total');
  });

  it('the window can be turned off', async () => {
    const one = await newcomer();
    await app.setting('card_approval_hours', 0);
    for (let round = 0; round < 3; round += 1)
      expect(codeOf(await act(one, 'void', (await build(6)).ids))).toBe('done');
    expect(codeOf(await act(one, 'void', (await build(11)).ids))).toBe('card.approval_needed');
    await app.setting('card_approval_hours', 24);
  });
});
