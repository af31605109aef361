import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';

let admin: Visitor;
let page: Page;

beforeAll(async () => {
  await query(
    `insert into teachers (name, title, sort, status) select '筛选教师 ' || n::text, '讲师', n, case when n <= 3 then 0 else 1 end from generate_series(1, 9) n`,
  );
  admin = await newVisitor();
  ({ page } = admin);
  await logInAsAdmin(page);
});
afterAll(closeBrowser);

const keyword = `where[_keyword]=${encodeURIComponent('筛选教师')}`;
const rows = () => page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^筛选教师/ }) });
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

it('a filter is set, read, opened again and cleared by keyboard', async () => {
  await page.goto(`/admin/teachers?${keyword}`);
  await expect.poll(() => rows().count()).toBe(9);
  await chip('状态：全部').focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: '状态' });
  await box.getByRole('checkbox', { name: '停用' }).waitFor();
  await expect.poll(() => box.locator('input:focus').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'filters-open');
  await box.getByRole('checkbox', { name: '停用' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => rows().count()).toBe(3);
  expect(new URL(page.url()).searchParams.getAll('where[status][]')).toEqual(['0']);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('状态：停用');
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'filters-set');
  // The chip opens again, and whatever is used elsewhere closes it and keeps the focus.
  await page.keyboard.press('Enter');
  await box.getByRole('checkbox', { name: '停用', checked: true }).waitFor();
  await page.getByRole('searchbox', { name: '搜索' }).click();
  await box.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('搜索');
  await chip('清除“状态”筛选').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows().count()).toBe(9);
  await expect.poll(focused).toContain('状态');
  await chip('清空').click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('the rest is behind “+ 筛选”, and what a link has set is shown', async () => {
  await page.goto('/admin/logs?where[request_id]=e2e-none');
  await chip('请求编号：e2e-none').waitFor();
  await chip('更多筛选').click();
  const rest = page.getByRole('dialog', { name: '更多筛选' });
  await rest.getByRole('button', { name: 'IP' }).waitFor();
  expect(await rest.getByRole('button', { name: '请求编号' }).count()).toBe(0);
  await rest.getByRole('button', { name: 'IP' }).click();
  const box = page.getByRole('dialog', { name: 'IP' });
  await box.locator('input:focus').waitFor();
  await page.keyboard.insertText('127.0.0.1');
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'detached' });
  await chip('IP：127.0.0.1').waitFor();
  await expect.poll(focused).toBe('IP：127.0.0.1');
  await chip('清空').click();
  await chip('请求编号：e2e-none').waitFor({ state: 'detached' });
});

it('other filters than those of the view are saved as one', async () => {
  await page.goto('/admin/teachers');
  await settled(page);
  expect(await chip('存为视图').count()).toBe(0);
  await page.goto('/admin/teachers?where[status][]=0');
  await chip('存为视图').click();
  const dialog = page.getByRole('dialog').filter({ hasText: '另存为新视图' });
  await dialog.getByRole('textbox', { name: '视图名称' }).fill('停用的教师');
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click();
  await page.getByRole('button', { name: '切换视图，当前为停用的教师' }).waitFor();
  await chip('存为视图').waitFor({ state: 'detached' });
  await chip('清除“状态”筛选').click();
  await chip('存为视图').waitFor();
});

it('a range of days is open as soon as its chip is pressed', async () => {
  await page.goto('/admin/sms-messages');
  await chip('发送时间：全部').click();
  const box = page.getByRole('dialog', { name: '发送时间' });
  await box.locator('input:focus').waitFor();
  await page.getByRole('option', { name: '近 30 天' }).click();
  await chip('清除“发送时间”筛选').waitFor();
  await box.waitFor({ state: 'detached' });
});

it('left no error in the console', () => {
  expect(admin.problems).toEqual([]);
});
