import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { countActivations } from '../batches/public.ts';
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

const act = (action: string, body: object, as = admin) => app.http('PUT', `/admin/cards/${action}`, { as, body });
const cardRow = (id: number) =>
  app.ctx.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const memberRow = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const quotaOf = async (id: number) =>
  (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow()).card_num;
const ledger = (id: number) =>
  app.ctx.db.selectFrom('card_num_logs').select(['type', 'delta']).where('agency_id', '=', id).orderBy('id').execute();
const secondsOf = (id: number) =>
  app.ctx.db
    .selectFrom('ai_second_logs')
    .select(['type', 'delta', 'operator_id', 'remark'])
    .where('ref_type', '=', 'card')
    .where('ref_id', '=', id)
    .orderBy('id')
    .execute();
const day = 86_400_000;
const lessonSeconds = 1000;

/** An activated card with one course of 10 lessons and AI seconds, paid by an agency. */
async function buildActivated(options: { days_ago?: number; seen?: number; left?: number } = {}) {
  const now = app.clock.now();
  const agency = await buildAgency(app.ctx, { card_num: 10 });
  const { course, lessons } = await buildCourse(app.ctx);
  const batch = await buildBatch(app.ctx, { agency_id: agency.id });
  const snapshot = {
    ...(batch.product_snapshot as object),
    courses: [{ id: course.id, title: course.title, cover: null, lesson_count: 10, duration_sec: 10 * lessonSeconds }],
  };
  await app.ctx.db
    .updateTable('card_batches')
    .set({ product_snapshot: JSON.stringify(snapshot), activated_count: 1 })
    .where('id', '=', batch.id)
    .execute();
  const member = await buildMember(app.ctx, { ai_seconds_left: options.left ?? 600 });
  const at = new Date(now.getTime() - (options.days_ago ?? 0) * day);
  const card = await buildCard(app.ctx, {
    batch_id: batch.id,
    state: cardState.activated,
    activated_at: at,
    activated_member_id: member.id,
    owner_member_id: member.id,
  });
  const source = { member_id: member.id, source_type: 'card', source_id: card.id, start_at: at };
  await buildEntitlement(app.ctx, { ...source, kind: 'course', course_id: course.id });
  await buildEntitlement(app.ctx, { ...source, kind: 'ai_seconds', course_id: null, amount: 600 });
  const [lesson] = lessons;
  if (options.seen && lesson) {
    await app.ctx.db
      .insertInto('learning_records')
      .values({
        member_id: member.id,
        course_id: course.id,
        lesson_id: lesson.id,
        duration_sec: 10 * lessonSeconds,
        seen_sec: options.seen,
        first_at: now,
        last_at: now,
      })
      .execute();
  }
  return { agency, batch, card, member };
}

describe('reverse', () => {
  it('ends the access, keeps what was studied, returns one card of quota', async () => {
    const { agency, batch, card, member } = await buildActivated({ seen: 1999 });
    const other = await buildEntitlement(app.ctx, {
      member_id: member.id,
      kind: 'ai_seconds',
      course_id: null,
      amount: 5,
      source_type: 'admin',
    });
    const answer = await act('reverse', { ids: [card.id], reason: '家长申请退款' });
    expect(answer.body).toMatchObject({ changed: 1, failed: [] });
    expect((await cardRow(card.id)).state).toBe(cardState.reversed);
    const rows = await app.ctx.db
      .selectFrom('entitlements')
      .selectAll()
      .where('source_type', '=', 'card')
      .where('source_id', '=', card.id)
      .execute();
    expect(rows.map((row) => [row.revoked_at, row.revoke_reason])).toEqual([
      [app.clock.now(), '家长申请退款'],
      [app.clock.now(), '家长申请退款'],
    ]);
    expect(
      (
        await app.ctx.db
          .selectFrom('entitlements')
          .select('revoked_at')
          .where('id', '=', other.id)
          .executeTakeFirstOrThrow()
      ).revoked_at,
    ).toBeNull();
    const row = await memberRow(member.id);
    expect([row.ai_seconds_left, row.access_version]).toEqual([0, member.access_version + 1]);
    expect(await secondsOf(card.id)).toEqual([
      { type: secondsType.card_reversed, delta: -600, operator_id: admin.user_id, remark: '家长申请退款' },
    ]);
    expect(
      await app.ctx.db.selectFrom('learning_records').select('seen_sec').where('member_id', '=', member.id).execute(),
    ).toEqual([{ seen_sec: 1999 }]);
    expect([await quotaOf(agency.id), await ledger(agency.id)]).toEqual([
      11,
      [{ type: quotaType.reversal_return, delta: 1 }],
    ]);
    await countActivations(app.ctx);
    expect(
      (
        await app.ctx.db
          .selectFrom('card_batches')
          .select('activated_count')
          .where('id', '=', batch.id)
          .executeTakeFirstOrThrow()
      ).activated_count,
    ).toBe(0);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select('reason')
      .where('resource', '=', 'cards')
      .where('action', '=', 'reverse')
      .where('record_id', '=', String(card.id))
      .execute();
    expect(log).toEqual([{ reason: '家长申请退款' }]);
  });

  it.each([
    ['after more than 7 days', { days_ago: 7.01 }],
    ['with 20 % of the courses seen', { seen: 2000 }],
    ['with 20 % of the AI time used', { left: 480 }],
  ])('is refused %s', async (_name, options) => {
    const { agency, card } = await buildActivated(options);
    expect((await act('reverse', { ids: [card.id], reason: '退' })).body.code).toBe('card.not_reversible');
    expect([(await cardRow(card.id)).state, await quotaOf(agency.id)]).toEqual([cardState.activated, 10]);
  });

  it('ten concurrent reversals return quota once', async () => {
    const { agency, card } = await buildActivated();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => act('reverse', { ids: [card.id], reason: '退' })),
    );
    expect(answers.filter((answer) => answer.body.changed === 1)).toHaveLength(1);
    expect(await quotaOf(agency.id)).toBe(11);
  });

  it('is not for agencies', async () => {
    const { agency, card } = await buildActivated();
    const agent = await app.person.adminWith(['admin.cards.list', 'admin.cards.reverse'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await act('reverse', { ids: [card.id], reason: '退' }, agent)).body.code).toBe('access.denied');
    expect((await cardRow(card.id)).state).toBe(cardState.activated);
  });
});

describe('replace', () => {
  it('leaves one good card: same owner, end and agency, new number and secret, no quota moved', async () => {
    const agency = await buildAgency(app.ctx, { card_num: 3 });
    const batch = await buildBatch(app.ctx, {
      agency_id: agency.id,
      quantity: 100_000,
      redeem_end_at: new Date('2027-05-01T00:00:00Z'),
    });
    const member = await buildMember(app.ctx);
    const issued = await buildCard(app.ctx, { batch_id: batch.id });
    const claimed = await buildCard(app.ctx, {
      batch_id: batch.id,
      state: cardState.claimed,
      owner_member_id: member.id,
      claimed_at: app.clock.now(),
      frozen_at: app.clock.now(),
    });
    const stock = await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const answer = await act('replace', { ids: [issued.id, claimed.id, stock.id], reason: '卡密外泄' });
    expect(answer.body).toMatchObject({ changed: 2, failed: [{ id: stock.id, code: 'record.state' }] });
    for (const [old, owner] of [
      [issued, null],
      [claimed, member.id],
    ] as const) {
      const row = await cardRow(old.id);
      expect(row.state).toBe(cardState.replaced);
      const fresh = await cardRow(Number(row.replaced_by));
      expect(fresh).toMatchObject({
        state: old.state,
        owner_member_id: owner,
        frozen_at: null,
        redeem_end_at: old.redeem_end_at,
        agency_id: agency.id,
        claimed_at: old.claimed_at,
      });
      expect([fresh.secret_hash.equals(old.secret_hash), fresh.card_no === old.card_no]).toEqual([false, false]);
      expect(fresh.batch_seq).toBeGreaterThan(100_000);
    }
    expect([await quotaOf(agency.id), await ledger(agency.id)]).toEqual([3, []]);
    expect((await act('void', { ids: [issued.id], reason: '退' })).body.code).toBe('card.replaced');
    await act('void', { ids: [Number((await cardRow(issued.id)).replaced_by)], reason: '退' });
    expect(await quotaOf(agency.id)).toBe(4);
  });

  it('the new secret works, the old one reports the replacement', async () => {
    const card = await buildCard(app.ctx);
    const member = await app.person.member();
    await act('replace', { ids: [card.id], reason: '卡密外泄' });
    const fresh = await cardRow(Number((await cardRow(card.id)).replaced_by));
    const { body } = await app.http('POST', `/admin/cards/${fresh.id}/reveal`, {
      as: admin,
      body: { reason: '寄给学员' },
    });
    expect((await app.http('POST', '/home/cards/preview', { as: member, body: { code: card.secret } })).body.code).toBe(
      'card.replaced',
    );
    expect(
      (await app.http('POST', '/home/cards/preview', { as: member, body: { code: body.secret } })).body.card,
    ).toMatchObject({ id: fresh.id });
  });

  it('twenty concurrent requests on ten cards of a batch make ten new ones', async () => {
    const batch = await buildBatch(app.ctx);
    const cards = await Promise.all(Array.from({ length: 10 }, () => buildCard(app.ctx, { batch_id: batch.id })));
    await Promise.all([...cards, ...cards].map((card) => act('replace', { ids: [card.id], reason: '换' })));
    const { rows } = await sql<{
      state: number;
      count: number;
      seqs: number;
    }>`select state, count(*)::int as count, count(distinct batch_seq)::int as seqs
      from cards where batch_id = ${batch.id} group by state order by state`.execute(app.ctx.db);
    expect(rows).toEqual([
      { state: cardState.issued, count: 10, seqs: 10 },
      { state: cardState.replaced, count: 10, seqs: 10 },
    ]);
  });
});

describe('everything that matches', () => {
  it('replaces a whole batch page by page after a dry run', async () => {
    const batch = await buildBatch(app.ctx);
    for (let index = 0; index < 3; index += 1) await buildCard(app.ctx, { batch_id: batch.id });
    const target = { matching: `where[batch_id]=${batch.id}` };
    const dryRun = await act('replace', { ...target, dry_run: true, reason: '外泄' });
    expect(dryRun.body).toMatchObject({ count: 3, offered: 3 });
    const { max_id, marker } = dryRun.body;
    const done = await act('replace', { ...target, max_id, marker, reason: '外泄' });
    expect(done.body).toMatchObject({ changed: 3, page: { done: true } });
    expect(
      await app.ctx.db
        .selectFrom('cards')
        .select('id')
        .where('batch_id', '=', batch.id)
        .where('replaced_by', 'is not', null)
        .execute(),
    ).toHaveLength(3);
  });
});
