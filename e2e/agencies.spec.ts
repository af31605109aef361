import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  arriveFirst,
  choose,
  openNew,
  pressVerb,
  putOnSale,
  runAction,
  save,
  untilRow,
} from './support/back-office.ts';
import { closeBrowser, desktop, newVisitor, phone, type Visitor } from './support/browser.ts';
import { logInAsAdmin } from './support/people.ts';
import { query } from './support/database.ts';

type Login = { username: string; password: string };

const ownPassword = 'Agency2026pass';
let admin: Visitor;
let top: Visitor;
let below: Visitor;
let first: Login;
let second: Login;

beforeAll(async () => {
  admin = await newVisitor();
  top = await newVisitor({ size: phone });
  below = await newVisitor({ size: phone });
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  await closeBrowser();
});

const balanceOf = async (code: string): Promise<number | undefined> =>
  (await query<{ card_num: number }>(`select card_num from agencies where code = '${code}'`))[0]?.card_num;

/** Fills the form of a new agency and reads the login that is shown once. */
async function createAgency(
  { page }: Visitor,
  agency: { name: string; code: string; username: string; mobile: string },
): Promise<Login> {
  await page.goto('/admin/agencies/0');
  await page.getByLabel('名称').first().fill(agency.name);
  await page.getByLabel('代理商编码').fill(agency.code);
  await page.getByLabel('登录名').fill(agency.username);
  await page.getByLabel('手机号').fill(agency.mobile);
  await page.getByRole('button', { name: '创建代理商' }).click();
  await page.getByText('代理商已创建').first().waitFor();
  const [address = '', username = '', password = ''] = await page.locator('dd').allTextContents();
  expect(address).toMatch(/\/open\/login$/);
  await page.getByRole('button', { name: '我已记下' }).click();
  return { username, password };
}

/** The first login, where the one-time password is changed; then its own page. */
async function arrive({ page }: Visitor, login: Login): Promise<void> {
  await arriveFirst(page, { ...login, own: ownPassword });
  await page.waitForURL('**/admin/agency-home');
  await page.getByRole('heading', { name: '转化漏斗' }).waitFor();
}

const balances = async (): Promise<unknown[]> => [await balanceOf('XIHU'), await balanceOf('YUHANG')];

/** Opens the top agency's actions for its sub-agency. */
async function openBelow(): Promise<void> {
  const id = (await query<{ id: number }>("select id from agencies where code = 'YUHANG'"))[0]?.id;
  await top.page.goto(`/admin/agencies/${id}`);
}

it('an administrator creates an agency, whose password is shown once, and tops it up', async () => {
  const { page } = admin;
  first = await createAgency(admin, {
    name: '杭州西湖代理',
    code: 'XIHU',
    username: 'agency_xihu',
    mobile: '13910000101',
  });
  expect(first).toMatchObject({ username: 'agency_xihu', password: expect.stringMatching(/^\S{14}$/) });
  const id = (await query<{ id: number }>("select id from agencies where code = 'XIHU'"))[0]?.id;
  await page.goto(`/admin/agencies/${id}`);
  await page.getByRole('button', { name: '充值额度' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('数量（张）').fill('100');
  await dialog.getByRole('button', { name: '充值额度' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await balanceOf('XIHU')).toBe(100);
});

it('the agency logs in on a phone, sees its figures without horizontal scrolling, and creates a sub-agency', async () => {
  await arrive(top, first);
  for (const text of ['库存', '已发未激活', '已激活', '激活率', '转化漏斗'])
    await top.page.getByText(text, { exact: true }).first().waitFor();
  expect(
    await top.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
  second = await createAgency(top, {
    name: '余杭代理',
    code: 'YUHANG',
    username: 'agency_yuhang',
    mobile: '13910000102',
  });
  await arrive(below, second);
});

it('transfers quota, the other accepts, and it takes it back within ten minutes', async () => {
  const { page } = top;
  await page.goto('/admin/agency-home');
  await page.getByLabel('对方的代理商编码').fill('yuhang');
  await page.getByLabel('数量（张）').fill('30');
  await page.getByRole('button', { name: '发起划拨' }).click();
  await page.getByText('待确认').first().waitFor();
  await below.page.goto('/admin/agency-home');
  await below.page.getByRole('button', { name: '接受' }).click();
  await below.page.getByText('已接受', { exact: true }).first().waitFor();
  expect([await balanceOf('XIHU'), await balanceOf('YUHANG')]).toEqual([70, 30]);
  await page.goto('/admin/agency-home');
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByText('接受后已撤回').first().waitFor();
  expect([await balanceOf('XIHU'), await balanceOf('YUHANG')]).toEqual([100, 0]);
});

it('a declined offer leaves both unchanged', async () => {
  const { page } = top;
  await page.goto('/admin/agency-home');
  await page.getByLabel('对方的代理商编码').fill('YUHANG');
  await page.getByLabel('数量（张）').fill('25');
  await page.getByRole('button', { name: '发起划拨' }).click();
  await page.getByText('待确认').first().waitFor();
  await below.page.goto('/admin/agency-home');
  await below.page.getByRole('button', { name: '拒绝' }).click();
  await below.page.getByText('已拒绝', { exact: true }).first().waitFor();
  expect(await balances()).toEqual([100, 0]);
});

it('tops up the one below and takes back what was not used, never more', async () => {
  const { page } = top;
  await openBelow();
  await runAction(page, '充值额度', { '数量（张）': '20' });
  expect(await balances()).toEqual([80, 20]);
  await pressVerb(page, '收回额度');
  const dialog = page.locator('.kk-action');
  await dialog.getByLabel('数量（张）').fill('21');
  await dialog.getByLabel('原因').fill('季度回收');
  await dialog.getByRole('button', { name: '收回额度' }).click();
  await page
    .getByText(/卡额度不足/)
    .first()
    .waitFor();
  expect(await balances()).toEqual([80, 20]);
  await openBelow();
  await runAction(page, '收回额度', { '数量（张）': '20', 原因: '季度回收' });
  expect(await balances()).toEqual([100, 0]);
});

it('creates and issues cards within its quota and not one more', async () => {
  const { page } = top;
  await putOnSale(admin.page, '代理商年卡');
  const drawer = await openNew(page, 'card-batches', '制卡批次');
  await drawer.getByLabel('批次名称').fill('西湖首批');
  await choose(page, drawer, '商品', '代理商年卡');
  await drawer.getByLabel('数量').fill('101');
  await drawer.getByRole('button', { name: /^保\s?存$/ }).click();
  await page
    .getByText(/卡额度不足/)
    .first()
    .waitFor();
  expect(await query("select 1 from card_batches where name = '西湖首批'")).toEqual([]);
  await drawer.getByLabel('数量').fill('40');
  const id = await save(page, drawer);
  await untilRow(`select made_count, state from card_batches where id = ${id}`, { made_count: 40, state: 2 });
  await page.getByRole('tab', { name: '概况' }).click();
  await runAction(page, '发放');
  await untilRow(`select count(*)::int as issued from cards where batch_id = ${id} and state = 20`, { issued: 40 });
  const [card] = await query<{ id: number }>(`select min(id)::int as id from cards where batch_id = ${id}`);
  await page.goto(`/admin/cards?open=${card?.id}`);
  await runAction(page, '作废', { 原因: '印错' });
  await untilRow(`select state from cards where id = ${card?.id}`, { state: 50 });
  expect(await balances()).toEqual([61, 0]);
  await below.page.goto('/admin/cards');
  await below.page.getByText('学习卡由制卡批次生成').first().waitFor();
});

it('has its own link on the first screen of its desk, to be copied', async () => {
  const { page } = top;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(desktop);
  await page.goto('/admin/agency-home');
  const part = page.getByRole('region', { name: '推广链接' });
  await part.getByRole('button', { name: '复制链接' }).click();
  const address = await part.getByRole('link').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const box = await part.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(desktop.height);
  await page.setViewportSize(phone);
});

it('what it may still make is on the first screen of its phone', async () => {
  const { page } = top;
  await page.goto('/admin/agency-home');
  const quota = page.getByRole('region', { name: '可用额度' });
  await quota.waitFor();
  const box = await quota.locator('p').first().boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(phone.height / 2);
});

it('its statement opens and closes with its balance', async () => {
  const { page } = top;
  await page.goto('/admin/agency-home');
  await page.getByRole('link', { name: '对账单' }).click();
  await page.getByText('期末余额').first().waitFor();
  for (const text of ['充值', '划出', '收回']) await page.getByText(text, { exact: true }).first().waitFor();
  // Nothing is scrolled sideways, neither the page nor a part of it.
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main *')]
      .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => one.className),
  );
  expect(wide).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('columnheader', { name: '余额' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
});

it('left no error in anybody’s console', () => {
  expect([...admin.problems, ...top.problems, ...below.problems]).toEqual([]);
});
