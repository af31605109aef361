import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardActions, cardState } from '@kaike/shared/domain/cards/card-state';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { cards } from '@kaike/shared/resources/cards/cards';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildBatch,
  buildCard,
  buildCourse,
  buildEntitlement,
  buildMember,
  setSeconds,
} from '../../../../test/factories.ts';

// Every card action of the back office, for one card, a selection, a batch and everything that matches.

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const cardsResource: ResourceDefinition = cards;

type Card = { id: number };
type Kind = 'good' | 'bad';
type BuiltCards = { batch: { id: number }; cards: Card[] };

/** A card the action applies to, and one it does not. */
const kinds: Record<string, Record<Kind, () => Promise<Record<string, unknown>>>> = {
  issue: {
    good: async () => ({ state: cardState.stock, issued_at: null }),
    bad: async () => ({ state: cardState.voided }),
  },
  freeze: { good: async () => ({}), bad: async () => ({ state: cardState.voided }) },
  unfreeze: { good: async () => ({ frozen_at: app.clock.now(), frozen_reason: '遗失' }), bad: async () => ({}) },
  void: { good: async () => ({}), bad: async () => ({ state: cardState.voided }) },
  replace: { good: async () => ({}), bad: async () => ({ state: cardState.voided }) },
  reverse: { good: async () => activated(0), bad: async () => activated(8) },
};

/** Condition for cards changed by the action. */
const done: Record<string, ReturnType<typeof sql<boolean>>> = {
  issue: sql<boolean>`state = ${cardState.issued}`,
  freeze: sql<boolean>`frozen_at is not null`,
  unfreeze: sql<boolean>`frozen_at is null and frozen_reason = ''`,
  void: sql<boolean>`state = ${cardState.voided}`,
  replace: sql<boolean>`state = ${cardState.replaced}`,
  reverse: sql<boolean>`state = ${cardState.reversed}`,
};

async function activated(daysAgo: number): Promise<Record<string, unknown>> {
  const member = await buildMember(app.ctx);
  return {
    state: cardState.activated,
    activated_at: new Date(app.clock.now().getTime() - daysAgo * 86_400_000),
    activated_member_id: member.id,
    owner_member_id: member.id,
  };
}

async function build(action: string, cardKinds: readonly Kind[], batchId?: number): Promise<BuiltCards> {
  const batch = batchId === undefined ? await buildBatch(app.ctx) : { id: batchId };
  const cards: Card[] = [];
  for (const kind of cardKinds)
    cards.push(await buildCard(app.ctx, { batch_id: batch.id, ...(await kinds[action]?.[kind]()) }));
  return { batch, cards };
}

const needsReason = (action: string): boolean => cardsResource.actions?.[action]?.fields?.['reason'] !== undefined;
const run = (action: string, body: object) =>
  app.http('PUT', `/admin/cards/${action}`, {
    as: admin,
    body: { ...(needsReason(action) ? { reason: '核对' } : {}), ...body },
    headers: { 'x-idempotency-key': randomUUID() },
  });
async function countDone(action: string, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from cards where id = any(${ids}::bigint[]) and ${done[action]}`.execute(app.ctx.db);
  return rows[0]?.count ?? 0;
}
const idsOf = (cards: readonly Card[]): number[] => cards.map((card) => card.id);

/** Runs the action on a target, first as a dry run, and checks the results of both. */
async function goThrough(
  action: string,
  target: { body: object; all: readonly number[]; changed: number; refused: number },
) {
  const before = await countDone(action, target.all);
  const dryRun = await run(action, { ...target.body, dry_run: true });
  expect(dryRun.body, 'the dry run counts').toMatchObject({ count: target.all.length });
  expect(await countDone(action, target.all), 'the dry run changes nothing').toBe(before);
  if (needsReason(action))
    expect((await run(action, { ...target.body, max_id: dryRun.body.max_id, reason: '' })).status, 'no reason').toBe(
      422,
    );
  const { max_id, marker } = dryRun.body;
  const ran = await run(action, { ...target.body, max_id, marker });
  expect(ran.body, 'the run counts').toMatchObject({ changed: target.changed });
  expect(
    ran.body.failed.map((row: { code: string; message: string }) => [typeof row.code, row.message.length > 3]),
  ).toEqual(Array.from({ length: target.refused }, () => ['string', true]));
  expect(await countDone(action, target.all)).toBe(before + target.changed);
  const logs = await app.ctx.db
    .selectFrom('logs')
    .select(['record_id', 'reason'])
    .where('resource', '=', 'cards')
    .where('action', '=', action)
    .where('record_id', 'in', target.all.map(String))
    .execute();
  expect(
    logs.map(({ reason }) => reason),
    'one log for each changed card',
  ).toEqual(Array.from({ length: target.changed }, () => (needsReason(action) ? '核对' : '')));
}

const actions = ['issue', 'freeze', 'unfreeze', 'void', 'replace', 'reverse'] as const;

it('the state table has exactly these back office actions', () => {
  const office = Object.entries(cardActions)
    .filter(([, rule]) => rule.from.administrator !== undefined)
    .map(([name]) => name);
  expect(office.toSorted()).toEqual([...actions].toSorted());
  expect(
    actions.every((name) => cardsResource.actions?.[name]?.on === 'rows' && !cardsResource.actions[name].single_row),
  ).toBe(true);
});

describe.each(actions)('%s', (action) => {
  it('one card', async () => {
    const {
      cards: [card],
    } = await build(action, ['good']);
    await goThrough(action, { body: { ids: [card?.id] }, all: [card?.id ?? 0], changed: 1, refused: 0 });
  });

  it('one card it does not apply to, with the reason', async () => {
    const {
      cards: [card],
    } = await build(action, ['bad']);
    const refused = await run(action, { ids: [card?.id] });
    expect([refused.status, typeof refused.body.code, refused.body.message.length > 3]).toEqual([409, 'string', true]);
  });

  it('a selection, each row with its result', async () => {
    const { cards } = await build(action, ['good', 'bad', 'good']);
    await goThrough(action, { body: { ids: idsOf(cards) }, all: idsOf(cards), changed: 2, refused: 1 });
  });

  it('a batch', async () => {
    const [{ batch, cards }, other] = [await build(action, ['good', 'good', 'bad']), await build(action, ['good'])];
    const untouched = await countDone(action, idsOf(other.cards));
    await goThrough(action, {
      body: { matching: `where[batch_id]=${batch.id}` },
      all: idsOf(cards),
      changed: 2,
      refused: 1,
    });
    expect(await countDone(action, idsOf(other.cards))).toBe(untouched);
  });

  it('everything that matches, over more than one batch', async () => {
    const agency = await buildAgency(app.ctx, { card_num: 100 });
    const batches = await Promise.all([0, 1].map(() => buildBatch(app.ctx, { agency_id: agency.id })));
    const cards: Card[] = [];
    for (const batch of batches) cards.push(...(await build(action, ['good', 'bad'], batch.id)).cards);
    await goThrough(action, {
      body: { matching: `where[agency_id]=${agency.id}` },
      all: idsOf(cards),
      changed: 2,
      refused: 2,
    });
  });
});

describe('a dry run shows the consequences', () => {
  const notesOf = async (action: string, body: object): Promise<string[]> =>
    (await run(action, { ...body, dry_run: true })).body.notes;

  it('of voiding: returned quota, members who lose a card, and the required approval', async () => {
    const agency = await buildAgency(app.ctx, { card_num: 100 });
    const batch = await buildBatch(app.ctx, { agency_id: agency.id });
    const member = await buildMember(app.ctx);
    const cards = [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.claimed, owner_member_id: member.id }),
      await buildCard(app.ctx),
    ];
    await app.setting('card_approval_over', 2);
    const notes = await notesOf('void', { ids: idsOf(cards) });
    await app.setting('card_approval_over', 0);
    expect(notes).toEqual([
      expect.stringContaining('2 张由代理商付费'),
      expect.stringContaining('1 张已被学员领取'),
      expect.stringContaining('超过 2 张'),
    ]);
    expect(await notesOf('void', { ids: idsOf(cards.slice(2)) })).toEqual([]);
  });

  it('of reversing: cards that are too late, by the rule that rejects them', async () => {
    const { cards } = await build('reverse', ['good', 'bad', 'bad']);
    const { activated_member_id: member } = await app.ctx.db
      .selectFrom('cards')
      .select('activated_member_id')
      .where('id', '=', cards[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    for (const { course } of [await buildCourse(app.ctx), await buildCourse(app.ctx)])
      await buildEntitlement(app.ctx, {
        member_id: Number(member),
        course_id: course.id,
        source_type: 'card',
        source_id: cards[0]?.id ?? 0,
      });
    expect(await notesOf('reverse', { ids: idsOf(cards) })).toEqual([
      '1 位学员不能再学习这些卡开通的 2 门课程；学习记录保留。',
      expect.stringContaining('2 张激活超过 7 天'),
    ]);
    expect((await run('reverse', { ids: idsOf(cards) })).body).toMatchObject({ changed: 1 });
  });

  it('of reversing: the AI time taken back, as much as the balances lose', async () => {
    const { cards } = await build('reverse', ['good', 'good', 'bad']);
    const people: number[] = [];
    for (const { id } of cards) {
      const { activated_member_id: member } = await app.ctx.db
        .selectFrom('cards')
        .select('activated_member_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      people.push(Number(member));
      await app.ctx.db
        .insertInto('entitlements')
        .values({
          member_id: Number(member),
          kind: 'ai_seconds',
          amount: 1800,
          source_type: 'card',
          source_id: id,
          start_at: app.ctx.clock(),
        })
        .execute();
    }
    const balances = async () =>
      (
        await app.ctx.db
          .selectFrom('members')
          .select('ai_seconds_left')
          .where('id', 'in', people)
          .orderBy('id')
          .execute()
      ).map((row) => row.ai_seconds_left);
    for (const person of people) await setSeconds(app.ctx, person, 3600);
    expect((await notesOf('reverse', { ids: idsOf(cards) }))[0]).toBe('从 2 位学员的账户共收回 AI 外教时长 1 小时。');
    await setSeconds(app.ctx, people[0] ?? 0, 1500);
    expect((await notesOf('reverse', { ids: idsOf(cards) }))[0]).toBe(
      '从 2 位学员的账户共收回 AI 外教时长 55 分钟；另有 5 分钟已用掉，无法收回。',
    );
    expect((await run('reverse', { ids: idsOf(cards) })).body).toMatchObject({ changed: 2 });
    expect(await balances()).toEqual([0, 1800, 3600]);
  });

  it('of actions on batches: how many cards, not how many batches', async () => {
    const { batch } = await build('void', ['good', 'good', 'bad']);
    await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const dryRun = async (action: string) =>
      (await app.http('PUT', `/admin/card-batches/${action}`, { as: admin, body: { ids: [batch.id], dry_run: true } }))
        .body;
    expect(await dryRun('void')).toMatchObject({ count: 1, notes: [expect.stringContaining('3 张未激活')] });
    expect((await dryRun('release')).notes).toEqual([expect.stringContaining('1 张库存卡')]);
    expect((await dryRun('redate')).notes).toEqual([expect.stringContaining('3 张未激活')]);
    expect((await dryRun('assign')).notes).toEqual([expect.stringContaining('3 张未激活')]);
  });
});
