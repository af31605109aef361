import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, openNew, putOnSale, runAction, save, untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const quantity = 25;
let admin: Visitor;
let member: Visitor;
let batch = 0;
let labels: string[] = [];

const isSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
const untilCarton = (no: number, state: number): Promise<void> =>
  untilRow(`select state from card_cartons where batch_id = ${batch} and carton_no = ${no}`, { state });

/** The secret of the card at a position in the batch, as support would look it up. */
async function secretAt(place: number): Promise<string> {
  const [card] = await query<{ id: string }>('select id from cards where batch_id = $1 and batch_seq = $2', [
    batch,
    place,
  ]);
  return (
    await send<{ secret: string }>(admin.page, 'POST', `admin/cards/${card?.id ?? ''}/reveal`, { reason: '核对' })
  ).secret;
}

/** A hand scanner: keys in quick succession and Enter, wherever the focus is. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code, { delay: 4 });
  await page.keyboard.press('Enter');
}

beforeAll(async () => {
  [admin, member] = [await newVisitor(), await newVisitor({ size: phone })];
  await logInAsAdmin(admin.page);
  await putOnSale(admin.page, '装箱测试商品');
});
afterAll(closeBrowser);

describe('a batch redeemable after receipt', () => {
  it('is created, split into cartons and labelled', async () => {
    const { page } = admin;
    const drawer = await openNew(page, 'card-batches', '制卡批次');
    await drawer.getByLabel('批次名称').fill('印刷厂批次');
    await choose(page, drawer, '商品', '装箱测试商品');
    await drawer.getByLabel('数量').fill(String(quantity));
    await drawer.getByLabel('收货后才能激活').click();
    batch = await save(page, drawer);
    await untilRow(`select made_count, redeem_on_receipt from card_batches where id = ${batch}`, {
      made_count: quantity,
      redeem_on_receipt: true,
    });
    await page.getByRole('tab', { name: '概况' }).click();
    await runAction(page, '发放');
    await untilRow(`select count(*)::int as issued from cards where batch_id = ${batch} and state = 20`, {
      issued: quantity,
    });
    await page.getByText('请先分箱', { exact: false }).first().waitFor();
    await page.getByLabel('每箱张数').fill('10');
    await page.getByText('将分成 3 箱').first().waitFor();
    await page.getByRole('button', { name: /^分\s?箱$/ }).click();
    await page.getByRole('link', { name: '打印箱签' }).click();
    await page.getByText('第 3 箱 / 共 3 箱').first().waitFor();
    await expect.poll(() => page.locator('article footer code').count()).toBe(3);
    labels = await page.locator('article footer code').allInnerTexts();
    for (const label of labels) expect(label).toMatch(/^KC-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    await expect.poll(() => page.locator('article img').count()).toBe(3);
  });

  it('a member is told that the delivery is not confirmed yet', async () => {
    await registerMember(member.page, '13900045001');
    await member.page.goto(`/home/cards/use-card?code=${await secretAt(1)}`);
    await member.page.getByText('未完成到货登记').first().waitFor();
  });

  it('a hand scanner receives cartons, and reports repeated and invalid labels', async () => {
    const { page } = admin;
    const [first = '', second = ''] = labels;
    await page.goto('/admin/card-cartons/scan');
    await page.getByRole('heading', { name: '扫码收货' }).waitFor();
    // After a click outside the field the scanner's keys still arrive in it.
    await page.getByRole('heading', { name: '扫码收货' }).click();
    await scan(page, first);
    const latest = page.getByRole('status').filter({ hasText: '已收货' });
    await latest.getByText('这个批次已收 1 / 3 箱').first().waitFor();
    await untilCarton(1, 3);
    await scan(page, '6901234567892');
    await page.getByText('箱码有误，请核对后重新扫描').first().waitFor();
    await untilCarton(2, 1);
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: first }).waitFor();
    await scan(page, second.toLowerCase());
    await untilCarton(2, 3);
    await page
      .getByRole('listitem')
      .filter({ hasText: second })
      .getByRole('button', { name: /^撤\s?销$/ })
      .click();
    await untilCarton(2, 1);
    await page.getByRole('listitem').filter({ hasText: second }).getByText('已撤销').first().waitFor();
  });

  it('without a connection scans are stored, also over a reload, and sent once when it is back', async () => {
    const { page, context } = admin;
    const [, second = '', third = ''] = labels;
    // The service worker may respond for a lost network, so requests are aborted here.
    await context.route('**/admin/card-cartons/receive*', (route) => route.abort('internetdisconnected'));
    await scan(page, second);
    await scan(page, third);
    await page.getByText('网络不通，已暂存 2 箱', { exact: false }).first().waitFor();
    await untilCarton(3, 1);
    await context.unroute('**/admin/card-cartons/receive*');
    await page.reload();
    await untilCarton(2, 3);
    await untilCarton(3, 3);
    await page.getByRole('listitem').filter({ hasText: third }).getByText('已收货').first().waitFor();
    expect(
      await query(
        `select 1 from logs where resource = 'card-cartons' and action = 'receive' and record_title in (select scan_code from card_cartons where batch_id = ${batch})`,
      ),
    ).toHaveLength(4);
  });

  it('then the card works, and one of a missing carton does not', async () => {
    const { page } = admin;
    const [missing] = await query<{ card_no: string }>(
      'select card_no from cards where batch_id = $1 and batch_seq = 2',
      [batch],
    );
    await page
      .getByRole('listitem')
      .filter({ hasText: labels[0] ?? '' })
      .getByRole('link', { name: '缺卡登记' })
      .click();
    await page.getByRole('tab', { name: '缺卡登记' }).click();
    await page.getByLabel('缺少的卡号', { exact: false }).fill(missing?.card_no ?? '');
    await page.locator('#missing-reason').fill('箱内少 1 张');
    await page.getByRole('button', { name: '冻结这些卡' }).click();
    await untilRow(`select frozen_reason from cards where batch_id = ${batch} and batch_seq = 2`, {
      frozen_reason: '箱内少 1 张',
    });
    await member.page.goto(`/home/cards/use-card?code=${await secretAt(2)}`);
    await member.page.getByText('这张卡已被冻结', { exact: false }).first().waitFor();
    await member.page.goto(`/home/cards/use-card?code=${await secretAt(1)}`);
    await member.page.getByRole('button', { name: '确认激活' }).click();
    await member.page.getByRole('heading', { name: /开课了/ }).waitFor();
  });

  it('the scan page fits a phone', async () => {
    const { page } = admin;
    const size = page.viewportSize();
    await page.setViewportSize(phone);
    await page.goto('/admin/card-cartons/scan');
    await page.getByLabel('箱码').waitFor();
    expect(await isSideways(page)).toBe(false);
    if (size) await page.setViewportSize(size);
  });
});
