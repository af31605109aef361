import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildProduct, setSeconds } from '../../../../test/factories.ts';
import { closeOrder, deliverOrder, sendRefund } from './public.ts';
import { receiveNotice } from './receive-notice.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']['admin']>>;

beforeAll(async () => {
  app = await startTestApp({ config: { expose_local_codes: true } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

type Member = Awaited<ReturnType<TestApp['person']['member']>>;

function bank() {
  const { sandbox } = app.ctx.adapters.pay;
  if (!sandbox) throw new Error('tests pay in the sandbox');
  return sandbox;
}
const notify = async (tradeNo: string) => receiveNotice(app.ctx, 'sandbox', await bank().notice(tradeNo));
const statusOf = async (id: number) =>
  (await app.ctx.db.selectFrom('pay_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const entitlementsOf = (id: number) =>
  app.ctx.db
    .selectFrom('entitlements')
    .selectAll()
    .where('source_type', '=', 'order')
    .where('source_id', '=', id)
    .execute();

async function order(options: { sale_price?: number; as?: Member } & Record<string, unknown> = {}) {
  const { as, ...values } = options;
  const buyer = as ?? (await app.person.member({ activated: false }));
  const { course } = await buildCourse(app.ctx);
  const product = await buildProduct(app.ctx, {
    sale_price: 9900,
    list_price: 19_900,
    course_ids: [course.id],
    ...values,
  });
  const { body } = await app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } });
  return { buyer, product, course, id: body.id as number, status: body.status as number };
}

async function pay(id: number, buyer: Member): Promise<string> {
  const { body } = await app.http('POST', `/home/pay-orders/${id}/pay`, { as: buyer, body: { channel: 'sandbox' } });
  return body.trade_no;
}

describe('buying', () => {
  it('opens the course and activates the member once, however often the channel reports it', async () => {
    const { id, buyer, course } = await order();
    const tradeNo = await pay(id, buyer);
    expect(await pay(id, buyer)).toBe(tradeNo);
    await bank().pay(tradeNo);
    const answers = await Promise.all(Array.from({ length: 8 }, () => notify(tradeNo)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204));
    expect(await statusOf(id)).toBe(orderStatus.delivered);
    expect((await entitlementsOf(id)).map((row) => row.course_id)).toEqual([course.id]);
    expect(
      (await app.http('GET', '/home/courses', { as: buyer })).body.courses.map((row: { id: number }) => row.id),
    ).toEqual([course.id]);
    const { notify_count: count } = await app.ctx.db
      .selectFrom('pay_trades')
      .select('notify_count')
      .where('trade_no', '=', tradeNo)
      .executeTakeFirstOrThrow();
    expect(count).toBe(8);
  });

  it('reuses the pending order of the product', async () => {
    const { id, buyer, product } = await order();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } }),
      ),
    );
    expect(new Set(answers.map(({ body, status }) => `${body.id} ${status}`))).toEqual(new Set([`${id} 200`]));
  });

  it('delivers a free product at once, and refuses beyond the limit', async () => {
    const { id, buyer, product, status } = await order({ sale_price: 0, list_price: 0, per_member_limit: 1 });
    expect(status).toBe(orderStatus.delivered);
    expect(await entitlementsOf(id)).toHaveLength(1);
    const again = await app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } });
    expect([again.status, again.body.code]).toEqual([409, 'order.member_limit']);
  });

  it('keeps everybody to their own orders', async () => {
    const { id } = await order();
    const other = await app.person.member();
    for (const [method, path, body] of [
      ['GET', `/home/pay-orders/${id}`],
      ['POST', `/home/pay-orders/${id}/pay`, { channel: 'sandbox' }],
      ['PUT', `/home/pay-orders/${id}`, { action: 'cancel' }],
    ] as const) {
      expect((await app.http(method, path, { as: other, ...(body ? { body } : {}) })).status, path).toBe(404);
    }
  });
});

describe('notices', () => {
  it('believes no signature but the channel’s, and none that is old', async () => {
    const { id, buyer } = await order();
    const tradeNo = await pay(id, buyer);
    await bank().pay(tradeNo);
    const good = await bank().notice(tradeNo);
    const forged = { ...good, body: Buffer.from(good.body.toString().replace('9900', '1')) };
    expect((await receiveNotice(app.ctx, 'sandbox', forged)).status).toBe(401);
    const old = await bank().notice(tradeNo, new Date(app.ctx.clock().getTime() - 301_000));
    expect((await receiveNotice(app.ctx, 'sandbox', old)).status).toBe(401);
    expect((await app.http('POST', '/open/pay-order/notify/nobody', { body: {} })).status).toBe(404);
    expect(await statusOf(id)).toBe(orderStatus.pending);
  });

  it('does not deliver an amount that differs, and writes it down', async () => {
    const { id, buyer } = await order();
    const tradeNo = await pay(id, buyer);
    await app.ctx.db.updateTable('sandbox_trades').set({ amount: 1 }).where('trade_no', '=', tradeNo).execute();
    await bank().pay(tradeNo);
    await notify(tradeNo);
    expect(await statusOf(id)).toBe(orderStatus.pending);
    const story = (await app.http('GET', `/admin/pay-orders/${id}/story`, { as: admin })).body;
    expect(story.history.at(-1)).toMatchObject({ action: 'note', remark: 'amount_mismatch 1' });
  });

  it('a payment whose notice was lost is found by asking', async () => {
    const { id, buyer } = await order();
    const tradeNo = await pay(id, buyer);
    expect(
      (await app.http('GET', '/home/pay-order/sync-notify/sandbox', { as: buyer, query: { out_trade_no: tradeNo } }))
        .body.status,
    ).toBe(orderStatus.pending);
    await app.http('POST', `/open/cashier/${tradeNo}`, { body: { action: 'pay_silently' } });
    expect(await statusOf(id)).toBe(orderStatus.pending);
    expect(
      (await app.http('GET', '/home/pay-order/sync-notify/sandbox', { as: buyer, query: { out_trade_no: tradeNo } }))
        .body,
    ).toMatchObject({ order_id: id, status: orderStatus.delivered });
  });
});

describe('closing', () => {
  it('a payment that comes while closing is not lost', async () => {
    const { id, buyer } = await order();
    const tradeNo = await pay(id, buyer);
    await bank().pay(tradeNo);
    expect(await closeOrder(app.ctx, id, { reason: 'expired' })).toBe(false);
    expect(await statusOf(id)).toBe(orderStatus.delivered);
  });

  it('after closing nothing can be paid; what is paid all the same is delivered while the price holds', async () => {
    const { id, buyer } = await order();
    const tradeNo = await pay(id, buyer);
    expect(
      (await app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'cancel' } })).body.status,
    ).toBe(orderStatus.closed);
    expect(await bank().pay(tradeNo)).toBe(false);
    await app.ctx.db.updateTable('sandbox_trades').set({ state: 'pending' }).where('trade_no', '=', tradeNo).execute();
    await bank().pay(tradeNo);
    await notify(tradeNo);
    expect(await statusOf(id)).toBe(orderStatus.delivered);
  });

  it('and goes back when the price is another by then', async () => {
    const { id, buyer, product } = await order();
    const tradeNo = await pay(id, buyer);
    await closeOrder(app.ctx, id, { reason: 'expired' });
    await app.ctx.db.updateTable('products').set({ status: productStatus.off }).where('id', '=', product.id).execute();
    await app.ctx.db
      .updateTable('sandbox_trades')
      .set({ state: 'paid', channel_trade_no: `SB${tradeNo}`, paid_at: app.ctx.clock() })
      .where('trade_no', '=', tradeNo)
      .execute();
    await notify(tradeNo);
    expect(await statusOf(id)).toBe(orderStatus.closed);
    const refund = await app.ctx.db
      .selectFrom('pay_refunds')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    await sendRefund(app.ctx, refund.id);
    const bankRow = await app.ctx.db
      .selectFrom('sandbox_trades')
      .select('refunded')
      .where('trade_no', '=', tradeNo)
      .executeTakeFirstOrThrow();
    expect([bankRow.refunded, await entitlementsOf(id)]).toEqual([9900, []]);
  });
});

describe('money back', () => {
  async function bought(options: Record<string, unknown> = {}) {
    const placed = await order(options);
    const tradeNo = await pay(placed.id, placed.buyer);
    await app.http('POST', `/open/cashier/${tradeNo}`, { body: { action: 'pay_twice' } });
    return { ...placed, tradeNo };
  }

  it('shows in the dry run what was paid and what is taken away, and reports a too large amount at its field; the corrected one succeeds', async () => {
    const { id } = await bought();
    const refund = (body: object, key = 'refund-key-0001') =>
      app.http('PUT', '/admin/pay-orders/refund', {
        as: admin,
        body: { ids: [id], reason: '买错了', ...body },
        headers: { 'x-idempotency-key': key },
      });
    const dryRun = (await refund({ amount: 9900, dry_run: true })).body;
    expect(dryRun.offered).toBe(1);
    expect(dryRun.context[0]).toMatch(/^[^{}]+购买了“[^{}]+”，实付 ¥/);
    expect(dryRun.notes[0]).toContain('¥99.00');
    const much = await refund({ amount: 9_999_900 });
    expect([much.status, much.body.code, Object.keys(much.body.errors)]).toEqual([
      422,
      'order.refund_amount',
      ['amount'],
    ]);
    const refundState = async (): Promise<unknown> =>
      (await app.http('GET', `/admin/pay-orders/${id}`, { as: admin })).body.row.refund_state;
    expect(await refundState()).toBeNull();
    expect((await refund({ amount: 9800 }, 'refund-key-0002')).body.changed).toBe(1);
    expect(await statusOf(id)).toBe(orderStatus.refunding);
    expect(await refundState()).toBe('processing');
    expect(
      (
        await app.http('PUT', '/admin/pay-orders/close', {
          as: admin,
          body: { ids: [id], reason: '不该出现', dry_run: true },
        })
      ).body.offered,
    ).toBe(0);
  });

  it('is requested by the buyer, approved by the school, and revokes the access', async () => {
    const { id, buyer, tradeNo } = await bought();
    expect((await app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'refund' } })).status).toBe(
      422,
    );
    for (let time = 0; time < 2; time += 1) {
      expect(
        (await app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'refund', reason: '买错了' } }))
          .body.status,
      ).toBe(orderStatus.refunding);
    }
    expect(
      (await app.http('PUT', '/admin/pay-orders/refund', { as: admin, body: { ids: [id], reason: '同意' } })).body
        .changed,
    ).toBe(1);
    const refund = await app.ctx.db
      .selectFrom('pay_refunds')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    await Promise.all([sendRefund(app.ctx, refund.id), sendRefund(app.ctx, refund.id)]);
    const row = await app.ctx.db
      .selectFrom('pay_orders')
      .select(['status', 'refund_amount'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: orderStatus.refunded, refund_amount: 9900 });
    expect((await entitlementsOf(id)).every((one) => one.revoked_at !== null)).toBe(true);
    expect(await deliverOrder(app.ctx, id)).toBe('unchanged');
    expect((await app.http('GET', `/home/pay-orders/${id}`, { as: buyer })).body.order).toMatchObject({
      can_refund: false,
      refund_amount: 9900,
    });
    await notify(tradeNo);
    expect(await statusOf(id)).toBe(orderStatus.refunded);
  });

  it('is declined with a reason the buyer reads, and the access stays', async () => {
    const { id, buyer } = await bought();
    await app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'refund', reason: '不想学了' } });
    await app.http('PUT', '/admin/pay-orders/decline-refund', {
      as: admin,
      body: { ids: [id], reason: '已学完大部分内容' },
    });
    expect((await app.http('GET', `/home/pay-orders/${id}`, { as: buyer })).body.order).toMatchObject({
      status: orderStatus.delivered,
      refund_answer: '已学完大部分内容',
    });
    expect((await entitlementsOf(id))[0]?.revoked_at).toBeNull();
  });

  const change = (id: number, buyer: Member, action: string) =>
    app.http('PUT', `/home/pay-orders/${id}`, {
      as: buyer,
      body: { action, ...(action === 'refund' ? { reason: '买错了' } : {}) },
    });
  const readOrder = async (id: number, buyer: Member) =>
    (await app.http('GET', `/home/pay-orders/${id}`, { as: buyer })).body.order;

  it('keeps the courses open while requested and sent, and revokes them when refunded', async () => {
    const { id, buyer, course } = await bought();
    const isOpen = async () =>
      (await app.http('GET', `/home/courses/${course.id}`, { as: buyer })).body.access.state === 'owned';
    await change(id, buyer, 'refund');
    expect(await isOpen()).toBe(true);
    await app.http('PUT', '/admin/pay-orders/refund', { as: admin, body: { ids: [id], reason: '同意' } });
    expect([await isOpen(), (await readOrder(id, buyer)).can_withdraw]).toEqual([true, false]);
    const refund = await app.ctx.db
      .selectFrom('pay_refunds')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    await sendRefund(app.ctx, refund.id);
    expect(await isOpen()).toBe(false);
  });

  it('is withdrawn by its buyer while pending, and may be requested again', async () => {
    const { id, buyer } = await bought();
    expect((await change(id, buyer, 'withdraw')).body.code).toBe('order.state');
    for (let round = 0; round < 2; round += 1) {
      await change(id, buyer, 'refund');
      expect(await readOrder(id, buyer)).toMatchObject({
        status: orderStatus.refunding,
        can_withdraw: true,
        can_refund: false,
      });
      // Pressed twice it is the same answer.
      for (let time = 0; time < 2; time += 1)
        expect((await change(id, buyer, 'withdraw')).body.status).toBe(orderStatus.delivered);
      expect(await readOrder(id, buyer)).toMatchObject({
        status: orderStatus.delivered,
        can_withdraw: false,
        can_refund: true,
        refund_reason: '',
      });
    }
    const stranger = await app.person.member();
    await change(id, buyer, 'refund');
    expect((await change(id, stranger, 'withdraw')).status).toBe(404);
    expect(
      (await app.http('PUT', '/admin/pay-orders/decline-refund', { as: admin, body: { ids: [id], reason: '已学完' } }))
        .body.changed,
    ).toBe(1);
    expect((await change(id, buyer, 'withdraw')).body.code).toBe('order.state');
    const story = (await app.http('GET', `/admin/pay-orders/${id}/story`, { as: admin })).body;
    expect(story.history.map(({ action }: { action: string }) => action)).toEqual([
      'pay',
      'deliver',
      'ask_refund',
      'withdraw_refund',
      'ask_refund',
      'withdraw_refund',
      'ask_refund',
      'decline_refund',
    ]);
    expect(story.refunds.map(({ status }: { status: number }) => status)).toEqual([6, 6, 5]);
  });

  it.each(['refund', 'decline-refund'])(
    'is either withdrawn or decided (%s) when both happen at once',
    async (decision) => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { id, buyer } = await bought();
          await change(id, buyer, 'refund');
          return { id, buyer };
        }),
      );
      for (const { id, buyer } of responses) {
        const [withdrawn, decided] = await Promise.all([
          change(id, buyer, 'withdraw'),
          app.http('PUT', `/admin/pay-orders/${decision}`, { as: admin, body: { ids: [id], reason: '已处理' } }),
        ]);
        const refunds = await app.ctx.db
          .selectFrom('pay_refunds')
          .select('status')
          .where('order_id', '=', id)
          .orderBy('id')
          .execute();
        const isWithdrawn = withdrawn.status === 200;
        // Withdrawn first, a school that gives it all the same begins a refund of its own.
        const after = decided.body.changed === 1 ? (decision === 'refund' ? [6, 2] : [5]) : [6];
        expect(refunds.map(({ status }) => status)).toEqual(isWithdrawn ? after : [decision === 'refund' ? 2 : 5]);
        expect(await statusOf(id)).toBe(refunds.at(-1)?.status === 2 ? orderStatus.refunding : orderStatus.delivered);
      }
    },
  );

  it('still counts towards the product’s limit while a refund is requested', async () => {
    const { id, buyer, product } = await bought({ per_member_limit: 1 });
    await change(id, buyer, 'refund');
    expect(
      (await app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } })).body.code,
    ).toBe('order.member_limit');
  });

  it('shows the school in the dry run how much was learned, and how much of it since the request', async () => {
    const { course, lessons } = await buildCourse(app.ctx);
    const { id, buyer } = await bought({ course_ids: [course.id] });
    const learned = async (lessonId: number) =>
      app.ctx.db
        .insertInto('learning_records')
        .values({
          member_id: buyer.member_id,
          course_id: course.id,
          lesson_id: lessonId,
          study_sec: 600,
          completed_at: app.ctx.clock(),
        })
        .execute();
    await learned(lessons[0]?.id ?? 0);
    const context = async () =>
      (
        await app.http('PUT', '/admin/pay-orders/refund', {
          as: admin,
          body: { ids: [id], reason: '同意', dry_run: true },
        })
      ).body.context.join('');
    expect(await context()).toContain('已学完 1/4 课时。');
    await change(id, buyer, 'refund');
    expect(await context()).toContain('已学完 1/4 课时，其中申请退款后 0 课时');
  });

  it('shows the school in the dry run how much AI time is revoked, and revokes exactly that', async () => {
    const { id, buyer } = await bought({ type: 3, ai_seconds: 1800 });
    const balance = (seconds: number) => setSeconds(app.ctx, buyer.member_id, seconds);
    const refund = async (language: string, body: object = { dry_run: true }) =>
      (
        await app.http('PUT', '/admin/pay-orders/refund', {
          as: admin,
          body: { ids: [id], reason: '同意', ...body },
          headers: { language },
        })
      ).body;
    const last = async (language = 'zh-CN') => (await refund(language)).notes.at(-1);
    await balance(2400);
    expect([await last(), await last('en')]).toEqual([
      '同时收回这笔订单开通的 AI 外教时长 30 分钟，学员还剩 10 分钟。',
      'So are the 30 min with the AI teacher it gave; the learner keeps 10 min.',
    ]);
    await balance(0);
    expect(await last()).toContain('已用完');
    await balance(720);
    expect(await last()).toBe('这笔订单开通了 AI 外教时长 30 分钟，学员只剩 12 分钟，将全部收回。');
    await refund('zh-CN', {});
    const [{ id: refundId }] = (await app.ctx.db
      .selectFrom('pay_refunds')
      .select('id')
      .where('order_id', '=', id)
      .execute()) as [{ id: number }];
    await sendRefund(app.ctx, refundId);
    expect(
      await app.ctx.db
        .selectFrom('members')
        .select('ai_seconds_left')
        .where('id', '=', buyer.member_id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ ai_seconds_left: 0 });
    expect(
      await app.ctx.db
        .selectFrom('ai_second_logs')
        .select(['type', 'delta'])
        .where('member_id', '=', buyer.member_id)
        .where('ref_type', '=', 'order')
        .orderBy('id')
        .execute(),
    ).toEqual([
      { type: secondsType.order, delta: 1800 },
      { type: secondsType.order_refunded, delta: -720 },
    ]);
    const courses = await bought();
    expect(
      (
        await app.http('PUT', '/admin/pay-orders/refund', {
          as: admin,
          body: { ids: [courses.id], reason: '同意', dry_run: true },
        })
      ).body.notes.join(''),
    ).not.toContain('AI');
  });

  it('adds up in the reconciliation', async () => {
    const { id } = await bought();
    const today = new Date(app.ctx.clock().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const { body } = await app.http('GET', '/admin/pay-orders/reconcile', {
      as: admin,
      query: { from: today, to: today },
    });
    expect(body.days[0]).toMatchObject({ day: today, channel: 'sandbox' });
    expect(body.odd.map((row: { id: number }) => row.id)).not.toContain(id);
    await app.ctx.db.updateTable('pay_trades').set({ status: 3 }).where('order_id', '=', id).execute();
    const after = (
      await app.http('GET', '/admin/pay-orders/reconcile', { as: admin, query: { from: today, to: today } })
    ).body;
    expect(after.odd.find((row: { id: number }) => row.id === id)).toMatchObject({ why: 'not_paid' });
  });
});
