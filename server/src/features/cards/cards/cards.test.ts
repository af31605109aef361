import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState, shownCardStatuses, shownStatus, type CardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildEntitlement,
  buildMember,
  buildUser,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const act = (action: string, body: object, as = admin) => app.http('PUT', `/admin/cards/${action}`, { as, body });
const cardRow = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const permissions = ['list', 'show', 'export', 'issue', 'freeze', 'unfreeze', 'void', 'remark', 'reveal'].map(
  (name) => `admin.cards.${name}`,
);
const day = 86_400_000;

describe('shown status', () => {
  it('is the same in SQL as in the shared rule, for every state, freeze and end', async () => {
    const batch = await buildBatch(app.ctx);
    const now = new Date();
    const ends = [
      null,
      new Date(now.getTime() - day),
      new Date(now.getTime() + 5 * day),
      new Date(now.getTime() + 60 * day),
    ];
    for (const state of Object.values(cardState)) {
      for (const frozen of [null, now])
        for (const end of ends)
          await buildCard(app.ctx, { batch_id: batch.id, state, frozen_at: frozen, redeem_end_at: end });
    }
    const { body } = await app.http('GET', `/admin/cards/list?per_page=200&where[batch_id]=${batch.id}`, { as: admin });
    expect(body.data).toHaveLength(7 * 2 * 4);
    for (const row of body.data) {
      const full = await cardRow(row.id);
      expect(row.shown_status, JSON.stringify(row)).toBe(shownStatus({ ...full, state: full.state as CardState }, now));
    }
    const listed = async (query: string): Promise<number[]> =>
      (
        await app.http('GET', `/admin/cards/list?per_page=200&where[batch_id]=${batch.id}&${query}`, { as: admin })
      ).body.data.map((row: { id: number }) => row.id);
    const having = (...statuses: string[]): number[] =>
      body.data
        .filter((row: { shown_status: string }) => statuses.includes(row.shown_status))
        .map((row: { id: number }) => row.id);
    for (const status of shownCardStatuses) {
      expect(having(status).length, status).toBeGreaterThan(0);
      expect(await listed(`where[shown_status]=${status}`), status).toEqual(having(status));
    }
    expect(await listed('where[shown_status][]=expired&where[shown_status][]=frozen')).toEqual(
      having('expired', 'frozen'),
    );
    expect((await app.http('GET', '/admin/cards/list?where[shown_status]=lost', { as: admin })).status).toBe(422);
  });
});

describe('GET /admin/cards/list', () => {
  it('finds cards by batch, state, last four symbols and activation date', async () => {
    const batch = await buildBatch(app.ctx);
    const at = new Date('2026-03-05T08:00:00Z');
    const [card, used] = [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.activated, activated_at: at }),
    ];
    const ids = async (query: string) =>
      (await app.http('GET', `/admin/cards/list?where[batch_id]=${batch.id}&${query}`, { as: admin })).body.data.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids('')).toEqual([used.id, card.id]);
    expect(await ids(`where[state]=${cardState.issued}`)).toEqual([card.id]);
    expect(await ids(`where[secret_last4]=${card.secret_last4}`)).toEqual([card.id]);
    expect(
      await ids('where[activated_at][0]=2026-03-05T00:00:00Z&where[activated_at][1]=2026-03-06T00:00:00Z'),
    ).toEqual([used.id]);
    expect(await ids(`where[_keyword]=${card.card_no}`)).toEqual([card.id]);
  });
});

describe('the order of cards', () => {
  it.each(['created_at', 'issued_at', 'activated_at', 'redeem_end_at'])('can be by %s', async (key) => {
    const batch = await buildBatch(app.ctx);
    const at = (days: number) => new Date(Date.parse('2026-03-05T08:00:00Z') + days * day);
    const [second, first, third] = [
      await buildCard(app.ctx, { batch_id: batch.id, [key]: at(2) }),
      await buildCard(app.ctx, { batch_id: batch.id, [key]: at(1) }),
      await buildCard(app.ctx, { batch_id: batch.id, [key]: at(3) }),
    ];
    const ids = async (direction: string) =>
      (
        await app.http('GET', `/admin/cards/list?where[batch_id]=${batch.id}&order[${key}]=${direction}`, { as: admin })
      ).body.data.map((row: { id: number }) => row.id);
    expect(await ids('asc')).toEqual([first.id, second.id, third.id]);
    expect(await ids('desc')).toEqual([third.id, second.id, first.id]);
  });
});

describe('finding a card without having it at hand', () => {
  it('the keyword may be its number, last four, or the order or mobile of its owner; the response never contains the secret', async () => {
    const user = await buildUser(app.ctx, { mobile_phone: '13700004321' });
    const member = await buildMember(app.ctx, { user_id: user.id, real_name: '周小满' });
    const card = await buildCard(app.ctx, {
      state: cardState.claimed,
      owner_member_id: member.id,
      claimed_at: app.clock.now(),
    });
    await app.ctx.db
      .insertInto('pay_orders')
      .values({
        order_no: '202603010900654321',
        member_id: member.id,
        product_id: card.product_id,
        product_snapshot: '{}',
        amount: 100,
        payable: 100,
        status: 20,
        channel: 'sandbox',
      })
      .execute();
    for (const keyword of [card.card_no, card.secret_last4, '202603010900654321', '13700004321', '137 0000 4321']) {
      const { body, text } = await app.http('GET', `/admin/cards/list?where[_keyword]=${encodeURIComponent(keyword)}`, {
        as: admin,
      });
      expect(
        body.data.map((row: { id: number }) => row.id),
        keyword,
      ).toContain(card.id);
      expect(text.replaceAll('-', '')).not.toContain(card.secret);
    }
    const owners = await app.http('GET', `/admin/members/options?keyword=${encodeURIComponent('周小满')}`, {
      as: admin,
    });
    expect(owners.text).toContain(`"id":${member.id},`);
    const other = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: other.id });
    expect(
      (await app.http('GET', '/admin/cards/list?where[_keyword]=202603010900654321', { as: agent })).body.data,
    ).toEqual([]);
  });
});

describe('actions on cards', () => {
  it('issue, freeze, unfreeze, void: the states allow it or the row says why not', async () => {
    const batch = await buildBatch(app.ctx);
    const stock = await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock, issued_at: null });
    const used = await buildCard(app.ctx, {
      batch_id: batch.id,
      state: cardState.activated,
      activated_at: new Date('2026-03-05T08:00:00Z'),
    });
    const answer = await act('issue', { ids: [stock.id, used.id] });
    expect(answer.body).toMatchObject({ changed: 1, failed: [{ id: used.id, code: 'card.already_used' }] });
    expect(answer.body.failed[0].message).toContain('2026 年 3 月 5 日');
    expect(await cardRow(stock.id)).toMatchObject({ state: cardState.issued, issued_at: app.clock.now() });

    await act('freeze', { ids: [stock.id], reason: '学员挂失' });
    expect(await cardRow(stock.id)).toMatchObject({
      state: cardState.issued,
      frozen_reason: '学员挂失',
      frozen_at: app.clock.now(),
    });
    expect((await act('freeze', { ids: [stock.id], reason: '再冻' })).body.code).toBe('card.frozen');
    await act('unfreeze', { ids: [stock.id], reason: '找到了' });
    expect(await cardRow(stock.id)).toMatchObject({ frozen_at: null, frozen_reason: '' });
    expect((await act('void', { ids: [stock.id, used.id], reason: '丢失' })).body.changed).toBe(1);
    expect([(await cardRow(stock.id)).state, (await cardRow(used.id)).state]).toEqual([
      cardState.voided,
      cardState.activated,
    ]);
    expect((await act('issue', { ids: [stock.id] })).body.code).toBe('card.void');
  });

  it('voiding gives quota back to the agency that paid, once', async () => {
    const agency = await buildAgency(app.ctx, { card_num: 5 });
    const batch = await buildBatch(app.ctx, { agency_id: agency.id });
    const cards = [await buildCard(app.ctx, { batch_id: batch.id }), await buildCard(app.ctx, { batch_id: batch.id })];
    const ids = cards.map((card) => card.id);
    await Promise.all([act('void', { ids, reason: '退货' }), act('void', { ids, reason: '退货' })]);
    const row = await app.ctx.db
      .selectFrom('agencies')
      .select('card_num')
      .where('id', '=', agency.id)
      .executeTakeFirstOrThrow();
    expect(row.card_num).toBe(7);
  });

  it('needs a reason where required, and stores SQL and HTML as text', async () => {
    const card = await buildCard(app.ctx);
    for (const action of ['freeze', 'unfreeze', 'void'])
      expect((await act(action, { ids: [card.id] })).body.errors, action).toHaveProperty('reason');
    const text = `<img src=x onerror=alert(1)>'); delete from cards; --`;
    await act('remark', { ids: [card.id], remark: text });
    await act('freeze', { ids: [card.id], reason: text });
    expect(await cardRow(card.id)).toMatchObject({ remark: text, frozen_reason: text });
    const { body } = await app.http('GET', `/admin/cards/${card.id}`, { as: admin });
    expect(body.row.remark).toBe(text);
    expect(body.row.story.entries[0]).toMatchObject({ action: 'freeze', reason: text });
  });
});

describe('scope of an agency', () => {
  it('applies to every read and write, including the secret', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const below = await buildAgency(app.ctx, { parent_id: mine.id });
    await sql`update agencies set lft = 1000, rgt = 1003 where id = ${mine.id}`.execute(app.ctx.db);
    await sql`update agencies set lft = 1001, rgt = 1002 where id = ${below.id}`.execute(app.ctx.db);
    const cardOf = async (agencyId: number | null) =>
      buildCard(app.ctx, { batch_id: (await buildBatch(app.ctx, { agency_id: agencyId })).id });
    const [own, lower, other, school] = [
      await cardOf(mine.id),
      await cardOf(below.id),
      await cardOf(theirs.id),
      await cardOf(null),
    ];
    const agent = await app.person.adminWith(permissions, { data_scope: 'own_agency', agency_id: mine.id });
    const list = await app.http('GET', '/admin/cards/list', { as: agent });
    expect(list.body.data.map((row: { id: number }) => row.id)).toEqual([lower.id, own.id]);
    const sheet = await app.http('GET', '/admin/cards/export', { as: agent });
    expect(sheet.body.data.slice(2)).toHaveLength(2);
    for (const { id } of [other, school]) {
      expect((await app.http('GET', `/admin/cards/${id}`, { as: agent })).status).toBe(404);
      expect(
        (await app.http('POST', `/admin/cards/${id}/reveal`, { as: agent, body: { reason: '看看' } })).status,
      ).toBe(404);
      for (const action of ['issue', 'freeze', 'unfreeze', 'void', 'remark']) {
        expect((await act(action, { ids: [id], reason: '越权', remark: '越权' }, agent)).body.code, action).toBe(
          'record.not_found',
        );
      }
      expect(await cardRow(id)).toMatchObject({ state: cardState.issued, frozen_at: null, remark: '' });
    }
    expect((await act('void', { ids: [lower.id], reason: '退' }, agent)).body.changed).toBe(1);
  });
});

describe('POST /admin/cards/:id/reveal', () => {
  it('shows one secret, with the permission and a reason, and logs who asked', async () => {
    const card = await buildCard(app.ctx);
    const path = `/admin/cards/${card.id}/reveal`;
    const reader = await app.person.adminWith(permissions.filter((name) => !name.endsWith('reveal')));
    expect((await app.http('POST', path, { as: reader, body: { reason: '客服' } })).status).toBe(403);
    expect((await app.http('POST', path, { as: admin, body: {} })).body.errors).toHaveProperty('reason');
    const answer = await app.http('POST', path, { as: admin, body: { reason: '学员刮坏了涂层' } });
    expect(answer.body.secret.replaceAll('-', '')).toBe(card.secret);
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('action', '=', 'reveal')
      .where('record_id', '=', String(card.id))
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ reason: '学员刮坏了涂层', user_id: admin.user_id });
    expect(JSON.stringify(log)).not.toContain(card.secret);
  });
});

describe('GET /admin/cards/:id', () => {
  it('shows the history of a card: who activated it, what it opened, what was done to it', async () => {
    const member = await app.person.member();
    const card = await buildCard(app.ctx, {
      state: cardState.activated,
      activated_at: app.clock.now(),
      activated_member_id: member.member_id,
      owner_member_id: member.member_id,
    });
    await buildEntitlement(app.ctx, { member_id: member.member_id, source_type: 'card', source_id: card.id });
    await act('remark', { ids: [card.id], remark: '老学员' });
    const { body } = await app.http('GET', `/admin/cards/${card.id}`, { as: admin });
    expect(body.row.story).toMatchObject({
      entitlements: [{ kind: 'course', revoked_at: null }],
      entries: [{ action: 'remark' }],
      members: [{ id: member.member_id, name: '张三' }],
      batch: { name: expect.any(String) },
    });
  });
});
