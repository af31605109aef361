import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx, writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';

let admin: Visitor;
let folder: string;

const titlesOf = async (where: string): Promise<string[]> =>
  (await query<{ title: string }>(`select title from courses where ${where} order by sn`)).map((row) => row.title);

async function sheetFile(name: string, sheet: string, rows: string[][]): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    await writeXlsx({ sheets: [{ name: sheet, rows: [['sn', 'title'], ['课程编号', '课程名称'], ...rows] }] }),
  );
  return path;
}

async function openImport(page: Page, file: string): Promise<void> {
  await page.goto('/admin/courses');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '选择 xlsx 文件' }).click(),
  ]);
  await chooser.setFiles(file);
}

async function deleteTeacher(page: Page, name: string): Promise<void> {
  const token = (await (await page.request.get('/web-api/open/token')).json()) as { _token: string };
  const headers = { 'X-CSRF-TOKEN': token._token };
  const { id } = (await (await page.request.post('/web-api/admin/teachers', { data: { name }, headers })).json()) as {
    id: number;
  };
  await page.request.delete('/web-api/admin/teachers', { data: { ids: [id] }, headers });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-transfer-'));
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  await closeBrowser();
  await rm(folder, { recursive: true, force: true });
});

it('a sheet that is not from the template is refused', async () => {
  const { page } = admin;
  await openImport(page, await sheetFile('other.xlsx', '别的表', [['A-1', '甲']]));
  await page.getByText('导入模板错误，请使用正确的导入模板').first().waitFor();
});

it('a wrong row is corrected in the preview, the import is saved, exported, and undone', async () => {
  const { page } = admin;
  await openImport(
    page,
    await sheetFile('courses.xlsx', '课程', [
      ['E2E-1', '导入课程一'],
      ['E2E-2', ''],
    ]),
  );
  await page.getByText('有误 1', { exact: true }).first().waitFor();
  await page.getByRole('textbox', { name: '第 4 行 课程名称' }).fill('导入课程二');
  await page.getByRole('textbox', { name: '第 4 行 课程名称' }).blur();
  await page.getByRole('button', { name: '重新检查' }).click();
  await page.getByText('新增 2', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.getByText('确定要导入这 2 行数据吗？').last().waitFor();
  await page.getByRole('button', { name: '开始导入' }).last().click();
  await page.getByText('成功 2 条，失败 0 条').first().waitFor();
  expect(await titlesOf("sn like 'E2E-%' and deleted_at is null")).toEqual(['导入课程一', '导入课程二']);

  await page.getByRole('button', { name: '导出', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '开始导出' }).click(),
  ]);
  const path = join(folder, 'export.xlsx');
  await download.saveAs(path);
  const book = await readXlsx(new Uint8Array(await readFile(path)));
  expect(JSON.stringify(book.sheets[0]?.rows)).toContain('导入课程二');
  // The file exists before the task has cleaned up; a page left in between would offer to resume.
  await page.locator('.kk-transfer').waitFor({ state: 'detached' });

  await page.goto('/admin/courses');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByRole('button', { name: '撤销本次导入' }).click();
  await page.getByText('确定要撤销本次导入吗？').last().waitFor();
  await page.getByRole('button', { name: '撤销本次导入' }).last().click();
  await page.getByText('已撤销 2 条').last().waitFor();
  expect(await titlesOf("sn like 'E2E-%' and deleted_at is null")).toEqual([]);
});

it('an import with a wrong row offers the possible actions in one row of buttons', async () => {
  const { page } = admin;
  await openImport(
    page,
    await sheetFile('half.xlsx', '课程', [
      ['HALF-1', '导入一半'],
      ['HALF-2', ''],
    ]),
  );
  await page.getByText('有误 1', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.getByText('将导入 1 行，跳过有误的 1 行。').last().waitFor();
  await page.getByRole('button', { name: '开始导入' }).last().click();
  await page.getByText('成功导入 1 条，失败 1 条').first().waitFor();
  const buttons = page.locator('.kk-transfer').getByRole('button');
  expect(
    new Set(await buttons.evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top))))
      .size,
  ).toBe(1);
  expect(await buttons.count()).toBe(3);
  await buttons.last().click();
});

it('an import interrupted by a reload waits and continues when resumed', async () => {
  const { page } = admin;
  await page.route('**/courses/import?*', (route) => route.abort());
  await openImport(page, await sheetFile('again.xlsx', '课程', [['RE-1', '重载课程']]));
  await page.getByText('新增 1', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.getByText('确定要导入这 1 行数据吗？').last().waitFor();
  await page.getByRole('button', { name: '开始导入' }).last().click();
  await page.getByText('导入出错，已暂停导入').first().waitFor();
  await page.unroute('**/courses/import?*');
  await page.reload();
  await page.getByText('有未完成的任务：课程').first().waitFor();
  await page.getByRole('button', { name: '继续' }).click();
  await page.getByText('成功 1 条，失败 0 条').first().waitFor();
  expect(await titlesOf("sn = 'RE-1'")).toEqual(['重载课程']);
});

it('a deleted row is restored from the trash', async () => {
  const { page } = admin;
  await deleteTeacher(page, '误删的老师');
  await page.goto('/admin/trash');
  await page.getByRole('checkbox', { name: '误删的老师' }).check();
  await page.getByRole('button', { name: /^恢\s?复$/ }).click();
  await page.getByText('已恢复 1 条').first().waitFor();
  expect(await query(`select 1 from teachers where name = '误删的老师' and deleted_at is null`)).toHaveLength(1);
});

it('the palette opens by its shortcut, finds pages by initials and records by name, and returns the focus', async () => {
  const { page, problems } = admin;
  await page.goto('/admin/index');
  await page.getByRole('button', { name: '搜索或跳转' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '搜索后台' });
  await box.fill('xxjl');
  await page.getByRole('option', { name: '学习记录 页面' }).waitFor();
  await box.fill('误删的老师');
  await page
    .getByRole('option', { name: /误删的老师/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/teachers\?open=\d+/);
  await page.goto('/admin/index');
  await page.getByRole('button', { name: '搜索或跳转' }).click();
  await page
    .getByRole('option', { name: /误删的老师/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog', { name: '搜索后台' }).count()).toBe(0);
  expect(problems.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
});
