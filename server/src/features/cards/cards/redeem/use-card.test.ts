import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { productStatus, productType, stackRule, termMode } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildBatch, buildCard, buildCourse, buildProduct } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const newMember = (): Promise<MemberPerson> => app.person.member({ activated: false });
const preview = (as: MemberPerson, code: string, more: object = {}) =>
  app.http('POST', '/home/cards/preview', { as, body: { code, ...more } });
const use = (as: MemberPerson, code: string, more: object = {}) =>
  app.http('POST', '/home/cards/use-card', { as, body: { code, mode: 'activate', request_id: randomUUID(), ...more } });
const days = (count: number): Date => new Date(app.clock.now().getTime() + count * 86_400_000);

async function entitlementsOf(cardId: number) {
  return app.ctx.db
    .selectFrom('entitlements')
    .selectAll()
    .where('source_type', '=', 'card')
    .where('source_id', '=', cardId)
    .orderBy('id')
    .execute();
}

const memberRow = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('POST /home/cards/preview', () => {
  it('shows what the card opens, until when, and what it adds; changes nothing', async () => {
    const member = await newMember();
    const card = await buildCard(app.ctx);
    const answer = await preview(member, card.secret);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      card: { card_no: card.card_no, status: 'issued', is_claimed: false },
      is_permanent: false,
      adds_nothing: false,
    });
    expect(answer.body.courses).toHaveLength(1);
    expect(answer.body.courses[0]).toMatchObject({ effect: 'new', current_end_at: null, end_at: answer.body.end_at });
    expect(answer.text).not.toContain(card.secret.replaceAll('-', ''));
    expect(await entitlementsOf(card.id)).toEqual([]);
  });

  it('reads a code from a message, a link, lower case, full-width forms and look-alikes', async () => {
    const member = await newMember();
    const card = await buildCard(app.ctx);
    const plain = card.secret.replaceAll('-', '');
    const grouped = plain.replace(/(.{4})(?=.)/g, '$1-');
    const forms = [
      plain.toLowerCase(),
      `  ${grouped}  `,
      `您的卡密：${grouped}，请在 2026-12-31 前激活`,
      `https://a.cn/home/cards/use-card?code=${plain}`,
      plain.replace(/[0-9A-Z]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)),
      plain.replaceAll('0', 'O').replaceAll('1', 'l'),
    ];
    for (const form of forms) expect((await preview(member, form)).status, form).toBe(200);
  });

  it('is for members: visitors must log in, administrators are refused', async () => {
    expect((await app.http('POST', '/home/cards/preview', { body: { code: 'x' } })).status).toBe(401);
    expect(
      (await app.http('POST', '/home/cards/preview', { as: await app.person.admin(), body: { code: 'x' } })).status,
    ).toBe(403);
  });

  it('requires a code or a card of the wallet', async () => {
    const answer = await app.http('POST', '/home/cards/preview', { as: await newMember(), body: {} });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty('code');
  });
});

describe('GET /home/cards', () => {
  /** Puts one product on sale. */
  async function sell(school: TestApp): Promise<number> {
    const { id } = await buildProduct(school.ctx);
    await school.ctx.db.updateTable('products').set({ status: productStatus.on }).where('id', '=', id).execute();
    return id;
  }

  it('says whether more can be bought: only while something is on sale', async () => {
    const member = await newMember();
    const canBuy = async () => (await app.http('GET', '/home/cards', { as: member })).body.can_buy;
    await app.ctx.db.updateTable('products').set({ status: productStatus.off }).execute();
    expect(await canBuy()).toBe(false);
    const id = await sell(app);
    expect(await canBuy()).toBe(true);
    await app.ctx.db.updateTable('products').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
    expect(await canBuy()).toBe(false);
  });

  it('offers nothing in a school that has not set up how it is paid', async () => {
    const school = await startTestApp({ config: { env: 'production' } });
    await sell(school);
    const as = await school.person.member({ activated: false });
    expect((await school.http('GET', '/home/cards', { as })).body.can_buy).toBe(false);
    await school.close();
  });
});

describe('POST /home/cards/use-card', () => {
  it('activates: access with the previewed end, and the home area opens', async () => {
    const member = await newMember();
    const card = await buildCard(app.ctx);
    expect((await app.http('GET', '/home/cards', { as: member })).body.data).toEqual([]);
    const previewed = (await preview(member, card.secret)).body;
    const answer = await use(member, card.secret, { shown: previewed.shown });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      mode: 'activate',
      is_first: true,
      end_at: previewed.end_at,
      card: { id: card.id, status: 'activated' },
    });
    const [entitlement, ...others] = await entitlementsOf(card.id);
    expect(others).toEqual([]);
    expect(entitlement?.end_at?.toISOString()).toBe(previewed.end_at);
    const row = await app.ctx.db.selectFrom('cards').selectAll().where('id', '=', card.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      state: cardState.activated,
      activated_member_id: member.member_id,
      owner_member_id: member.member_id,
      activation_ip: member.ip,
    });
    expect((await memberRow(member.member_id)).activated_at).toEqual(app.clock.now());
    const wallet = await app.http('GET', '/home/cards', { as: member });
    expect(wallet.body.data).toMatchObject([
      { id: card.id, status: 'activated', end_at: previewed.end_at, courses: [{ id: entitlement?.course_id }] },
    ]);
  });

  it('returns the same error for an unknown code as for a mistyped one', async () => {
    const unknown = await use(await newMember(), makeSecret(Buffer.alloc(15, 7)));
    const card = await buildCard(app.ctx);
    const last = card.secret.endsWith('A') ? 'B' : 'A';
    const mistyped = await use(await newMember(), card.secret.slice(0, -1) + last);
    expect([unknown.status, mistyped.status]).toEqual([422, 422]);
    expect([unknown.body.code, mistyped.body.code]).toEqual(['card.not_found', 'card.not_found']);
    expect(unknown.body.message).toBe(mistyped.body.message);
  });

  it.each([
    ['not issued', { state: cardState.stock }, 'card.not_issued'],
    ['void', { state: cardState.voided }, 'card.void'],
    ['replaced', { state: cardState.replaced }, 'card.replaced'],
    ['reversed', { state: cardState.reversed }, 'card.reversed'],
    ['frozen', { frozen_at: new Date(), frozen_reason: '挂失' }, 'card.frozen'],
    ['expired', { redeem_end_at: new Date(Date.now() - 86_400_000) }, 'card.expired'],
  ])('names what is wrong with a card that is %s, and grants nothing', async (_name, columns, code) => {
    const member = await newMember();
    const card = await buildCard(app.ctx, columns);
    for (const answer of [
      await preview(member, card.secret),
      await use(member, card.secret),
      await use(member, card.secret, { mode: 'claim' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe(code);
      expect(answer.body.message).not.toContain('{');
    }
    expect(await entitlementsOf(card.id)).toEqual([]);
    expect((await memberRow(member.member_id)).activated_at).toBeNull();
  });

  it('refuses a card whose batch is void or whose time has not come', async () => {
    const member = await newMember();
    const voided = await buildBatch(app.ctx, { state: batchState.voided });
    const early = await buildBatch(app.ctx, { redeem_start_at: days(1) });
    expect((await use(member, (await buildCard(app.ctx, { batch_id: voided.id })).secret)).body.code).toBe('card.void');
    expect((await use(member, (await buildCard(app.ctx, { batch_id: early.id })).secret)).body.code).toBe(
      'card.not_started',
    );
  });

  it('reports when a card was used, and whether by the caller', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const card = await buildCard(app.ctx);
    await use(first, card.secret);
    const others = await use(second, card.secret);
    expect(others.body.code).toBe('card.already_used');
    expect(others.body.message).toMatch(/\d{4} 年 \d{1,2} 月 \d{1,2} 日/);
    expect((await use(first, card.secret)).body.code).toBe('card.already_yours');
  });

  it('keeps a claimed card for its owner, who can activate it from the wallet', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const card = await buildCard(app.ctx);
    for (let again = 0; again < 2; again += 1)
      expect((await use(owner, card.secret, { mode: 'claim' })).body).toMatchObject({
        mode: 'claim',
        card: { status: 'claimed' },
      });
    expect((await use(other, card.secret)).body.code).toBe('card.claimed_by_other');
    expect((await use(other, card.secret, { mode: 'claim' })).body.code).toBe('card.claimed_by_other');
    const byId = { mode: 'activate', card_id: card.id, request_id: randomUUID() };
    expect((await app.http('POST', '/home/cards/use-card', { as: other, body: byId })).body.code).toBe(
      'card.not_found',
    );
    expect((await app.http('GET', '/home/cards', { as: owner })).body.data).toMatchObject([
      { id: card.id, status: 'claimed' },
    ]);
    expect((await app.http('POST', '/home/cards/use-card', { as: owner, body: byId })).status).toBe(200);
  });

  it('grants permanent AI seconds besides the courses', async () => {
    const member = await newMember();
    const product = await buildProduct(app.ctx, { type: productType.both, ai_seconds: 3600 });
    const card = await buildCard(app.ctx, { product_id: product.id });
    const answer = await use(member, card.secret);
    expect(answer.body.ai_seconds).toBe(3600);
    expect((await memberRow(member.member_id)).ai_seconds_left).toBe(3600);
    const second = await buildCard(app.ctx, { product_id: product.id });
    await use(member, second.secret);
    expect(
      await app.ctx.db
        .selectFrom('ai_second_logs')
        .select(['type', 'delta', 'balance_before', 'balance_after', 'ref_type', 'ref_id', 'request_id'])
        .where('member_id', '=', member.member_id)
        .orderBy('id')
        .execute(),
    ).toEqual(
      [card.id, second.id].map((id, index) => ({
        type: secondsType.card,
        delta: 3600,
        balance_before: index * 3600,
        balance_after: (index + 1) * 3600,
        ref_type: 'card',
        ref_id: id,
        request_id: `card:${id}`,
      })),
    );
    expect(
      (await entitlementsOf(card.id)).map(({ kind, amount, end_at: end }) => ({ kind, amount, has_end: end !== null })),
    ).toEqual([
      { kind: 'course', amount: null, has_end: true },
      { kind: 'ai_seconds', amount: 3600, has_end: false },
    ]);
  });

  it('assigns a member to the agency of the first card only', async () => {
    const member = await newMember();
    const [one, two] = await Promise.all(
      ['A', 'B'].map((code) =>
        app.ctx.db
          .insertInto('agencies')
          .values({ code: `sold-${code}`, name: code, status: 1 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    );
    await use(member, (await buildCard(app.ctx, { agency_id: one?.id ?? null })).secret);
    await use(member, (await buildCard(app.ctx, { agency_id: two?.id ?? null })).secret);
    expect((await memberRow(member.member_id)).agency_id).toBe(one?.id);
  });

  it('refuses a grant other than the one that was shown', async () => {
    const member = await newMember();
    const batch = await buildBatch(app.ctx);
    const [first, second] = [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id }),
    ];
    const { shown: signature } = (await preview(member, first.secret)).body;
    await use(member, second.secret);
    const answer = await use(member, first.secret, { shown: signature });
    expect(answer.body.code).toBe('card.changed');
    const again = (await preview(member, first.secret)).body;
    expect(again.courses[0].effect).toBe('extend');
    expect((await use(member, first.secret, { shown: again.shown })).body.end_at).toBe(again.end_at);
  });

  it('obeys the product: refuse while running, and cards per member', async () => {
    const member = await newMember();
    const strict = await buildProduct(app.ctx, { stack_rule: stackRule.refuse_while_running, term_value: 30 });
    const [one, two] = [
      await buildCard(app.ctx, { product_id: strict.id }),
      await buildCard(app.ctx, { product_id: strict.id }),
    ];
    expect((await use(member, one.secret)).status).toBe(200);
    expect((await preview(member, two.secret)).body.code).toBe('card.running');
    expect((await use(member, two.secret)).body.code).toBe('card.running');
    const limited = await buildProduct(app.ctx, { per_member_limit: 1 });
    const [three, four] = [
      await buildCard(app.ctx, { product_id: limited.id }),
      await buildCard(app.ctx, { product_id: limited.id }),
    ];
    await use(member, three.secret);
    expect((await use(member, four.secret)).body.code).toBe('card.member_limit');
    const over = await buildProduct(app.ctx, { term_mode: termMode.fixed_end, fixed_end_at: '2020-01-01' });
    expect((await use(member, (await buildCard(app.ctx, { product_id: over.id })).secret)).body.code).toBe(
      'card.ended',
    );
  });

  it('treats the end of every course separately', async () => {
    const member = await newMember();
    const [a, b] = [(await buildCourse(app.ctx)).course, (await buildCourse(app.ctx)).course];
    const onlyA = await buildProduct(app.ctx, { course_ids: [a.id], term_value: 30 });
    const both = await buildProduct(app.ctx, { course_ids: [a.id, b.id], term_value: 10 });
    await use(member, (await buildCard(app.ctx, { product_id: onlyA.id })).secret);
    const answer = await use(member, (await buildCard(app.ctx, { product_id: both.id })).secret);
    const [ofA, ofB] = answer.body.courses;
    expect((Date.parse(ofA.end_at) - Date.parse(ofB.end_at)) / 86_400_000).toBe(30);
  });

  it('needs a request id', async () => {
    const card = await buildCard(app.ctx);
    const answer = await app.http('POST', '/home/cards/use-card', {
      as: await newMember(),
      body: { code: card.secret, mode: 'activate' },
    });
    expect(answer.body.errors).toHaveProperty('request_id');
  });
});

describe('racing', () => {
  it('200 members for one card: exactly one wins, nobody else gets anything', async () => {
    const card = await buildCard(app.ctx);
    const members = await Promise.all(Array.from({ length: 200 }, newMember));
    const answers = await Promise.all(members.map((member) => use(member, card.secret)));
    const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [members[index]?.member_id] : []));
    expect(winners).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['card.already_used']),
    );
    const granted = await entitlementsOf(card.id);
    expect(granted.map((row) => row.member_id)).toEqual(winners);
    const ids = members.map((member) => member.member_id);
    const { rows } = await sql<{
      id: number;
    }>`select id from members where id = any(${ids}::bigint[]) and activated_at is not null`.execute(app.ctx.db);
    expect(rows.map((row) => row.id)).toEqual(winners);
  });

  it('50 retries of one request at once: one activation, fifty equal answers', async () => {
    const member = await newMember();
    const card = await buildCard(app.ctx);
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => use(member, card.secret, { request_id: requestId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await entitlementsOf(card.id)).toHaveLength(1);
    app.clock.advance(3_600_000);
    expect((await use(member, card.secret, { request_id: requestId })).text).toBe(answers[0]?.text);
  });

  it('one request id activates one card', async () => {
    const member = await newMember();
    const [one, two] = [await buildCard(app.ctx), await buildCard(app.ctx)];
    const requestId = randomUUID();
    expect((await use(member, one.secret, { request_id: requestId })).status).toBe(200);
    expect((await use(member, two.secret, { request_id: requestId })).body.code).toBe('request.duplicate');
    expect(await entitlementsOf(two.id)).toEqual([]);
  });

  it('one member activating several cards of one product at once: each extends the previous one', async () => {
    const member = await newMember();
    const product = await buildProduct(app.ctx, { term_value: 10, stack_rule: stackRule.extend_if_running });
    const cards = await Promise.all(Array.from({ length: 8 }, () => buildCard(app.ctx, { product_id: product.id })));
    const answers = await Promise.all(cards.map((card) => use(member, card.secret)));
    expect(answers.map(({ status }) => status)).toEqual(cards.map(() => 200));
    const ends = answers.map(({ body }) => Date.parse(body.end_at)).sort((a, b) => a - b);
    expect(ends.slice(1).map((end, index) => (end - (ends[index] ?? 0)) / 86_400_000)).toEqual(
      Array.from({ length: 7 }, () => 10),
    );
    expect(answers.filter(({ body }) => body.is_first)).toHaveLength(1);
  });

  it('with a limit of one card each, only one of two concurrent activations succeeds', async () => {
    const member = await newMember();
    const product = await buildProduct(app.ctx, { per_member_limit: 1 });
    const cards = [
      await buildCard(app.ctx, { product_id: product.id }),
      await buildCard(app.ctx, { product_id: product.id }),
    ];
    const answers = await Promise.all(cards.map((card) => use(member, card.secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from entitlements where member_id = ${member.member_id}`.execute(app.ctx.db);
    expect(rows[0]?.count).toBe(1);
  });
});

describe('guessing', () => {
  const wrong = (index: number): string => makeSecret(Buffer.alloc(15, index + 40));

  it('requires a captcha after five misses, accepts a solved one once, and resets after ten minutes', async () => {
    const member = await newMember();
    for (let index = 0; index < 5; index += 1)
      expect((await preview(member, wrong(index))).body.code).toBe('card.not_found');
    expect((await preview(member, wrong(6))).body.code).toBe('card.verify_required');
    const card = await buildCard(app.ctx);
    expect((await preview(member, card.secret)).body.code).toBe('card.verify_required');
    expect((await preview(member, card.secret, { verify: 'no such pass' })).body).toMatchObject({
      code: 'auth.captcha_failed',
    });
    const verify = await app.captchaPass();
    const previewed = await preview(member, card.secret, { verify });
    expect(previewed.status).toBe(200);
    expect((await preview(member, card.secret, { verify })).body.code).toBe('auth.captcha_failed');
    expect((await use(member, card.secret, { shown: 'invented' })).body.code).toBe('card.verify_required');
    expect((await use(member, card.secret, { shown: previewed.body.shown })).status).toBe(200);
    app.clock.advance(11 * 60_000);
    expect((await preview(member, wrong(7))).body.code).toBe('card.not_found');
  });

  it('blocks a member after twenty misses a day, even with the right code, and no other member', async () => {
    const member = await newMember();
    for (let index = 0; index < 20; index += 1) {
      app.clock.advance(11 * 60_000);
      await preview(member, wrong(index));
    }
    app.clock.advance(11 * 60_000);
    const card = await buildCard(app.ctx);
    const answer = await preview(member, card.secret);
    expect([answer.status, answer.body.code]).toEqual([429, 'card.blocked']);
    expect((await preview(await newMember(), card.secret)).status).toBe(200);
    app.clock.advance(24 * 3_600_000);
    expect((await preview(member, card.secret)).status).toBe(200);
  });

  it('blocks an address after thirty misses an hour, whoever tries', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, newMember));
    const sharing = members.map((member) => ({ ...member, ip: '10.200.0.1' }));
    for (const [place, member] of sharing.entries())
      for (let index = 0; index < 4; index += 1) await preview(member, wrong(place * 4 + index));
    const card = await buildCard(app.ctx);
    const [first] = sharing;
    if (!first) throw new Error('nobody shares the address');
    expect((await preview(first, card.secret)).body.code).toBe('card.blocked');
    expect((await preview({ ...first, ip: '10.200.0.2' }, card.secret)).status).toBe(200);
  });

  it('text without a code is not a guess', async () => {
    const member = await newMember();
    for (let index = 0; index < 8; index += 1)
      expect((await preview(member, '你好，请问怎么激活课程')).body.code).toBe('card.not_found');
  });
});
