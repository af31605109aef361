import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { productType } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildCard, buildEntitlement, buildMember, buildProduct } from '../../../../test/factories.ts';
import { AppError } from '../../../core/app-error.ts';
import { holdSeconds, loadSpendable, settleSeconds } from './hold-seconds.ts';
import { postSeconds } from './post-seconds.ts';
import { proveSeconds } from './prove-seconds.ts';
import { watchSeconds } from './watch-seconds.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const balanceOf = async (id: number) =>
  (await app.ctx.db.selectFrom('members').select('ai_seconds_left').where('id', '=', id).executeTakeFirstOrThrow())
    .ai_seconds_left;
const linesOf = async (id: number) =>
  (
    await app.ctx.db
      .selectFrom('ai_second_logs')
      .select(['delta', 'balance_before', 'balance_after'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ delta, balance_before: before, balance_after: after }) => [delta, before, after]);
const post = (
  id: number,
  delta: number,
  { key = randomUUID(), short = 'refuse' }: { key?: string; short?: 'refuse' | 'take_less' } = {},
) =>
  app.ctx.db
    .transaction()
    .execute((trx) =>
      postSeconds(
        trx,
        [{ member_id: id, type: secondsType.admin, delta, ref_type: 'test', ref_id: 0, idempotency_key: key }],
        { operator_id: null, now: app.clock.now(), secrets: app.ctx.secrets, when_short: short },
      ),
    );
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('the ledger', () => {
  it('changes balance and lines together, and a repeated request changes nothing', async () => {
    const { id } = await buildMember(app.ctx);
    expect(await post(id, 600, { key: 'same' })).toMatchObject([{ delta: 600 }]);
    expect(await post(id, 600, { key: 'same' })).toEqual([]);
    await post(id, -100);
    expect([await balanceOf(id), await linesOf(id)]).toEqual([
      500,
      [
        [600, 0, 600],
        [-100, 600, 500],
      ],
    ]);
  });

  it('takes what there is when less is left, and says how much; or refuses', async () => {
    const { id } = await buildMember(app.ctx, { ai_seconds_left: 90 });
    expect(await codeOf(post(id, -100))).toBe('member.seconds_short');
    expect(await post(id, -100, { short: 'take_less' })).toMatchObject([{ delta: -90 }]);
    expect(await post(id, -100, { short: 'take_less' })).toEqual([]);
    expect([await balanceOf(id), await linesOf(id)]).toEqual([
      0,
      [
        [90, 0, 90],
        [-90, 90, 0],
      ],
    ]);
  });

  it('twenty copies of a request count once, and takes that race never go below zero', async () => {
    const { id } = await buildMember(app.ctx);
    const results = await Promise.all(Array.from({ length: 20 }, () => post(id, 250, { key: 'racing' })));
    expect(results.filter((lines) => lines.length > 0)).toHaveLength(1);
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(post(id, -70))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(await balanceOf(id)).toBe(40);
  });

  it('is the only way to a balance, and never changes', async () => {
    const { id } = await buildMember(app.ctx, { ai_seconds_left: 60 });
    const { db } = app.ctx;
    const write = db.updateTable('members').set({ ai_seconds_left: 99 }).where('id', '=', id);
    await expect(write.execute()).rejects.toMatchObject({ constraint: 'members_ai_seconds_ledger' });
    const lines = db.updateTable('ai_second_logs').set({ delta: 61 }).where('member_id', '=', id);
    await expect(lines.execute()).rejects.toMatchObject({ constraint: 'append_only' });
    await expect(db.deleteFrom('ai_second_logs').execute()).rejects.toMatchObject({ constraint: 'append_only' });
    await expect(sql`truncate ai_second_logs`.execute(db)).rejects.toMatchObject({ constraint: 'append_only' });
    expect(await balanceOf(id)).toBe(60);
  });
});

/** A card of ten minutes with the member who may activate it. */
async function buildOwned() {
  const product = await buildProduct(app.ctx, { type: productType.both, ai_seconds: 600 });
  const member = await app.person.member();
  const card = await buildCard(app.ctx, {
    product_id: product.id,
    state: cardState.claimed,
    owner_member_id: member.member_id,
  });
  return { member, card };
}

it('activations, changes by hand, reversals and revocations that race add up', async () => {
  const { member, card } = await buildOwned();
  const id = member.member_id;
  const more = await Promise.all(
    Array.from({ length: 3 }, async () =>
      buildCard(app.ctx, { batch_id: card.batch_id, state: cardState.claimed, owner_member_id: id }),
    ),
  );
  const byHand = await buildEntitlement(app.ctx, {
    member_id: id,
    kind: 'ai_seconds',
    course_id: null,
    amount: 900,
    source_type: 'admin',
  });
  const cards = [card, ...more];
  const put = (path: string, body: object) =>
    app.http('PUT', `/admin/${path}`, { as: admin, body: { reason: '对账', ...body } });
  const states = new Map<number, number>();
  const replies = await Promise.all(
    cards.flatMap((one) => [
      app
        .http('POST', '/home/cards/use-card', {
          as: member,
          body: { card_id: one.id, mode: 'activate', request_id: randomUUID() },
        })
        .then(async (used) => {
          const reversed = await put('cards/reverse', { ids: [one.id] });
          // What a change by hand took counts as used: a card whose seconds are gone is not reversed.
          states.set(one.id, reversed.body.code === 'card.not_reversible' ? cardState.activated : cardState.reversed);
          return [used, reversed];
        }),
      Promise.all([post(id, 120), post(id, -200, { short: 'take_less' })]).then(() => []),
      Promise.all(['revoke', 'restore'].map((action) => put(`entitlements/${action}`, { ids: [byHand.id] }))),
    ]),
  );
  expect(
    replies
      .flat()
      .filter(({ status }) => status >= 500)
      .map(({ text }) => text),
  ).toEqual([]);
  expect(await proveSeconds(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
  const activated = await app.ctx.db
    .selectFrom('ai_second_logs')
    .select('delta')
    .where('member_id', '=', id)
    .where('type', '=', secondsType.card)
    .execute();
  expect(activated).toHaveLength(cards.length);
  const stored = await app.ctx.db
    .selectFrom('cards')
    .select(['id', 'state'])
    .where('owner_member_id', '=', id)
    .execute();
  expect(new Map(stored.map((one) => [one.id, one.state]))).toEqual(states);
});

describe('seconds set aside', () => {
  /** A reply that seconds can be set aside for. */
  async function buildReply(memberId: number): Promise<number> {
    const { db } = app.ctx;
    const people = await db.selectFrom('ai_peoples').select('id').limit(1).executeTakeFirstOrThrow();
    const chat = await db
      .insertInto('ai_chats')
      .values({ member_id: memberId, people_id: people.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reply = { chat_id: chat.id, seq: 1, role: 'ai' };
    return (await db.insertInto('ai_messages').values(reply).returning('id').executeTakeFirstOrThrow()).id;
  }
  const hold = async (memberId: number, sec: number, daily = 0): Promise<number> => {
    const messageId = await buildReply(memberId);
    const now = app.clock.now();
    await app.ctx.db.transaction().execute(async (trx) => {
      const spendable = await loadSpendable(trx, memberId, { daily_free_sec: daily, now, lock: true });
      await holdSeconds(trx, { member_id: memberId, message_id: messageId, spendable, hold_sec: sec, now });
    });
    return messageId;
  };
  const settle = (id: number, sec: number) =>
    app.ctx.db
      .transaction()
      .execute((trx) => settleSeconds(trx, id, { sec, now: app.clock.now(), secrets: app.ctx.secrets }));
  const stateOf = async (id: number) => {
    const { ai_seconds_left: left, ai_seconds_held: held } = await app.ctx.db
      .selectFrom('members')
      .select(['ai_seconds_left', 'ai_seconds_held'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [left, held];
  };

  it('are charged up to the hold and no further, once, the free ones first', async () => {
    const { id } = await buildMember(app.ctx, { ai_seconds_left: 100 });
    const first = await hold(id, 30, 12);
    expect(await stateOf(id)).toEqual([100, 18]);
    expect(await settle(first, 500)).toEqual({ talk_sec: 30, charged_sec: 18 });
    expect(await settle(first, 500)).toEqual({ talk_sec: 0, charged_sec: 0 });
    expect(await stateOf(id)).toEqual([82, 0]);
    const second = await hold(id, 30, 12);
    expect(await stateOf(id)).toEqual([82, 30]);
    expect(await settle(second, 7)).toEqual({ talk_sec: 7, charged_sec: 7 });
    expect((await linesOf(id)).slice(1)).toEqual([
      [-18, 100, 82],
      [-7, 82, 75],
    ]);
    // Of twelve free seconds two turns of five leave two.
    const other = await buildMember(app.ctx, { ai_seconds_left: 100 });
    for (const charged of [0, 0, 3])
      expect(await settle(await hold(other.id, 5, 12), 5)).toEqual({ talk_sec: 5, charged_sec: charged });
  });

  it('are shown in the member’s record, and a take that they stop leaves the other members alone', async () => {
    const [busy, idle] = [
      await buildMember(app.ctx, { ai_seconds_left: 600 }),
      await buildMember(app.ctx, { ai_seconds_left: 600 }),
    ];
    await app.setting('ai_daily_free_sec', 40);
    await hold(busy.id, 100, 40);
    const record = async (id: number) => (await app.http('GET', `/admin/members/${id}`, { as: admin })).body.row;
    expect((await record(busy.id)).ai_seconds).toEqual({ left: 600, held: 60, free_today: 0 });
    expect((await record(idle.id)).ai_seconds).toEqual({ left: 600, held: 0, free_today: 40 });
    await app.setting('ai_daily_free_sec', 0);
    const body = { ids: [busy.id, idle.id], minutes: 10, reason: '多发了' };
    expect((await app.http('POST', '/admin/members/take-seconds', { as: admin, body })).body).toMatchObject({
      changed: 1,
      failed: [{ id: busy.id, code: 'member.seconds_short', message: expect.stringContaining('只剩 9 分钟') }],
    });
    expect([await stateOf(busy.id), await stateOf(idle.id)]).toEqual([
      [600, 60],
      [0, 0],
    ]);
  });

  it('stay out of reach of everything else, one hold for each member', async () => {
    const { id } = await buildMember(app.ctx, { ai_seconds_left: 100 });
    const reply = await hold(id, 60);
    await expect(hold(id, 10)).rejects.toMatchObject({ constraint: 'ai_holds_member_key' });
    expect(await codeOf(post(id, -50))).toBe('member.seconds_short');
    expect(await post(id, -50, { short: 'take_less' })).toMatchObject([{ delta: -40 }]);
    expect(await settle(reply, 0)).toEqual({ talk_sec: 0, charged_sec: 0 });
    expect(await stateOf(id)).toEqual([60, 0]);
    const { drifts } = await proveSeconds(app.ctx);
    expect(drifts).toEqual([]);
    await app.ctx.db.updateTable('members').set({ ai_seconds_held: 5 }).where('id', '=', id).execute();
    expect((await proveSeconds(app.ctx)).drifts).toMatchObject([{ member_id: id, held: 5, holds: 0 }]);
    await app.ctx.db.updateTable('members').set({ ai_seconds_held: 0 }).where('id', '=', id).execute();
  });
});

describe('the back office', () => {
  const change = (
    action: string,
    ids: readonly number[],
    minutes: number,
    as: AdminPerson = admin,
    key = randomUUID(),
  ) =>
    app.http('POST', `/admin/members/${action}-seconds`, {
      as,
      body: { ids, minutes, reason: '补偿' },
      headers: { 'x-idempotency-key': key },
    });

  it('adds and takes minutes with a reason, once for each request, and takes nothing from who has less', async () => {
    const [one, two] = [await buildMember(app.ctx), await buildMember(app.ctx, { ai_seconds_left: 90 })];
    const key = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => change('add', [one.id], 10, admin, key)));
    expect(replies.map(({ body }) => body.changed)).toEqual([1, 1, 1]);
    expect(await balanceOf(one.id)).toBe(600);
    expect((await change('take', [one.id, two.id], 4)).body).toMatchObject({
      changed: 1,
      failed: [{ id: two.id, code: 'member.seconds_short', message: expect.stringContaining('只剩 1 分钟') }],
    });
    expect([await balanceOf(one.id), await balanceOf(two.id)]).toEqual([360, 90]);
    const { data } = (await app.http('GET', `/admin/ai-second-logs/list?where[member_id]=${one.id}`, { as: admin }))
      .body;
    expect(data).toMatchObject([
      { type: secondsType.admin, delta: -240, balance_after: 360, operator_id: admin.user_id, remark: '补偿' },
      { type: secondsType.admin, delta: 600 },
    ]);
    const racing = await Promise.all(Array.from({ length: 5 }, () => change('take', [one.id], 2)));
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await balanceOf(one.id)).toBe(0);
  });

  it('refuses wrong numbers, a missing reason and agencies', async () => {
    const agency = await buildAgency(app.ctx);
    const own = await buildMember(app.ctx, { agency_id: agency.id });
    for (const minutes of [0, -5, 1.5, 6001])
      expect((await change('add', [own.id], minutes)).body.errors).toHaveProperty('minutes');
    const path = '/admin/members/add-seconds';
    expect(
      (await app.http('POST', path, { as: admin, body: { ids: [own.id], minutes: 5 } })).body.errors,
    ).toHaveProperty('reason');
    const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.add-seconds'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await change('add', [own.id], 5, clerk)).body.code).toBe('access.denied');
    const reader = await app.person.adminWith(['admin.members.list']);
    expect((await change('add', [own.id], 5, reader)).body.code).toBe('access.denied');
    expect(await balanceOf(own.id)).toBe(0);
  });

  it('shows every change with who did it, to an agency those of its members', async () => {
    const agency = await buildAgency(app.ctx);
    const [own, foreign] = [
      await buildMember(app.ctx, { agency_id: agency.id, ai_seconds_left: 60 }),
      await buildMember(app.ctx, { ai_seconds_left: 60 }),
    ];
    const clerk = await app.person.adminWith(['admin.ai-second-logs.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const list = async (as: AdminPerson, id: number) =>
      (await app.http('GET', `/admin/ai-second-logs/list?where[member_id]=${id}`, { as })).body.data;
    expect(await list(admin, foreign.id)).toMatchObject([{ type: secondsType.admin, delta: 60 }]);
    expect(await list(clerk, own.id)).toHaveLength(1);
    expect(await list(clerk, foreign.id)).toEqual([]);
  });
});

it('members see their own balance and entries, newest first', async () => {
  const { member, card } = await buildOwned();
  const read = async (as = member) => (await app.http('GET', '/home/ai-seconds', { as })).body;
  expect(await read()).toMatchObject({ seconds_left: 0, seconds_held: 0, free_sec_today: 0, entries: [] });
  await app.http('POST', '/home/cards/use-card', {
    as: member,
    body: { card_id: card.id, mode: 'activate', request_id: randomUUID() },
  });
  await post(member.member_id, -60);
  expect(await read()).toMatchObject({
    seconds_left: 540,
    entries: [
      { type: secondsType.admin, delta: -60, balance_after: 540 },
      { type: secondsType.card, delta: 600, balance_after: 600, created_at: app.clock.now().toISOString() },
    ],
  });
  expect((await read(await app.person.member())).entries).toEqual([]);
  expect((await app.http('GET', '/home/ai-seconds')).status).toBe(401);
});

it('the proof finds a balance without lines, a broken chain and a one-sided move; the dashboard says so', async () => {
  const { db } = app.ctx;
  const { id, member_no } = await buildMember(app.ctx);
  const alarms = async () =>
    (await app.http('GET', '/admin/todo', { as: admin })).body.items.filter(
      ({ key }: { key: string }) => key === 'seconds_drift',
    );
  await watchSeconds(app.ctx);
  expect(await alarms()).toEqual([]);
  await sql`alter table members disable trigger members_ai_seconds_updated`.execute(db);
  await db.updateTable('members').set({ ai_seconds_left: 7 }).where('id', '=', id).execute();
  await sql`alter table members enable trigger members_ai_seconds_updated`.execute(db);
  const broken = await buildMember(app.ctx);
  await sql`insert into ai_second_logs (member_id, type, delta, balance_before, balance_after, ref_type, ref_id, request_id) values
    (${broken.id}, ${secondsType.merge}, -5, 9, 4, 'member_merge', 1, 'broken'), (${broken.id}, ${secondsType.merge}, -4, 4, 0, 'member_merge', 1, 'again')`.execute(
    db,
  );
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect(drifts).toEqual([
    { member_id: id, member_no, balance: 7, ledger: 0, breaks: 0, held: 0, holds: 0 },
    { member_id: broken.id, member_no: broken.member_no, balance: 0, ledger: -9, breaks: 1, held: 0, holds: 0 },
  ]);
  expect(unbalanced).toHaveLength(2);
  await watchSeconds(app.ctx);
  expect(await alarms()).toMatchObject([{ count: 4, tone: 'danger' }]);
});
