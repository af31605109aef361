import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { publishBySupport } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const mobile = '13900070001';
let admin: Visitor;
let member: Visitor;

beforeAll(async () => {
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const course = await send(admin.page, 'POST', 'admin/courses', { title: '在线购买的课程' });
  await publishBySupport(course.id);
  const product = await send(admin.page, 'POST', 'admin/products', {
    title: '网课年卡',
    type: 1,
    course_ids: [course.id],
    sale_price: 9900,
    list_price: 19_900,
    term_mode: 1,
    term_value: 365,
    stack_rule: 2,
    refund_days: 7,
  });
  await send(admin.page, 'PUT', 'admin/products/change-status', { ids: [product.id], status: 1 });
  // The sandbox is available on the server's own machine only.
  member = await newVisitor({ size: phone, isLocal: true });
  await registerMember(member.page, mobile);
});
afterAll(closeBrowser);

async function order(): Promise<void> {
  const { page } = member;
  await page.goto('/home/products');
  await page.getByRole('link', { name: /网课年卡/ }).click();
  await page.getByRole('button', { name: '立即购买 ¥99' }).click();
  await page.getByRole('button', { name: /^模拟支付 ¥/ }).click();
  await page.getByRole('heading', { name: '模拟收银台' }).waitFor();
}

it('a member without a card buys, although the notice is lost, and the home area opens', async () => {
  const { page } = member;
  await page.goto('/home/cards/use-card');
  await page.getByRole('link', { name: '没有卡？在线购买' }).waitFor();
  await order();
  await page.getByRole('button', { name: '付款，但通知丢失' }).click();
  await page.getByText('课程已开通').first().waitFor();
  await page.getByRole('link', { name: '首页' }).first().waitFor();
  await page.getByRole('link', { name: '开始学习' }).click();
  await page.getByRole('heading', { name: '在线购买的课程' }).waitFor();
});

it('shows the order tabs in one row on a phone, with the selected one in view', async () => {
  const { page } = member;
  await page.goto('/home/pay-orders?show=closed');
  const chosen = page.getByRole('tab', { selected: true });
  await chosen.waitFor();
  expect(
    new Set(
      await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top))),
    ).size,
  ).toBe(1);
  const box = await chosen.boundingBox();
  expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= phone.width]).toEqual([true, true]);
});

it('requests a refund, and the school grants it', async () => {
  const { page } = member;
  await page.goto('/home/pay-orders');
  await page.getByRole('link', { name: /网课年卡/ }).click();
  await page.getByRole('button', { name: '申请退款' }).click();
  const sheet = page.getByRole('dialog', { name: '申请退款' });
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await sheet.getByRole('alert').waitFor();
  await sheet.getByRole('textbox', { name: '退款原因' }).fill('买错了');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('退款正在处理').first().waitFor();
  await page.getByRole('button', { name: '撤回申请' }).click();
  await picture(page, 'order-withdraw');
  await page.getByRole('dialog', { name: '撤回申请' }).getByRole('button', { name: '撤回申请' }).click();
  await page.getByText('课程已开通').first().waitFor();
  await page.getByRole('button', { name: '申请退款' }).click();
  await sheet.getByRole('textbox', { name: '退款原因' }).fill('还是买错了');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('退款正在处理').first().waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(await send(admin.page, 'PUT', 'admin/pay-orders/refund', { ids: [id], reason: '同意' })).toMatchObject({
    changed: 1,
  });
  await untilRow(`select status from pay_orders where id = ${id}`, { status: orderStatus.refunded });
  await page.reload();
  await page.getByText('退款已完成').first().waitFor();
});

it('cancels an unpaid order', async () => {
  const { page } = member;
  await order();
  await page.getByRole('button', { name: '取消付款' }).click();
  await page.getByRole('button', { name: '取消订单' }).click();
  await page.getByRole('dialog', { name: '取消订单' }).getByRole('button', { name: '取消订单' }).click();
  await page.getByText('订单已关闭').first().waitFor();
  expect([...member.problems, ...admin.problems]).toEqual([]);
});
