import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { alipaySettings, startAlipay, type AlipayFake } from '../server/test/fakes/alipay.ts';
import { startWechatPay, wechatPaySettings, type WechatPayFake } from '../server/test/fakes/wechat-pay.ts';
import { putOnSale, untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';
import { ownServer } from './support/server.ts';

/** The school's public address as the channels know it; here it resolves to the running server. */
const publicAddress = 'https://kaike.example.com';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const title = '跟读课年卡';
const now = (): Date => new Date();
let admin: Visitor;
let alipay: AlipayFake;
let wechat: WechatPayFake;
let settings: Record<string, string> = {};

const idOf = (page: Page): number => Number(new URL(page.url()).pathname.split('/').at(-1));

async function tradeOf(orderId: number): Promise<string> {
  const [row] = await query<{ trade_no: string }>(
    'select trade_no from pay_trades where order_id = $1 order by id desc limit 1',
    [orderId],
  );
  return row?.trade_no ?? '';
}

beforeAll(async () => {
  [alipay, wechat, admin] = await Promise.all([startAlipay(now), startWechatPay(now), newVisitor()]);
  await logInAsAdmin(admin.page);
  await putOnSale(admin.page, title);
  settings = {
    ...wechatPaySettings,
    ...alipaySettings,
    wxpay_base: wechat.base,
    alipay_gateway: `${alipay.base}/gateway.do`,
  };
  await send(admin.page, 'PUT', 'admin/configs', { values: settings });
});
afterEach(() => {
  const refused = [...alipay.refused, ...wechat.refused];
  if (refused.length > 0) throw new Error(`a channel refused a request of ours: ${refused.join(', ')}`);
});
afterAll(async () => {
  await send(admin.page, 'PUT', 'admin/configs', {
    values: Object.fromEntries(Object.keys(settings).map((key) => [key, ''])),
  });
  await Promise.all([alipay.close(), wechat.close()]);
  await closeBrowser();
});

/** A registered member whose browser resolves the school's public address and the channels' pages. */
async function newBuyer(mobile: string, look: Parameters<typeof newVisitor>[0] = {}): Promise<Visitor> {
  const visitor = await newVisitor(look);
  const home = ownServer().url;
  await visitor.context.route(`${publicAddress}/**`, (route) =>
    route.fulfill({ status: 302, headers: { location: route.request().url().replace(publicAddress, home) } }),
  );
  // Alipay's page, which refuses what the school did not sign.
  await visitor.context.route(`${alipay.base}/**`, (route) => {
    const trade = alipay.visit(route.request().url());
    return route.fulfill({
      contentType: 'text/html;charset=utf-8',
      body: `<title>支付宝</title><h1>支付宝收银台</h1><p>${trade.total_amount} 元</p>`,
    });
  });
  // WeChat's page for phones: the app was opened and closed, the buyer is redirected back.
  await visitor.context.route('https://wx.tenpay.com/**', (route) => {
    const back = new URL(route.request().url()).searchParams.get('redirect_url') ?? '';
    return route.fulfill({
      contentType: 'text/html;charset=utf-8',
      body: `<h1>微信支付</h1><a href="${back.replaceAll('&', '&amp;')}">返回商家</a>`,
    });
  });
  await registerMember(visitor.page, mobile);
  return visitor;
}

/** From the list of products to the order, with a payment channel selected. */
async function orderBy(page: Page, channel: '支付宝' | '微信支付'): Promise<number> {
  await page.goto('/home/products');
  await page.getByRole('link', { name: new RegExp(title) }).click();
  await page.getByRole('button', { name: '立即购买 ¥99' }).click();
  await page.getByRole('radio', { name: new RegExp(channel) }).check();
  const id = idOf(page);
  await page.getByRole('button', { name: new RegExp(`^${channel} ¥`) }).click();
  return id;
}

async function expectOpened(page: Page): Promise<void> {
  await page.getByText('课程已开通').first().waitFor();
  await page.getByRole('link', { name: '开始学习' }).click();
  await page.getByRole('heading', { name: `${title}的课程` }).waitFor();
}

/** The member requests a refund, the school approves it, the channel pays it. */
async function expectRefunded(page: Page, orderId: number): Promise<void> {
  await page.goto(`/home/pay-orders/${orderId}`);
  await page.getByRole('button', { name: '申请退款' }).click();
  const sheet = page.getByRole('dialog', { name: '申请退款' });
  await sheet.getByRole('textbox', { name: '退款原因' }).fill('买错了');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('退款正在处理').first().waitFor();
  expect(await send(admin.page, 'PUT', 'admin/pay-orders/refund', { ids: [orderId], reason: '同意' })).toMatchObject({
    changed: 1,
  });
  await untilRow(`select status from pay_orders where id = ${orderId}`, { status: orderStatus.refunded });
  await page.reload();
  await page.getByText('退款已完成').first().waitFor();
}

it('by Alipay on a desktop: its page, the return, the course, although no notice came; and the refund', async () => {
  const { page, problems } = await newBuyer('13900071001');
  const id = await orderBy(page, '支付宝');
  await page.getByRole('heading', { name: '支付宝收银台' }).waitFor();
  await page.getByText('99.00 元').first().waitFor();
  const tradeNo = await tradeOf(id);
  alipay.pay(tradeNo);
  await page.goto(alipay.returnUrl(tradeNo), { waitUntil: 'commit' });
  await page.waitForURL(`**/home/pay-orders/${id}`);
  await picture(page, 'pay-alipay-delivered');
  await expectOpened(page);
  await expectRefunded(page, id);
  expect([...alipay.refunds.values()]).toEqual(['99.00']);
  expect(problems).toEqual([]);
});

it('by WeChat Pay on a desktop: a code to scan, and the page detects the payment by itself; and the refund', async () => {
  const { page, problems } = await newBuyer('13900071002');
  const id = await orderBy(page, '微信支付');
  await page.getByRole('img', { name: /微信/ }).waitFor();
  await picture(page, 'pay-wechat-code');
  const tradeNo = await tradeOf(id);
  wechat.pay(tradeNo);
  const { headers, body } = wechat.notice({ trade_no: tradeNo });
  const response = await fetch(`${ownServer().url}/api/open/pay-order/notify/wechat`, {
    method: 'POST',
    headers,
    body,
  });
  expect(response.status).toBe(204);
  await expectOpened(page);
  await expectRefunded(page, id);
  expect([...wechat.refunds.values()]).toMatchObject([
    { out_trade_no: tradeNo, amount: { refund: 9900, total: 9900 } },
  ]);
  expect(problems).toEqual([]);
});

it('by WeChat Pay on a phone: its page, a return without a result, and the buyer confirms the payment', async () => {
  const { page, problems } = await newBuyer('13900071003', { size: phone, userAgent: iphone });
  const id = await orderBy(page, '微信支付');
  await page.getByRole('heading', { name: '微信支付' }).waitFor();
  await page.getByRole('link', { name: '返回商家' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await picture(page, 'pay-wechat-returned');
  await dialog.getByRole('button', { name: '我已付款' }).click();
  await page.getByText('还没有收到付款').first().waitFor();
  await page.goto(`/home/pay-orders/${id}?back_from=wechat`);
  const confirm = dialog.getByRole('button', { name: '我已付款' });
  await confirm.waitFor();
  // Paid only now: the server also asks by itself, and a paid order shows no question.
  wechat.pay(await tradeOf(id));
  await confirm.click();
  await expectOpened(page);
  expect(problems).toEqual([]);
});

it('by Alipay on a phone: abandoned there, the order stays open and can be paid another way', async () => {
  const { page } = await newBuyer('13900071004', { size: phone, userAgent: iphone });
  const id = await orderBy(page, '支付宝');
  await page.getByRole('heading', { name: '支付宝收银台' }).waitFor();
  await page.goto(`/home/pay-orders/${id}`);
  await page.getByRole('radio', { name: /微信支付/ }).waitFor();
  await page.getByRole('radio', { name: /支付宝/ }).check();
  await page.getByRole('button', { name: /^支付宝 ¥/ }).click();
  await page.getByRole('heading', { name: '支付宝收银台' }).waitFor();
  const tradeNo = await tradeOf(id);
  expect(await query('select 1 from pay_trades where order_id = $1', [id])).toHaveLength(1);
  alipay.pay(tradeNo);
  const response = await fetch(`${ownServer().url}/api/open/pay-order/notify/alipay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: alipay.notice(tradeNo),
  });
  expect(await response.text()).toBe('success');
  await page.goto(alipay.returnUrl(tradeNo));
  await expectOpened(page);
});
