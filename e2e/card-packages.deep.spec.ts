import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pressVerb, putOnSale, runAction, untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;
let batch = 0;

/** Packs the batch as its page does; the link is returned once. */
const pack = async (): Promise<string> =>
  (await send<{ url: string }>(admin.page, 'POST', `admin/card-batches/${batch}/package`, { reason: '交给印刷厂' }))
    .url;
const attempts = async (): Promise<number> =>
  (
    await query<{ attempt_count: number }>(
      `select attempt_count from card_packages where batch_id = ${batch} order by id desc limit 1`,
    )
  )[0]?.attempt_count ?? -1;
const isSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

beforeAll(async () => {
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const product = await putOnSale(admin.page, '打包测试商品');
  batch = (
    await send(admin.page, 'POST', 'admin/card-batches', {
      name: '打包批次',
      product_id: product,
      prefix: 'DB',
      quantity: 6,
      issue_on_made: true,
    })
  ).id;
});
afterAll(closeBrowser);

it('link and password are shown separately, each with a copy button', async () => {
  const { page, problems } = admin;
  await untilRow(`select made_count from card_batches where id = ${batch}`, { made_count: 6 });
  await openPage(page, `/admin/card-batches/${batch}`);
  await page.getByRole('button', { name: '加密打包', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('交给印刷厂');
  await page.getByRole('dialog').getByRole('button', { name: '打包', exact: true }).click();
  await page.getByText('已打包 6 张卡').first().waitFor();
  const [link = '', password = ''] = await page.getByRole('dialog').locator('code').allInnerTexts();
  expect(new URL(link).pathname).toMatch(/^\/open\/card-packages\/\S{20,}$/);
  expect(password.length).toBeGreaterThan(20);
  await picture(page, 'card-package-dialog');
  expect(problems).toEqual([]);
});

it('a printer opens the link and sees name, size and expiry; only the button downloads, and only once', async () => {
  const link = await pack();
  const printer = await newVisitor({ size: phone, dark: true });
  const { page } = printer;
  // A messenger that fetches a preview of the link.
  await page.request.head(link);
  await page.request.get(link, { headers: { 'User-Agent': 'MicroMessenger' } });
  await openPage(page, link);
  await page.getByRole('heading', { name: '下载学习卡文件' }).waitFor();
  for (const text of ['6 张卡的卡号', '只能下载一次', '有效期至']) await page.getByText(text).first().waitFor();
  expect(await isSideways(page)).toBe(false);
  expect(await attempts()).toBe(0);
  await picture(page, 'card-package-page');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载文件' }).click(),
  ]);
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await page.getByText('文件已下载').first().waitFor();
  // The same tab may download it again, in case it was lost.
  await page.reload();
  await page.getByRole('button', { name: '重新下载' }).waitFor();
  const other = await newVisitor();
  await openPage(other.page, link);
  await other.page.getByText('文件已被下载').first().waitFor();
  await other.page.getByText('让开课重新打包').first().waitFor();
  await openPage(other.page, `${new URL(link).origin}/open/card-packages/none`);
  await other.page.getByText('链接不正确').first().waitFor();
  expect([...printer.problems, ...other.problems]).toEqual([]);
});

it('an expired link shows a message', async () => {
  const link = await pack();
  await query(`update card_packages set expires_at = now() - interval '1 minute' where batch_id = ${batch}`);
  const { page } = await newVisitor();
  await openPage(page, link);
  await page.getByText('链接已过期').first().waitFor();
  expect(await page.getByRole('button', { name: /下载/ }).count()).toBe(0);
});

it('a gifted card is shown to whoever opens the link', async () => {
  const [giver, friend] = [await newVisitor(), await newVisitor({ size: phone })];
  await registerMember(giver.page, '13900046001');
  await registerMember(friend.page, '13900046002');
  const [card] = await query<{
    id: string;
  }>(`update cards set state = 30, claimed_at = now(), owner_member_id = (select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = '13900046001')
    where id = (select min(id) from cards where batch_id = ${batch}) returning id`);
  const { url } = await send<{ url: string }>(giver.page, 'POST', `home/cards/${card?.id ?? ''}/gift`, {});
  await openPage(friend.page, url);
  await friend.page.getByRole('heading', { name: '有人送您一张学习卡' }).waitFor();
  const face = friend.page.getByRole('img', { name: /学习卡“打包测试商品”的正面/ });
  await face.waitFor();
  await expect.poll(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1011);
  await picture(friend.page, 'card-gift');
  await friend.page.getByRole('button', { name: '收下这张卡' }).click();
  await friend.page.getByText('已放入您的卡包').first().waitFor();
  expect(friend.problems).toEqual([]);
});

it('voiding a batch first shows how many cards that is', async () => {
  const { page } = admin;
  await openPage(page, `/admin/card-batches/${batch}`);
  await pressVerb(page, '作废');
  await page.getByText('将作废 6 张未激活的卡').first().waitFor();
  await page.getByText('其中 1 张已被学员领取').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await runAction(page, '作废', { 原因: '测试结束' });
  await untilRow(`select count(*)::int as left from cards where batch_id = ${batch} and state <> 50`, { left: 0 });
});
