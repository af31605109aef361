import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { orderStatus, refundStatus } from '@kaike/shared/domain/commerce/order-status';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildProduct } from '../../../../test/factories.ts';
import { alipaySettings, startAlipay, type AlipayFake } from '../../../../test/fakes/alipay.ts';
import { platformCertificates } from '../../../../test/fakes/pay/wechat-certificates.ts';
import {
  startWechatPay,
  wechatPaySettings,
  type Change,
  type WechatPayFake,
} from '../../../../test/fakes/wechat-pay.ts';
import { checkPayment, closeOrder, queryOrder, sendRefund } from './public.ts';
import { createRefund } from './refunds/refund-order.ts';

let app: TestApp;
let wechat: WechatPayFake;
let alipay: AlipayFake;

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile Safari/604.1',
  messenger: 'Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50',
} as const;

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com', expose_local_codes: true } });
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
  const refused = [...wechat.refused, ...alipay.refused];
  if (refused.length > 0) throw new Error(`a channel refused a request of ours: ${refused.join(', ')}`);
});

type Device = keyof typeof agents;
type Member = Awaited<ReturnType<TestApp['person']['member']>>;
type Placed = { id: number; buyer: Member };

const statusOf = async (id: number) =>
  (await app.ctx.db.selectFrom('pay_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const noteOf = async (id: number) =>
  (
    await app.ctx.db
      .selectFrom('pay_order_logs')
      .select('remark')
      .where('order_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).remark;

async function order(): Promise<Placed> {
  const buyer = await app.person.member();
  const { course } = await buildCourse(app.ctx);
  const product = await buildProduct(app.ctx, { sale_price: 19_900, list_price: 19_900, course_ids: [course.id] });
  const { body } = await app.http('POST', '/home/pay-orders', { as: buyer, body: { product_id: product.id } });
  return { id: body.id, buyer };
}
const press = ({ id, buyer }: Placed, channel: string, device: Device = 'desktop'): Promise<Reply> =>
  app.http('POST', `/home/pay-orders/${id}/pay`, {
    as: buyer,
    body: { channel },
    headers: { 'user-agent': agents[device] },
  });

async function payWechat(): Promise<Placed & { trade_no: string }> {
  const placed = await order();
  const { body } = await press(placed, 'wechat');
  wechat.pay(body.trade_no);
  return { ...placed, trade_no: body.trade_no };
}
async function payAlipay(): Promise<Placed & { trade_no: string }> {
  const placed = await order();
  const { body } = await press(placed, 'alipay');
  alipay.visit(body.url);
  alipay.pay(body.trade_no);
  return { ...placed, trade_no: body.trade_no };
}
const notifyWechat = (about: { trade_no: string } | { refund_no: string }, change?: Change): Promise<Reply> => {
  const { headers, body } = wechat.notice(about, change);
  return app.http('POST', '/open/pay-order/notify/wechat', { base: '/api', headers, body });
};
const notifyAlipay = (tradeNo: string, change?: Record<string, string>): Promise<Reply> =>
  app.http('POST', '/open/pay-order/notify/alipay', {
    base: '/api',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: alipay.notice(tradeNo, change),
  });

async function refundOf(id: number): Promise<{ id: number; refund_no: string; status: number }> {
  await app.ctx.db.updateTable('pay_orders').set({ delivered_at: app.ctx.clock() }).where('id', '=', id).execute();
  const admin = await app.person.admin();
  expect(
    (await app.http('PUT', '/admin/pay-orders/refund', { as: admin, body: { ids: [id], reason: '同意退款' } })).body
      .changed,
  ).toBe(1);
  return app.ctx.db
    .selectFrom('pay_refunds')
    .select(['id', 'refund_no', 'status'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
}
const refundStatusOf = async (id: number) =>
  (await app.ctx.db.selectFrom('pay_refunds').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

describe('opening a payment', () => {
  it('gives a code at a desk, a page on a phone, and the same again when pressed twice', async () => {
    const placed = await order();
    const [first, second] = [await press(placed, 'wechat'), await press(placed, 'wechat')];
    expect(first.body).toMatchObject({ kind: 'qr', url: expect.stringContaining('weixin://') });
    expect(second.body.trade_no).toBe(first.body.trade_no);
    const phone = await press(placed, 'wechat', 'phone');
    expect(phone.body.kind).toBe('redirect');
    expect(phone.body.trade_no).not.toBe(first.body.trade_no);
    expect(new URL(phone.body.url).searchParams.get('redirect_url')).toBe(
      `https://kaike.example.com/home/pay-orders/${placed.id}?back_from=wechat`,
    );
    expect(wechat.trades.get(first.body.trade_no)).toMatchObject({
      amount: { total: 19_900, currency: 'CNY' },
      kind: 'native',
    });
  });

  it('asks the messenger who the buyer is first, and then opens its cashier for exactly them', async () => {
    const placed = await order();
    const response = await press(placed, 'wechat', 'messenger');
    expect(response.body).toMatchObject({
      kind: 'redirect',
      trade_no: '',
      url: expect.stringContaining('/web-api/open/other-login/wechat?purpose=open_id'),
    });
    placed.buyer.cookies.set('Open-Id', 'oForged.AAAA');
    expect((await press(placed, 'wechat', 'messenger')).body.kind).toBe('redirect');
    const seal = app.ctx.secrets
      .hmac('wechat-open-id', `${wechatPaySettings.wechat_appid}.oBuyer`)
      .toString('base64url');
    placed.buyer.cookies.set('Open-Id', `oBuyer.${seal}`);
    const { body } = await press(placed, 'wechat', 'messenger');
    expect(body).toMatchObject({ kind: 'bridge', params: { appId: wechatPaySettings.wechat_appid, signType: 'RSA' } });
    expect(wechat.trades.get(body.trade_no)?.payer).toEqual({ openid: 'oBuyer' });
  });

  it('opens Alipay’s page at a desk and its other page on a phone, and nothing of it in the messenger', async () => {
    const placed = await order();
    const desk = new URL((await press(placed, 'alipay')).body.url);
    const phone = new URL((await press(placed, 'alipay', 'phone')).body.url);
    expect([desk.searchParams.get('method'), phone.searchParams.get('method')]).toEqual([
      'alipay.trade.page.pay',
      'alipay.trade.wap.pay',
    ]);
    expect(JSON.parse(desk.searchParams.get('biz_content') ?? '')).toMatchObject({
      total_amount: '199.00',
      product_code: 'FAST_INSTANT_TRADE_PAY',
    });
    expect(alipay.visit(desk.href).total_amount).toBe('199.00');
    expect((await press(placed, 'alipay', 'messenger')).body.code).toBe('pay.channel_off');
    const detail = (
      await app.http('GET', `/home/pay-orders/${placed.id}`, {
        as: placed.buyer,
        headers: { 'user-agent': agents.messenger },
      })
    ).body;
    expect([detail.channels, detail.elsewhere, detail.client]).toEqual([['wechat', 'sandbox'], ['alipay'], 'wechat']);
  });

  it.each(['hang_up', 'busy', 'html', 'half', 'truncated'] as const)(
    'says honestly that the channel failed: %s',
    async (trouble) => {
      const placed = await order();
      wechat.set({ trouble });
      const { status, body } = await press(placed, 'wechat');
      expect([status, body.code]).toEqual([502, 'pay.channel_failed']);
      wechat.set({ trouble: 'none' });
      expect((await press(placed, 'wechat')).body.kind).toBe('qr');
    },
  );
});

describe('notices of WeChat Pay', () => {
  it('deliver once, however often and concurrently they arrive', async () => {
    const { id, trade_no } = await payWechat();
    const notice = wechat.notice({ trade_no });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.http('POST', '/open/pay-order/notify/wechat', { base: '/api', ...notice })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 204));
    expect((await notifyWechat({ trade_no })).status).toBe(204);
    expect(await statusOf(id)).toBe(orderStatus.delivered);
    expect(
      await app.ctx.db
        .selectFrom('entitlements')
        .select('id')
        .where('source_type', '=', 'order')
        .where('source_id', '=', id)
        .execute(),
    ).toHaveLength(1);
    const { notify_count } = await app.ctx.db
      .selectFrom('pay_trades')
      .select('notify_count')
      .where('trade_no', '=', trade_no)
      .executeTakeFirstOrThrow();
    expect(notify_count).toBe(2);
  });

  it('are refused when forged, old, of another merchant or sealed with another key', async () => {
    const { id, trade_no } = await payWechat();
    const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);
    const changes: [string, Change, number][] = [
      ['probe', { signature: 'WECHATPAY/SIGNTEST/dGVzdA==' }, 401],
      ['no key', { serial: 'PUB_KEY_ID_OTHER' }, 401],
      ['old', { at: minutes(-6) }, 401],
      ['early', { at: minutes(6) }, 401],
      ['merchant', { mchid: '1900000009' }, 403],
      ['app', { appid: 'wx0000000000000000' }, 403],
      ['seal', { v3_key: '0'.repeat(32) }, 401],
    ];
    for (const [name, change, status] of changes) {
      const answer = await notifyWechat({ trade_no }, change);
      expect([answer.status, answer.body.code], name).toEqual([status, 'FAIL']);
    }
    const { headers, body } = wechat.notice({ trade_no });
    expect(
      (
        await app.http('POST', '/open/pay-order/notify/wechat', {
          base: '/api',
          headers,
          body: body.replace('"summary":""', '"summary":"x"'),
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await app.http('POST', '/open/pay-order/notify/wechat', {
          base: '/api',
          headers: { 'content-type': 'application/json' },
          body: '{',
        })
      ).status,
    ).toBe(401);
    expect(await statusOf(id)).toBe(orderStatus.pending);
    expect((await notifyWechat({ trade_no })).status).toBe(204);
  });

  it('are verified by the key of their serial number, a certificate of any age or the public key', async () => {
    const { earlier, later } = platformCertificates;
    await app.setting('wxpay_platform_certs', `${earlier.certificate}${later.certificate}`);
    for (const signer of [earlier, later, undefined]) {
      const { id, trade_no } = await payWechat();
      const change = signer ? { signed_by: signer } : {};
      expect((await notifyWechat({ trade_no }, change)).status, signer?.serial).toBe(204);
      expect(await statusOf(id)).toBe(orderStatus.delivered);
    }
    const { trade_no } = await payWechat();
    const crossed = { signed_by: { serial: earlier.serial, key: later.key } };
    expect((await notifyWechat({ trade_no }, crossed)).status).toBe(401);
  });

  it('name the key that is missing, and the order is found by a query', async () => {
    const { earlier, later } = platformCertificates;
    const boss = await app.person.admin();
    const save = (certificates: string) => {
      app.clock.advance(1000);
      return app.http('PUT', '/admin/configs', { as: boss, body: { values: { wxpay_platform_certs: certificates } } });
    };
    expect((await save(earlier.certificate)).status).toBe(200);
    const readMissing = async () => ({
      failing: (await app.http('GET', '/admin/configs', { as: boss })).body.failing,
      todo: (await app.http('GET', '/admin/todo', { as: boss })).body.items
        .filter(({ key }: { key: string }) => key === 'pay_key_missing')
        .map(({ names }: { names: string[] }) => names),
    });
    const none = { failing: [], todo: [] };
    const { id, trade_no } = await payWechat();
    // Whoever does not know the merchant's API v3 key says nothing about WeChat Pay's keys.
    await notifyWechat({ trade_no }, { serial: 'STRANGER', v3_key: '0'.repeat(32) });
    expect(await readMissing()).toEqual(none);
    const warn = vi.spyOn(app.ctx.log, 'warn');
    const answer = await notifyWechat({ trade_no }, { signed_by: later });
    expect([answer.status, answer.body]).toEqual([401, { code: 'FAIL', message: 'pay.unknown_key' }]);
    expect(warn.mock.calls).toEqual([
      [{ channel: 'wechat', code: 'pay.unknown_key', serial: later.serial }, 'payment notice refused'],
    ]);
    warn.mockRestore();
    expect(await readMissing()).toEqual({
      failing: [{ test: 'payment.wechat', params: { serial: later.serial } }],
      todo: [[later.serial]],
    });
    expect(await statusOf(id)).toBe(orderStatus.pending);
    await queryOrder(app.ctx, id);
    expect(await statusOf(id)).toBe(orderStatus.delivered);
    expect((await save(`${earlier.certificate}${later.certificate}`)).status).toBe(200);
    expect((await notifyWechat({ trade_no }, { signed_by: later })).status).toBe(204);
    expect(await readMissing()).toEqual(none);
  });

  it('of another amount deliver nothing and are written down once', async () => {
    const { id, trade_no } = await payWechat();
    for (const _time of [1, 2])
      expect((await notifyWechat({ trade_no }, { total: 1, id: 'EV-wrong-amount' })).status).toBe(204);
    expect([await statusOf(id), await noteOf(id)]).toEqual([orderStatus.pending, 'amount_mismatch 1']);
    expect(
      await app.ctx.db
        .selectFrom('pay_order_logs')
        .select('id')
        .where('order_id', '=', id)
        .where('action', '=', 'note')
        .execute(),
    ).toHaveLength(1);
  });

  it('after closing are not lost, and of a second attempt go back', async () => {
    const placed = await order();
    const [desk, phone] = [
      (await press(placed, 'wechat')).body.trade_no,
      (await press(placed, 'wechat', 'phone')).body.trade_no,
    ];
    for (const tradeNo of [desk, phone]) wechat.pay(tradeNo);
    await notifyWechat({ trade_no: desk });
    await notifyWechat({ trade_no: phone });
    expect(await statusOf(placed.id)).toBe(orderStatus.delivered);
    const refund = await app.ctx.db
      .selectFrom('pay_refunds')
      .selectAll()
      .where('order_id', '=', placed.id)
      .executeTakeFirstOrThrow();
    await sendRefund(app.ctx, refund.id);
    expect([wechat.refunds.get(refund.refund_no)?.out_trade_no, await statusOf(placed.id)]).toEqual([
      phone,
      orderStatus.delivered,
    ]);
  });
});

describe('notices of Alipay', () => {
  it('deliver once and get the one word back', async () => {
    const { id, trade_no } = await payAlipay();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => notifyAlipay(trade_no, { notify_id: `same-${trade_no}` })),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 4 }, () => [200, 'success']),
    );
    expect(await statusOf(id)).toBe(orderStatus.delivered);
  });

  it('are refused when forged or somebody else’s', async () => {
    const { id, trade_no } = await payAlipay();
    for (const change of [
      { sign: 'AAAA' },
      { app_id: '2021000100000009' },
      { seller_id: '2088000000000009' },
      { out_trade_no: 'PO00000000000000000000T9' },
    ]) {
      const { status, text } = await notifyAlipay(trade_no, change);
      expect([status, text], JSON.stringify(change)).toEqual([200, 'fail']);
    }
    expect((await notifyAlipay(trade_no, { total_amount: '0.01' })).text).toBe('success');
    expect([await statusOf(id), await noteOf(id)]).toEqual([orderStatus.pending, 'amount_mismatch 1']);
  });

  it('may be in GBK, which is verified as it was sent and kept as Chinese', async () => {
    const { id, trade_no } = await payAlipay();
    const subject = Buffer.from('bfceb3ccbca4bbeebfa8', 'hex').toString('latin1');
    const forged = await notifyAlipay(trade_no, { charset: 'GBK', subject, sign: 'AAAA' });
    const unknown = await notifyAlipay(trade_no, { charset: 'x-unknown', subject });
    expect([forged.text, unknown.text, await statusOf(id)]).toEqual(['fail', 'fail', orderStatus.pending]);
    expect((await notifyAlipay(trade_no, { charset: 'GBK', subject })).text).toBe('success');
    expect(await statusOf(id)).toBe(orderStatus.delivered);
    const { raw } = await app.ctx.db
      .selectFrom('pay_trades')
      .select('raw')
      .where('trade_no', '=', trade_no)
      .executeTakeFirstOrThrow();
    expect(raw).toMatchObject({ charset: 'GBK', subject: '课程激活卡' });
  });

  it('name a character set that nobody knows in the log, and the order is found by a query', async () => {
    const { id, trade_no } = await payAlipay();
    const warn = vi.spyOn(app.ctx.log, 'warn');
    expect((await notifyAlipay(trade_no, { charset: 'x-unknown', subject: 'AI' })).text).toBe('fail');
    expect(warn.mock.calls).toEqual([
      [{ channel: 'alipay', code: 'pay.unknown_charset', charset: 'x-unknown' }, 'payment notice refused'],
    ]);
    warn.mockRestore();
    await queryOrder(app.ctx, id);
    expect(await statusOf(id)).toBe(orderStatus.delivered);
  });

  it('may arrive before the buyer returns, who sees the order delivered; a forged return is refused', async () => {
    const { id, buyer, trade_no } = await payAlipay();
    await notifyAlipay(trade_no);
    const query = Object.fromEntries(new URL(alipay.returnUrl(trade_no)).searchParams);
    expect((await app.http('GET', '/home/pay-order/sync-notify/alipay', { as: buyer, query })).body).toMatchObject({
      order_id: id,
      status: orderStatus.delivered,
    });
    const forged = await app.http('GET', '/home/pay-order/sync-notify/alipay', {
      as: buyer,
      query: { ...query, total_amount: '0.01' },
    });
    expect([forged.status, forged.body.code]).toEqual([401, 'pay.bad_signature']);
  });

  it('lost altogether are compensated by the buyer’s return, which queries the channel', async () => {
    const { id, buyer, trade_no } = await payAlipay();
    const query = Object.fromEntries(new URL(alipay.returnUrl(trade_no)).searchParams);
    expect(
      (await app.http('GET', '/home/pay-order/sync-notify/alipay', { as: await app.person.member(), query })).status,
    ).toBe(404);
    alipay.set({ trouble: 'html' });
    expect((await app.http('GET', '/home/pay-order/sync-notify/alipay', { as: buyer, query })).status).toBe(502);
    alipay.set({ trouble: 'none' });
    expect((await app.http('GET', '/home/pay-order/sync-notify/alipay', { as: buyer, query })).body).toMatchObject({
      order_id: id,
      status: orderStatus.delivered,
    });
  });
});

describe.each(['half', 'truncated'] as const)('half a response of Alipay (%s)', (trouble) => {
  it('to a query delivers nothing, is a clear error to the buyer, and loses no payment', async () => {
    const { id, buyer } = await payAlipay();
    const check = () => app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'check' } });
    alipay.set({ trouble });
    expect([(await check()).status, await statusOf(id)]).toEqual([trouble === 'half' ? 504 : 502, orderStatus.pending]);
    await expect(closeOrder(app.ctx, id, { reason: 'expired' })).rejects.toMatchObject({ name: 'AdapterError' });
    expect(await statusOf(id)).toBe(orderStatus.pending);
    alipay.set({ trouble: 'none' });
    expect((await check()).body.status).toBe(orderStatus.delivered);
  });

  it('to a refund that was made pays nothing twice: it is found under its own number', async () => {
    const { id, trade_no } = await payAlipay();
    await notifyAlipay(trade_no);
    const refund = await refundOf(id);
    alipay.set({ trouble });
    await expect(sendRefund(app.ctx, refund.id)).rejects.toMatchObject({ name: 'AdapterError' });
    expect([alipay.refunds.get(refund.refund_no), await statusOf(id)]).toEqual(['199.00', orderStatus.refunding]);
    alipay.set({ trouble: 'none' });
    await sendRefund(app.ctx, refund.id);
    expect([await statusOf(id), await refundStatusOf(refund.id)]).toEqual([orderStatus.refunded, 3]);
    const sent = alipay.requests
      .filter(({ url }) => url.searchParams.get('method') === 'alipay.trade.refund')
      .map(({ body }) => JSON.parse(new URLSearchParams(body).get('biz_content') ?? '{}').out_request_no)
      .filter((no) => no === refund.refund_no);
    expect(sent).toHaveLength(1);
  });
});

describe('asking the channels', () => {
  it('finds a payment whose notice never came, also after the channel was away', async () => {
    const { id, trade_no } = await payWechat();
    const { id: tradeId } = await app.ctx.db
      .selectFrom('pay_trades')
      .select('id')
      .where('trade_no', '=', trade_no)
      .executeTakeFirstOrThrow();
    wechat.set({ trouble: 'hang_up' });
    await expect(checkPayment(app.ctx, { trade_id: tradeId, round: 0 })).rejects.toThrow('unavailable');
    wechat.set({ trouble: 'none' });
    await checkPayment(app.ctx, { trade_id: tradeId, round: 0 });
    expect(await statusOf(id)).toBe(orderStatus.delivered);
  });

  it('answers a buyer who says that they have paid', async () => {
    const { id, buyer, trade_no } = await payAlipay();
    Object.assign(alipay.trades.get(trade_no) ?? {}, { status: 'WAIT_BUYER_PAY' });
    const check = () => app.http('PUT', `/home/pay-orders/${id}`, { as: buyer, body: { action: 'check' } });
    expect((await check()).body.status).toBe(orderStatus.pending);
    alipay.pay(trade_no);
    expect((await check()).body.status).toBe(orderStatus.delivered);
  });

  it('closes there before it closes here, and keeps what is paid in between', async () => {
    const unpaid = await order();
    const {
      body: { trade_no: closed },
    } = await press(unpaid, 'wechat');
    await press(unpaid, 'alipay');
    expect(await closeOrder(app.ctx, unpaid.id, { reason: 'expired' })).toBe(true);
    expect(wechat.trades.get(closed)?.state).toBe('CLOSED');
    const paid = await payAlipay();
    expect(await closeOrder(app.ctx, paid.id, { reason: 'expired' })).toBe(false);
    expect(await statusOf(paid.id)).toBe(orderStatus.delivered);
  });

  it('does not close what it cannot ask about', async () => {
    const placed = await order();
    await press(placed, 'wechat');
    wechat.set({ trouble: 'busy' });
    await expect(closeOrder(app.ctx, placed.id, { reason: 'expired' })).rejects.toThrow('unavailable');
    expect(await statusOf(placed.id)).toBe(orderStatus.pending);
    await expect(queryOrder(app.ctx, placed.id)).rejects.toThrow('unavailable');
  });
});

describe('money back', () => {
  it('by WeChat Pay: slow at first, then reported by a notice that arrives twice', async () => {
    const { id, trade_no } = await payWechat();
    await notifyWechat({ trade_no });
    const refund = await refundOf(id);
    wechat.set({ refund_as: 'PROCESSING' });
    await expect(sendRefund(app.ctx, refund.id)).rejects.toThrow('refund_processing');
    await expect(sendRefund(app.ctx, refund.id)).rejects.toThrow('refund_processing');
    expect(
      wechat.requests
        .filter(({ method, path }) => method === 'POST' && path === '/v3/refund/domestic/refunds')
        .map(({ body }) => JSON.parse(body).out_refund_no)
        .filter((no) => no === refund.refund_no),
    ).toHaveLength(1);
    Object.assign(wechat.refunds.get(refund.refund_no) ?? {}, { status: 'SUCCESS' });
    for (const _time of [1, 2]) expect((await notifyWechat({ refund_no: refund.refund_no })).status).toBe(204);
    expect(await statusOf(id)).toBe(orderStatus.refunded);
    expect((await notifyWechat({ trade_no })).status).toBe(204);
    expect(await statusOf(id)).toBe(orderStatus.refunded);
  });

  it('reported before the payment itself revokes nothing that was not granted', async () => {
    const { id, trade_no } = await payWechat();
    await notifyWechat({ trade_no });
    const refund = await refundOf(id);
    await sendRefund(app.ctx, refund.id);
    const late = await payWechat();
    wechat.refunds.set('MADE_BY_HAND', {
      out_refund_no: 'MADE_BY_HAND',
      out_trade_no: late.trade_no,
      refund_id: '1',
      status: 'SUCCESS',
      amount: { refund: 19_900, total: 19_900 },
    });
    expect((await notifyWechat({ refund_no: 'MADE_BY_HAND' })).status).toBe(204);
    expect(await statusOf(late.id)).toBe(orderStatus.pending);
    expect((await notifyWechat({ trade_no: late.trade_no })).status).toBe(204);
    expect(await statusOf(late.id)).toBe(orderStatus.delivered);
  });

  it('whose response was lost is queried, not sent again under another number', async () => {
    const { id, trade_no } = await payWechat();
    await notifyWechat({ trade_no });
    const refund = await refundOf(id);
    wechat.set({ trouble: 'hang_up' });
    await expect(sendRefund(app.ctx, refund.id)).rejects.toThrow('unavailable');
    wechat.set({ trouble: 'none' });
    await sendRefund(app.ctx, refund.id);
    expect([await statusOf(id), await refundStatusOf(refund.id)]).toEqual([orderStatus.refunded, 3]);
  });

  it.each([
    ['NOT_ENOUGH', '基本账户余额不足'],
    ['ABNORMAL', 'ABNORMAL'],
    ['CLOSED', 'CLOSED'],
  ])('that WeChat Pay refuses as %s stays with the order, for a person', async (refundAs, errorCode) => {
    const { id, trade_no } = await payWechat();
    await notifyWechat({ trade_no });
    const refund = await refundOf(id);
    wechat.set({ refund_as: refundAs });
    await sendRefund(app.ctx, refund.id);
    const { answer, status } = await app.ctx.db
      .selectFrom('pay_refunds')
      .select(['answer', 'status'])
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow();
    expect([answer, status, await statusOf(id)]).toEqual([errorCode, 4, orderStatus.refunding]);
  });

  it('has a number of its own, however often one order is refunded', async () => {
    const { id } = await payWechat();
    const order = { id, order_no: `PO${id}`, status: orderStatus.refunding };
    const refund = { order, trade: null, amount: 100, reason: '', status: refundStatus.failed };
    await app.ctx.db.transaction().execute(async (trx) => {
      for (let count = 0; count < 400; count += 1) await createRefund(trx, refund);
    });
  });

  describe('that the channel refused', () => {
    async function refused() {
      const placed = await payWechat();
      await notifyWechat({ trade_no: placed.trade_no });
      const refund = await refundOf(placed.id);
      wechat.set({ refund_as: 'NOT_ENOUGH' });
      await sendRefund(app.ctx, refund.id);
      return { ...placed, refund, admin: await app.person.admin() };
    }
    const decide = (way: 'refund' | 'decline-refund', { id, admin }: Awaited<ReturnType<typeof refused>>) =>
      app.http('PUT', `/admin/pay-orders/${way}`, { as: admin, body: { ids: [id], reason: '已学完' } });
    const refundsOf = (id: number) =>
      app.ctx.db
        .selectFrom('pay_refunds')
        .select(['id', 'status', 'refund_no'])
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
    const shownOf = async ({ id, buyer }: Placed) =>
      (await app.http('GET', `/home/pay-orders/${id}`, { as: buyer })).body;
    const isOpen = async (id: number) =>
      (
        await app.ctx.db
          .selectFrom('entitlements')
          .select('revoked_at')
          .where('source_type', '=', 'order')
          .where('source_id', '=', id)
          .executeTakeFirstOrThrow()
      ).revoked_at === null;

    it('is declined: the order is delivered again, and the buyer reads the school’s reason, not the channel’s', async () => {
      const one = await refused();
      expect((await shownOf(one)).order).toMatchObject({ status: orderStatus.refunding, refund_answer: '' });
      expect((await decide('decline-refund', one)).body).toMatchObject({ changed: 1 });
      expect((await shownOf(one)).order).toMatchObject({
        status: orderStatus.delivered,
        refund_answer: '已学完',
        refund_amount: 0,
      });
      expect([await isOpen(one.id), (await refundsOf(one.id)).map(({ status }) => status)]).toEqual([true, [4, 5]]);
      expect((await decide('decline-refund', one)).body.changed).not.toBe(1);
    });

    it('is tried again, refused again and declined: the order goes back to where it was before the first try', async () => {
      const one = await refused();
      expect((await decide('refund', one)).body.changed).toBe(1);
      // On its way, it is neither declined nor sent twice.
      for (const way of ['decline-refund', 'refund'] as const)
        expect((await decide(way, one)).body.code, way).toBe('order.refund_sent');
      await sendRefund(app.ctx, (await refundsOf(one.id)).at(-1)?.id ?? 0);
      expect((await decide('decline-refund', one)).body.changed).toBe(1);
      expect([await statusOf(one.id), (await refundsOf(one.id)).map(({ status }) => status)]).toEqual([
        orderStatus.delivered,
        [4, 4, 5],
      ]);
    });

    it('is retried or declined when both happen concurrently, never both', async () => {
      for (let round = 0; round < 6; round += 1) {
        const one = await refused();
        const [retried, declined] = await Promise.all([decide('refund', one), decide('decline-refund', one)]);
        const statuses = (await refundsOf(one.id)).map(({ status }) => status);
        // Declined first, it is a refund of the school's own from a delivered order.
        expect(retried.body).toMatchObject({ changed: 1 });
        expect(statuses).toEqual(declined.body.changed === 1 ? [4, 5, 2] : [4, 2]);
        expect(await statusOf(one.id)).toBe(orderStatus.refunding);
      }
    });

    it('and arrives after all, takes the access and is counted once, also when that comes while it is declined', async () => {
      const [late, meanwhile] = [await refused(), await refused()];
      expect((await decide('decline-refund', late)).body.changed).toBe(1);
      const arrive = ({ refund, trade_no }: typeof late): Promise<Reply> => {
        wechat.refunds.set(refund.refund_no, {
          out_refund_no: refund.refund_no,
          out_trade_no: trade_no,
          refund_id: `W${refund.refund_no}`,
          status: 'SUCCESS',
          amount: { refund: 19_900, total: 19_900 },
        });
        return notifyWechat({ refund_no: refund.refund_no });
      };
      await arrive(late);
      await Promise.all([arrive(meanwhile), decide('decline-refund', meanwhile)]);
      for (const one of [late, meanwhile]) {
        await arrive(one);
        expect((await shownOf(one)).order).toMatchObject({ status: orderStatus.refunded, refund_amount: 19_900 });
        expect(await isOpen(one.id)).toBe(false);
      }
    });
  });

  it('by Alipay: done at once, slow, or refused', async () => {
    const [done, slow, poor] = [await payAlipay(), await payAlipay(), await payAlipay()];
    for (const { trade_no } of [done, slow, poor]) await notifyAlipay(trade_no);
    const refunds = [await refundOf(done.id), await refundOf(slow.id), await refundOf(poor.id)] as const;
    await sendRefund(app.ctx, refunds[0].id);
    alipay.set({ refund_as: 'slow' });
    await expect(sendRefund(app.ctx, refunds[1].id)).rejects.toThrow('refund_processing');
    alipay.set({ refund_as: 'poor' });
    await sendRefund(app.ctx, refunds[2].id);
    expect([await statusOf(done.id), await statusOf(slow.id), await statusOf(poor.id)]).toEqual([
      orderStatus.refunded,
      orderStatus.refunding,
      orderStatus.refunding,
    ]);
    alipay.refunds.set(refunds[1].refund_no, '199.00');
    // Told of under the payment's own status; it sends the job to ask.
    expect((await notifyAlipay(slow.trade_no, { refund_fee: '199.00', out_biz_no: refunds[1].refund_no })).text).toBe(
      'success',
    );
    await sendRefund(app.ctx, refunds[1].id);
    expect(await statusOf(slow.id)).toBe(orderStatus.refunded);
  });
});

it('shows which settings a channel still needs, and offers it to nobody until then', async () => {
  await app.setting('wxpay_private_key', 'no key');
  await app.setting('alipay_public_key', '');
  expect(await app.ctx.adapters.pay.setups()).toEqual([
    { channel: 'wechat', is_ready: false, missing: ['wxpay_private_key'] },
    { channel: 'alipay', is_ready: false, missing: ['alipay_public_key'] },
    { channel: 'sandbox', is_ready: true, missing: [] },
  ]);
  const setups = (as: Awaited<ReturnType<TestApp['person']['admin']>>) =>
    app.http('GET', '/admin/pay-orders/channels', { as });
  expect((await setups(await app.person.admin())).body.channels[0]).toEqual({
    channel: 'wechat',
    is_ready: false,
    missing: ['wxpay_private_key'],
  });
  expect((await setups(await app.person.adminWith(['admin.pay-orders.list']))).status).toBe(403);
  const placed = await order();
  expect((await press(placed, 'wechat')).body.code).toBe('pay.channel_off');
  expect((await notifyWechat({ trade_no: [...wechat.trades.keys()][0] ?? '' })).status).toBe(404);
});
