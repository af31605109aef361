import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretMinutes } from '@kaike/shared/contracts/cards/agency-desk';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildMember,
  buildProduct,
  buildUser,
  makeMobile,
} from '../../../../test/factories.ts';
import { moveQuota, proveLedger } from '../../agencies/agencies/public.ts';
import { textHandoutJob } from './text-handout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

type Desk = { id: number; person: AdminPerson };

/** An agency with that much quota, and the person at its desk. */
async function openDesk(quota: number, columns: Parameters<typeof buildAgency>[1] = {}): Promise<Desk> {
  const { id } = await buildAgency(app.ctx, { card_num: 0, ...columns });
  await app.ctx.db.transaction().execute((trx) =>
    moveQuota(trx, {
      agency_id: id,
      type: quotaType.top_up,
      delta: quota,
      ref_type: 'test',
      ref_id: null,
      operator_id: null,
      idempotency_key: 'start',
      now: app.clock.now(),
      secrets: app.ctx.secrets,
    }),
  );
  return { id, person: await hire(id) };
}
const hire = (agencyId: number, permissions = ['admin.agency-home.list', 'admin.agency-home.issue-one']) =>
  app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: agencyId });
const issue = ({ person }: Pick<Desk, 'person'>, body: object, key = randomUUID()) =>
  app.http('POST', '/admin/agency-home/issue-one', { as: person, body, headers: { 'x-idempotency-key': key } });
const readDesk = async ({ person }: Pick<Desk, 'person'>) =>
  (await app.http('GET', '/admin/agency-home/desk', { as: person })).body;
const takeBack = ({ person }: Pick<Desk, 'person'>, id: number) =>
  app.http('POST', `/admin/agency-home/issue-one/${id}/take-back`, { as: person });
const balance = async ({ id }: Pick<Desk, 'id'>): Promise<number> =>
  (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow()).card_num;
const cardRow = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A new learner activates a card by its code. */
const activate = async (code: string) =>
  app.http('POST', '/home/cards/use-card', {
    as: await app.person.member(),
    body: { code, mode: 'activate', request_id: randomUUID() },
  });

async function buildStock({ id }: Pick<Desk, 'id'>, productId: number, count: number): Promise<number[]> {
  const batch = await buildBatch(app.ctx, { product_id: productId, agency_id: id });
  const cards = [];
  for (let serial = 0; serial < count; serial += 1)
    cards.push(await buildCard(app.ctx, { batch_id: batch.id, agency_id: id, state: cardState.stock }));
  return cards.map((card) => card.id);
}

describe('POST /admin/agency-home/issue-one', () => {
  it('issues from stock first, then makes one for the quota; the code activates', async () => {
    const [desk, product] = [await openDesk(2), await buildProduct(app.ctx)];
    const [stocked] = await buildStock(desk, product.id, 1);
    const first = await issue(desk, { product_id: product.id, remark: '王同学' });
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ id: stocked, is_made: false, product: product.title, mobile_phone: null });
    expect(await balance(desk)).toBe(2);
    expect(await cardRow(first.body.id)).toMatchObject({ state: cardState.issued, remark: '王同学' });
    const second = await issue(desk, { product_id: product.id });
    expect(second.body.is_made).toBe(true);
    expect(await balance(desk)).toBe(1);
    const used = await activate(second.body.secret);
    expect(used.status, used.text).toBe(200);
  });

  it('puts the card into the wallet of the learner with that number; an unknown number is refused at the field', async () => {
    const [desk, product] = [await openDesk(1), await buildProduct(app.ctx)];
    const mobile = makeMobile();
    const member = await buildMember(app.ctx, { user_id: (await buildUser(app.ctx, { mobile_phone: mobile })).id });
    const unknown = await issue(desk, { product_id: product.id, mobile_phone: makeMobile() });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'agency.no_learner']);
    expect(unknown.body.errors).toHaveProperty('mobile_phone');
    expect(await balance(desk)).toBe(1);
    const { body } = await issue(desk, { product_id: product.id, mobile_phone: mobile });
    expect(body.mobile_phone).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    expect(await cardRow(body.id)).toMatchObject({ state: cardState.claimed, owner_member_id: member.id });
    await textHandoutJob.run(app.ctx, { card_id: body.id, locale: 'zh-CN' });
    await textHandoutJob.run(app.ctx, { card_id: body.id, locale: 'zh-CN' });
    const texts = app.sent.sms.filter(({ to }) => to === mobile);
    expect(texts).toHaveLength(1);
    expect(JSON.stringify(texts)).not.toContain(body.secret);
  });

  it('tells an agency of few numbers a day whether somebody uses them, but always of its own learners', async () => {
    const [desk, product] = [await openDesk(50), await buildProduct(app.ctx)];
    const register = async (agencyId: number | null): Promise<string> => {
      const mobile = makeMobile();
      const { id } = await buildUser(app.ctx, { mobile_phone: mobile });
      await buildMember(app.ctx, { user_id: id, agency_id: agencyId });
      return mobile;
    };
    const [own, foreign] = [await register(desk.id), await register(null)];
    const answerOf = async (mobile: string): Promise<unknown> => {
      const { status, body } = await issue(desk, { product_id: product.id, mobile_phone: mobile });
      return status === 200 ? 'issued' : body.code;
    };
    expect(await answerOf(foreign)).toBe('issued');
    for (let time = 1; time < 40; time += 1) expect(await answerOf(makeMobile())).toBe('agency.no_learner');
    expect([await answerOf(makeMobile()), await answerOf(foreign), await answerOf(own)]).toEqual([
      'agency.too_many_numbers',
      'agency.too_many_numbers',
      'issued',
    ]);
  });

  it('shows the code for ten minutes, only to whom it was issued by, and stores it nowhere', async () => {
    const [desk, product] = [await openDesk(3), await buildProduct(app.ctx)];
    const key = randomUUID();
    const { body } = await issue(desk, { product_id: product.id }, key);
    expect((await readDesk(desk)).open).toMatchObject({ id: body.id, secret: body.secret, link: body.link });
    expect((await readDesk(await openDesk(1))).open).toBeNull();
    const stored = await app.ctx.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute();
    const logs = await app.ctx.db.selectFrom('logs').selectAll().where('record_id', '=', String(body.id)).execute();
    expect(stored).toHaveLength(1);
    expect(logs.map(({ action }) => action)).toContain('issue-one');
    expect(JSON.stringify([stored, logs])).not.toContain(body.secret);
    app.clock.advance((secretMinutes + 1) * 60_000);
    expect((await readDesk(desk)).open).toBeNull();
    expect((await issue(desk, { product_id: product.id }, key)).status).toBe(404);
    expect(
      (await app.http('POST', `/admin/cards/${body.id}/reveal`, { as: desk.person, body: { reason: '再看' } })).status,
    ).toBe(403);
  });

  it('requires the permission, an active agency, and a product it may sell', async () => {
    const [desk, product, other] = [await openDesk(1), await buildProduct(app.ctx), await buildProduct(app.ctx)];
    await app.ctx.db
      .updateTable('agencies')
      .set({ product_ids: [product.id] })
      .where('id', '=', desk.id)
      .execute();
    const { id: elsewhere } = await buildAgency(app.ctx, { card_num: 0 });
    const outsider = { person: await hire(elsewhere, ['admin.agency-home.list']) };
    expect((await issue(outsider, { product_id: product.id })).status).toBe(403);
    expect((await issue({ person: await app.person.admin() }, { product_id: product.id })).status).toBe(403);
    expect((await issue(desk, { product_id: other.id })).body.code).toBe('agency.product_denied');
    expect((await readDesk(desk)).products.map(({ id }: { id: number }) => id)).toEqual([product.id]);
    const frozen = await openDesk(1, { status: 3 });
    expect((await issue(frozen, { product_id: product.id })).body.code).toBe('agency.not_active');
  });

  it('ten people at once get one card each, as many as there are in stock and in quota; a repeated request gets the same', async () => {
    const [desk, product] = [await openDesk(3), await buildProduct(app.ctx)];
    const stock = await buildStock(desk, product.id, 2);
    const replies = await Promise.all(Array.from({ length: 10 }, () => issue(desk, { product_id: product.id })));
    const issued = replies.filter(({ status }) => status === 200).map(({ body }) => body.id as number);
    expect(issued).toHaveLength(5);
    expect(new Set(issued).size).toBe(5);
    expect(issued).toEqual(expect.arrayContaining(stock));
    expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 5 }, () => 'agency.quota_short'),
    );
    expect(await balance(desk)).toBe(0);
    const batch = await app.ctx.db
      .selectFrom('card_batches')
      .select(['quantity', 'made_count'])
      .where('agency_id', '=', desk.id)
      .where('desk_day', 'is not', null)
      .execute();
    expect(batch).toEqual([{ quantity: 3, made_count: 3 }]);
    expect(new Set((await Promise.all(issued.map(cardRow))).map((card) => card.card_no)).size).toBe(5);
    const rich = await openDesk(5);
    const key = randomUUID();
    const twice = await Promise.all([1, 2, 3].map(() => issue(rich, { product_id: product.id }, key)));
    expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1);
    expect(await balance(rich)).toBe(4);
    expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
  });
});

describe('POST /admin/agency-home/issue-one/:id/take-back', () => {
  it('voids the card and returns the quota once, within ten minutes, by the same person, before it is used', async () => {
    const [desk, product] = [await openDesk(2), await buildProduct(app.ctx)];
    const { body } = await issue(desk, { product_id: product.id });
    expect((await takeBack(await openDesk(1), body.id)).body.code).toBe('agency.take_back_over');
    const replies = await Promise.all([takeBack(desk, body.id), takeBack(desk, body.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([(await cardRow(body.id)).state, await balance(desk)]).toEqual([cardState.voided, 2]);
    expect((await readDesk(desk)).open).toBeNull();
    const used = await issue(desk, { product_id: product.id });
    expect((await activate(used.body.secret)).status).toBe(200);
    expect((await takeBack(desk, used.body.id)).status).toBe(409);
    const late = await issue(desk, { product_id: product.id });
    app.clock.advance((secretMinutes + 1) * 60_000);
    expect((await takeBack(desk, late.body.id)).body.code).toBe('agency.take_back_over');
    expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
  });
});
