import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCard } from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
let owner: MemberPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());
beforeEach(async () => {
  owner = await app.person.member();
});

const hour = 3_600_000;
const cardRow = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const claimed = (overrides: object = {}) =>
  buildCard(app.ctx, {
    state: cardState.claimed,
    owner_member_id: owner.member_id,
    claimed_at: app.clock.now(),
    ...overrides,
  });
const freeze = (id: number, as: MemberPerson, action = 'freeze') =>
  app.http('PUT', `/home/cards/${id}/${action}`, { as, body: { reason: '手机丢了' } });
const give = async (id: number, as = owner): Promise<string> => {
  const { body } = await app.http('POST', `/home/cards/${id}/gift`, { as });
  return String(body.url).split('gift=')[1] ?? '';
};
const accept = (token: string, as: MemberPerson) =>
  app.http('POST', '/home/card-gifts/accept', { as, body: { token } });
const events = async (id: number) =>
  (await app.ctx.db.selectFrom('card_events').select('action').where('card_id', '=', id).orderBy('id').execute()).map(
    (row) => row.action,
  );

describe('freezing by the owner', () => {
  it('stops the card until the owner lifts it, and shows in the wallet and the history', async () => {
    const card = await claimed();
    expect((await freeze(card.id, owner)).body).toMatchObject({ id: card.id, status: 'frozen' });
    expect((await freeze(card.id, owner)).body.status).toBe('frozen');
    expect(await cardRow(card.id)).toMatchObject({
      frozen_by_owner: true,
      frozen_reason: '手机丢了',
      version: card.version + 1,
    });
    expect((await app.http('POST', '/home/cards/preview', { as: owner, body: { card_id: card.id } })).body.code).toBe(
      'card.frozen',
    );
    expect((await app.http('GET', '/home/cards', { as: owner })).body.data[0]).toMatchObject({
      status: 'frozen',
      is_frozen_by_me: true,
      frozen_reason: '手机丢了',
    });
    expect((await freeze(card.id, owner, 'unfreeze')).body.status).toBe('claimed');
    expect(await events(card.id)).toEqual(['freeze', 'unfreeze']);
    const { body } = await app.http('GET', `/admin/cards/${card.id}`, { as: admin });
    expect(body.row.story.events.map((event: { action: string }) => event.action)).toEqual(['freeze', 'unfreeze']);
  });

  it('is only for the owner of a claimed card', async () => {
    const [card, used] = [
      await claimed(),
      await claimed({
        state: cardState.activated,
        activated_at: app.clock.now(),
        activated_member_id: owner.member_id,
      }),
    ];
    const other = await app.person.member();
    expect((await freeze(card.id, other)).body.code).toBe('record.not_found');
    expect((await freeze(used.id, owner)).body.code).toBe('record.state');
    expect(
      (await app.http('PUT', `/home/cards/${card.id}/freeze`, { as: owner, body: {} })).body.errors,
    ).toHaveProperty('reason');
    expect(await cardRow(card.id)).toMatchObject({ frozen_at: null });
  });

  it('does not lift a freeze by the school, and the school can take over a freeze', async () => {
    const card = await claimed();
    await freeze(card.id, owner);
    const frozen = await app.http('PUT', '/admin/cards/freeze', {
      as: admin,
      body: { ids: [card.id], reason: '盗刷调查' },
    });
    expect(frozen.body.changed).toBe(1);
    expect((await freeze(card.id, owner, 'unfreeze')).body.code).toBe('card.frozen_by_school');
    expect(await cardRow(card.id)).toMatchObject({ frozen_by_owner: false, frozen_reason: '盗刷调查' });
    expect((await app.http('GET', '/home/cards', { as: owner })).body.data[0]).toMatchObject({
      is_frozen_by_me: false,
      frozen_reason: '',
      term_begins: true,
    });
  });
});

describe('giving a card away', () => {
  it('moves it into the wallet of whoever accepts, once', async () => {
    const card = await claimed();
    const token = await give(card.id);
    const friend = await app.person.member();
    expect((await app.http('GET', '/home/cards', { as: owner })).body.data[0].gift_until).not.toBeNull();
    expect((await app.http('POST', '/home/card-gifts/preview', { as: friend, body: { token } })).body).toMatchObject({
      card_no: card.card_no,
      is_mine: false,
    });
    expect((await accept(token, friend)).body).toMatchObject({ card_id: card.id });
    expect((await accept(token, friend)).body).toMatchObject({ card_id: card.id });
    expect(await cardRow(card.id)).toMatchObject({
      state: cardState.claimed,
      owner_member_id: friend.member_id,
      version: card.version + 1,
    });
    expect((await accept(token, await app.person.member())).body.code).toBe('card.gift_gone');
    expect((await app.http('GET', '/home/cards', { as: owner })).body.data).toEqual([]);
    expect(await events(card.id)).toEqual(['give', 'accept']);
  });

  it('twenty people at once: one gets it', async () => {
    const card = await claimed();
    const token = await give(card.id);
    const people = await Promise.all(Array.from({ length: 20 }, () => app.person.member()));
    const answers = await Promise.all(people.map((person) => accept(token, person)));
    const winners = people.filter((_person, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect((await cardRow(card.id)).owner_member_id).toBe(winners[0]?.member_id);
    expect(
      answers.filter((answer) => answer.status !== 200).every((answer) => answer.body.code === 'card.gift_gone'),
    ).toBe(true);
  });

  it('concurrent take-back and acceptance: one succeeds, never both', async () => {
    const friend = await app.person.member();
    for (let round = 0; round < 8; round += 1) {
      const card = await claimed();
      const token = await give(card.id);
      const [back, accepted] = await Promise.all([
        app.http('DELETE', `/home/cards/${card.id}/gift`, { as: owner }),
        accept(token, friend),
      ]);
      expect(back.body.taken_back === true).toBe(accepted.status !== 200);
      expect((await cardRow(card.id)).owner_member_id).toBe(
        accepted.status === 200 ? friend.member_id : owner.member_id,
      );
    }
  });

  it('ends after 24 hours, with a newer link, when used, frozen or taken back, and is not for the giver', async () => {
    const friend = await app.person.member();
    const expectGone = async (token: string) => expect((await accept(token, friend)).body.code).toBe('card.gift_gone');
    const late = await claimed();
    const lateToken = await give(late.id);
    await app.ctx.db
      .updateTable('card_gifts')
      .set({ expires_at: new Date(app.clock.now().getTime() - 1) })
      .where('card_id', '=', late.id)
      .execute();
    await expectGone(lateToken);
    const twice = await claimed();
    const first = await give(twice.id);
    const second = await give(twice.id);
    await expectGone(first);
    expect((await accept(second, owner)).body.code).toBe('card.gift_own');
    await freeze(twice.id, owner);
    await expectGone(second);
    expect((await app.http('POST', `/home/cards/${twice.id}/gift`, { as: owner })).body.code).toBe('card.frozen');
    const voided = await claimed();
    const token = await give(voided.id);
    await app.http('PUT', '/admin/cards/void', { as: admin, body: { ids: [voided.id], reason: '退' } });
    await expectGone(token);
    await expectGone('x'.repeat(43));
    expect((await app.http('POST', `/home/cards/${late.id}/gift`, { as: friend })).body.code).toBe('record.not_found');
  });

  it('stores no token and expires after 24 hours', async () => {
    const card = await claimed();
    const token = await give(card.id);
    const row = await app.ctx.db
      .selectFrom('card_gifts')
      .selectAll()
      .where('card_id', '=', card.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(24 * hour);
  });
});
