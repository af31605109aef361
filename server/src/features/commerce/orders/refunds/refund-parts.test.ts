import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderStatus, refundStatus, tradeStatus } from '@kaike/shared/domain/commerce/order-status';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { endAfterDays } from '@kaike/shared/domain/commerce/term';
import type { SettingKey } from '../../../../core/settings/settings.ts';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../../test/app.ts';
import { buildCourse, buildProduct } from '../../../../../test/factories.ts';
import { alipaySettings, startAlipay, type AlipayFake } from '../../../../../test/fakes/alipay.ts';
import { startWechatPay, wechatPaySettings, type WechatPayFake } from '../../../../../test/fakes/wechat-pay.ts';
import { sendRefund } from '../public.ts';

let app: TestApp;
let admin: AdminPerson;
let wechat: WechatPayFake;
let alipay: AlipayFake;

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com', expose_local_codes: true } });
  admin = await app.person.admin();
  [wechat, alipay] = await Promise.all([startWechatPay(app.clock.now), startAlipay(app.clock.now)]);
  const settings = {
    ...wechatPaySettings,
    ...alipaySettings,
    wxpay_base: wechat.base,
    alipay_gateway: `${alipay.base}/gateway.do`,
  };
  for (const [key, value] of Object.entries(settings)) await app.setting(key as SettingKey, value);
});
afterAll(async () => {
  await Promise.all([wechat.close(), alipay.close()]);
  await app.close();
});
afterEach(() => {
  wechat.set({ trouble: 'none', refund_as: 'SUCCESS' });
  alipay.set({ trouble: 'none', refund_as: 'done' });
});

type Channel = 'wechat' | 'alipay' | 'sandbox';
const price = 1990;

/** A delivered order of 19.90, paid at the channel. */
async function buy(channel: Channel, options: { buyer?: MemberPerson; course?: { id: number } } = {}) {
  const buyer = options.buyer ?? (await app.person.member({ activated: false }));
  const { course } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const product = await buildProduct(app.ctx, {
    sale_price: price,
    list_price: price,
    term_mode: 1,
    term_value: 30,
    course_ids: [options.course?.id ?? course.id],
  });
  const { id } = (await app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } })).body;
  const { body } = await app.http('POST', `/home/pay-orders/${id}/pay`, { as: buyer, body: { channel } });
  if (channel === 'wechat') wechat.pay(body.trade_no);
  if (channel === 'alipay') {
    alipay.visit(body.url);
    alipay.pay(body.trade_no);
  }
  if (channel === 'sandbox') await app.ctx.adapters.pay.sandbox?.pay(body.trade_no);
  await app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'check' } });
  return { id: Number(id), buyer, course: options.course ?? course, trade_no: String(body.trade_no) };
}

const give = (id: number, body: object = {}, as = admin) =>
  app.http('PUT', '/admin/pay-orders/refund', { as, body: { ids: [id], reason: '补偿', ...body } });
const refundsOf = (id: number) =>
  app.ctx.db.selectFrom('pay_refunds').selectAll().where('order_id', '=', id).orderBy('id').execute();
const orderOf = (id: number) =>
  app.ctx.db
    .selectFrom('pay_orders')
    .select(['status', 'refund_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const send = async (id: number): Promise<void> => {
  for (const one of await refundsOf(id)) if (one.status === refundStatus.processing) await sendRefund(app.ctx, one.id);
};
async function back(id: number, body: object): Promise<void> {
  expect((await give(id, body)).body).toMatchObject({ changed: 1 });
  await send(id);
}
const shown = async ({ id, buyer }: { id: number; buyer: MemberPerson }) =>
  (await app.http('GET', `/home/pay-orders/${id}`, { as: buyer })).body.order;
const isOpen = async ({ course, buyer }: { course: { id: number }; buyer: MemberPerson }) =>
  (await app.http('GET', `/home/courses/${course.id}`, { as: buyer })).body.access.state === 'owned';

describe.each(['wechat', 'alipay', 'sandbox'] as const)('parts by %s', (channel) => {
  it('any number of parts go back up to what was paid, and the courses stay until the last', async () => {
    const one = await buy(channel);
    for (const amount of [600, 1, 389]) await back(one.id, { amount });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 990 });
    expect(await isOpen(one)).toBe(true);
    const much = await give(one.id, { amount: 1001 });
    expect([much.status, much.body.code, much.body.message, Object.keys(much.body.errors)]).toEqual([
      422,
      'order.refund_amount',
      '退款金额不能超过还可退的 ¥10.00。',
      ['amount'],
    ]);
    const { row } = (await app.http('GET', `/admin/pay-orders/${one.id}`, { as: admin })).body;
    expect(row).toMatchObject({ refund_state: 'part', refund_rest: 1000, is_refundable: true });
    // Without an amount all that is left.
    await back(one.id, {});
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: price });
    expect([await isOpen(one), (await shown(one)).refunds.map(({ amount }: { amount: number }) => amount)]).toEqual([
      false,
      [600, 1, 389, 1000],
    ]);
    const parts = await refundsOf(one.id);
    expect(new Set(parts.map(({ refund_no: no }) => no)).size).toBe(4);
    expect((await give(one.id)).body.code).toBe('order.state');
    expect((await give(one.id, { amount: 1 })).body.code).toBe('order.refund_amount');
    const trade = await app.ctx.db
      .selectFrom('pay_trades')
      .select('status')
      .where('order_id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(trade.status).toBe(tradeStatus.refunded);
    const books = {
      wechat: () =>
        [...wechat.refunds.values()].filter((r) => r.out_trade_no === one.trade_no).map((r) => r.amount.refund),
      alipay: () => parts.map(({ refund_no: no }) => Math.round(Number(alipay.refunds.get(no)) * 100)),
      sandbox: () => parts.map(({ amount }) => amount),
    }[channel]();
    expect(books).toEqual([600, 1, 389, 1000]);
  });

  it('a part may take the courses away, and the rest can still go back', async () => {
    const one = await buy(channel);
    await back(one.id, { amount: 500, access: 'revoke' });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: 500 });
    expect(await isOpen(one)).toBe(false);
    await back(one.id, { amount: 90 });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: 590 });
    await back(one.id, {});
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: price });
  });
});

describe('parts under races', () => {
  it('of two administrators and the buyer at once never add up to more than was paid', async () => {
    const other = await app.person.admin();
    for (let round = 0; round < 4; round += 1) {
      const one = await buy('sandbox');
      const answers = await Promise.all([
        give(one.id, { amount: 1500 }),
        give(one.id, { amount: 1500 }, other),
        give(one.id, { amount: 1500, manual: true }, other),
        app.http('PUT', `/home/pay-orders/${one.id}`, { as: one.buyer, body: { action: 'refund', reason: '买错了' } }),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await send(one.id);
      const sum = (await refundsOf(one.id)).reduce(
        (total, { status, amount }) =>
          total + (status === refundStatus.done || status === refundStatus.processing ? amount : 0),
        0,
      );
      expect(sum).toBe(1500);
      expect((await orderOf(one.id)).refund_amount).toBe(1500);
    }
  });

  it('a part that waits for its channel is neither sent twice nor followed by another, and counts once', async () => {
    const one = await buy('wechat');
    await back(one.id, { amount: 100 });
    wechat.set({ refund_as: 'PROCESSING' });
    await give(one.id, { amount: 600 });
    const part = (await refundsOf(one.id)).at(-1);
    for (const _time of [1, 2]) await expect(sendRefund(app.ctx, part?.id ?? 0)).rejects.toThrow('refund_processing');
    expect((await give(one.id, { amount: 600 })).body.code).toBe('order.refund_sent');
    expect((await give(one.id, { amount: 600, manual: true })).body.code).toBe('order.refund_sent');
    expect((await shown(one)).refunds.map(({ state }: { state: string }) => state)).toEqual(['done', 'processing']);
    Object.assign(wechat.refunds.get(part?.refund_no ?? '') ?? {}, { status: 'SUCCESS' });
    const notice = wechat.notice({ refund_no: part?.refund_no ?? '' });
    const notify = () => app.http('POST', '/open/pay-order/notify/wechat', { base: '/api', ...notice });
    await Promise.all([notify(), notify(), sendRefund(app.ctx, part?.id ?? 0)]);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 700 });
  });

  it('a notice may come before the answer, and an answer may be lost', async () => {
    const one = await buy('wechat');
    await give(one.id, { amount: 600 });
    const part = (await refundsOf(one.id)).at(-1);
    wechat.set({ trouble: 'hang_up' });
    await expect(sendRefund(app.ctx, part?.id ?? 0)).rejects.toThrow('unavailable');
    wechat.set({ trouble: 'none' });
    wechat.refunds.set(part?.refund_no ?? '', {
      out_refund_no: part?.refund_no ?? '',
      out_trade_no: one.trade_no,
      refund_id: '1',
      status: 'SUCCESS',
      amount: { refund: 600, total: price },
    });
    const notice = wechat.notice({ refund_no: part?.refund_no ?? '' });
    await app.http('POST', '/open/pay-order/notify/wechat', { base: '/api', ...notice });
    await sendRefund(app.ctx, part?.id ?? 0);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 600 });
  });

  it('a part the channel refuses is free again, and one that arrives after all counts, too', async () => {
    const one = await buy('wechat');
    wechat.set({ refund_as: 'NOT_ENOUGH' });
    await give(one.id, { amount: 1500 });
    await send(one.id);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunding, refund_amount: 0 });
    const refused = (await refundsOf(one.id)).at(-1);
    wechat.set({ refund_as: 'SUCCESS' });
    await back(one.id, { amount: 400 });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 400 });
    wechat.refunds.set(refused?.refund_no ?? '', {
      out_refund_no: refused?.refund_no ?? '',
      out_trade_no: one.trade_no,
      refund_id: '2',
      status: 'SUCCESS',
      amount: { refund: 1500, total: price },
    });
    const notice = wechat.notice({ refund_no: refused?.refund_no ?? '' });
    await app.http('POST', '/open/pay-order/notify/wechat', { base: '/api', ...notice });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 1900 });
    expect((await give(one.id, { amount: 91 })).body.code).toBe('order.refund_amount');
    await back(one.id, { amount: 90 });
    expect((await orderOf(one.id)).status).toBe(orderStatus.refunded);
  });
});

describe('what the school decides', () => {
  it('all may go back while the courses stay, and the learner sees both', async () => {
    const one = await buy('alipay');
    await back(one.id, { access: 'keep' });
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: price });
    expect(await isOpen(one)).toBe(true);
    expect((await shown(one)).courses).toMatchObject([{ id: one.course.id, is_open: true }]);
  });

  it('a request is granted in part, and the buyer may ask for the rest', async () => {
    const one = await buy('alipay');
    const ask = () =>
      app.http('PUT', `/home/pay-orders/${one.id}`, { as: one.buyer, body: { action: 'refund', reason: '买错了' } });
    await ask();
    await back(one.id, { amount: 990 });
    expect(await shown(one)).toMatchObject({ status: orderStatus.delivered, refund_amount: 990, can_refund: true });
    await ask();
    expect((await refundsOf(one.id)).map(({ amount, status }) => [amount, status])).toEqual([
      [990, refundStatus.done],
      [1000, refundStatus.requested],
    ]);
    expect(
      (
        await app.http('PUT', '/admin/pay-orders/decline-refund', {
          as: admin,
          body: { ids: [one.id], reason: '已学完' },
        })
      ).body.changed,
    ).toBe(1);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 990 });
  });

  it('by hand it is noted at once, asks no channel, and closes a request; what has no payment can go back by hand only', async () => {
    const one = await buy('wechat');
    await app.http('PUT', `/home/pay-orders/${one.id}`, {
      as: one.buyer,
      body: { action: 'refund', reason: '买错了' },
    });
    const calls = wechat.requests.length;
    expect((await give(one.id, { amount: 700, manual: true })).body.changed).toBe(1);
    expect(wechat.requests.length).toBe(calls);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.delivered, refund_amount: 700 });
    expect((await shown(one)).refunds).toMatchObject([{ amount: 700, state: 'done', manual: true }]);
    await back(one.id, { amount: 90 });
    const { refunds } = (await app.http('GET', `/admin/pay-orders/${one.id}/story`, { as: admin })).body;
    expect(refunds).toMatchObject([
      { amount: 700, manual: true, access: 'auto', operator: expect.any(String) },
      { amount: 90, manual: false, channel_refund_no: expect.any(String) },
    ]);
    const today = dayOf(app.clock.now());
    const { days } = (
      await app.http('GET', '/admin/pay-orders/reconcile', { as: admin, query: { from: today, to: today } })
    ).body;
    expect(days.find(({ channel }: { channel: string }) => channel === 'wechat')).toMatchObject({
      manual_refund_amount: 700,
      difference: 0,
    });
    await app.ctx.db.updateTable('pay_trades').set({ status: 3 }).where('order_id', '=', one.id).execute();
    expect((await give(one.id, { amount: 100 })).body.code).toBe('order.refund_manual');
    expect((await give(one.id, { manual: true })).body.changed).toBe(1);
    expect(await orderOf(one.id)).toEqual({ status: orderStatus.refunded, refund_amount: price });
  });

  it('the dry run says what is left, which courses end and what follows them then, and does just that', async () => {
    const one = await buy('sandbox');
    const { title } = await app.ctx.db
      .selectFrom('courses')
      .select('title')
      .where('id', '=', one.course.id)
      .executeTakeFirstOrThrow();
    const next = await buy('sandbox', { buyer: one.buyer, course: one.course });
    await back(one.id, { amount: 90 });
    const dryRun = async (body: object) => (await give(one.id, { dry_run: true, ...body })).body;
    const part = await dryRun({ amount: 900 });
    expect(part.context[1]).toBe('此前已退 ¥0.90，还可退 ¥19.00。');
    expect(part.notes).toEqual(['将退回 ¥9.00，之后还可退 ¥10.00。', '已开通的课程保留，可以继续学习。']);
    expect((await dryRun({ amount: 1901 })).notes).toEqual(['退款金额不能超过还可退的 ¥19.00。']);
    const day = dayOf(endAfterDays(app.clock.now(), 30));
    const { notes } = await dryRun({ amount: 1900, manual: true });
    expect(notes).toEqual([
      '将退回 ¥19.00，全部退完。',
      '只记录这笔线下退款，支付渠道不会退款。',
      `退款到账后，收回这笔订单开通的“${title}”；学习记录保留。`,
      `“${title}”之后的权益提前到现在开始，学到 ${day}。`,
    ]);
    await give(one.id, { amount: 1900, manual: true });
    expect(await isOpen(one)).toBe(true);
    const [course] = (await shown(next)).courses;
    expect([dayOf(new Date(course.end_at)), course.is_open]).toEqual([day, true]);
  });

  it('a webhook learns of each part, and the list filters by how much went back', async () => {
    const one = await buy('sandbox');
    const { id: webhookId } = (
      await app.http('POST', '/admin/webhooks', {
        as: admin,
        body: { name: '收件', url: 'https://8.8.8.8/hook', sends_orders: true },
      })
    ).body;
    await back(one.id, { amount: 90 });
    const messages = await app.ctx.db
      .selectFrom('webhook_messages')
      .select('body')
      .where('webhook_id', '=', webhookId)
      .where('event', '=', 'order.partly_refunded')
      .execute();
    expect(messages.map(({ body }) => JSON.parse(body))).toMatchObject([
      { data: { order_id: one.id, payable: price, refund_amount: 90 } },
    ]);
    const { data } = (
      await app.http('GET', '/admin/pay-orders/list', {
        as: admin,
        query: { 'where[refund_amount][0]': '90', 'where[refund_amount][1]': '90' },
      })
    ).body;
    expect(data.map(({ id }: { id: number }) => id)).toContain(one.id);
  });
});
