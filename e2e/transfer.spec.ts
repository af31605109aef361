import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx, writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

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

async function openImport(page: Page, file: string, list = '/admin/courses'): Promise<void> {
  await page.goto(list);
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '选择文件' }).click(),
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

it("the school's own sheet: headings are matched once, a proposal is taken, and the rest is skipped by number", async () => {
  const { page } = admin;
  await send(page, 'POST', 'admin/subjects', { name: '商务英语' });
  const path = join(folder, 'own.xlsx');
  const rows = [
    ['2026 秋季课程表'],
    ['课程', '编号', '学科', '班主任'],
    ['自己的课', 'OWN-1', '商务英文', '王老师'],
    ['', 'OWN-2', '', ''],
    ['第三门', 'OWN-3', '', ''],
  ];
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] }));
  await openImport(page, path);
  // The one heading nobody knows is asked for, and remembered.
  await page.getByRole('rowheader', { name: '班主任' }).waitFor();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '有误 2' }).waitFor();
  await page.getByRole('button', { name: '改为“商务英语”' }).click();
  await page.getByRole('button', { name: '新增 2' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '导入 2 行，跳过 1 行' }).click();
  await page.getByText('导入完成', { exact: true }).waitFor();
  expect(await titlesOf("sn like 'OWN-%'")).toEqual(['自己的课', '第三门']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载有误的 1 行' }).click(),
  ]);
  const wrong = join(folder, 'wrong.xlsx');
  await download.saveAs(wrong);
  expect(JSON.stringify((await readXlsx(new Uint8Array(await readFile(wrong)))).sheets[0]?.rows)).toContain('OWN-2');
  await openImport(page, path);
  // Nothing is left to ask; what was imported is not written again.
  await page.getByRole('button', { name: '不变 1' }).waitFor();
  await page.getByRole('button', { name: '更新 0' }).waitFor();
});

it('what a file hides is told before anything is written, and a file that is no workbook is named', async () => {
  const { page } = admin;
  await send(page, 'POST', 'admin/subjects', { name: '演讲与口才' });
  const csv = join(folder, 'renamed.xlsx');
  await writeFile(csv, '课程编号,课程名称\nCSV-1,文本\n');
  await openImport(page, csv);
  await page.getByText('这是文本文件（如 CSV）').waitFor();
  const path = join(folder, 'hidden.xlsx');
  const heads = ['课程编号', '课程名称', '学科'];
  const rows = [
    heads,
    ['HID-1', '第一门', '演讲与口才'],
    ['HID-2', '第二门', null],
    ['HID-3', '筛掉的', null],
    ['HID-4', null, null],
  ];
  await writeFile(
    path,
    await writeXlsx({
      sheets: [
        { name: '底稿', rows: [heads, ['HID-0', '底稿里的', null]], hidden: true },
        { name: '春季', rows: [heads, ['HID-9', '春季课', null]] },
        {
          name: '秋季',
          rows,
          rowDefs: new Map([[3, { hidden: true }]]),
          merges: [{ startRow: 1, startCol: 2, endRow: 3, endCol: 2 }],
          cells: new Map([['4,1', { type: 'formula', value: null, formula: 'A5' }]]),
        },
      ],
      activeSheet: 1,
    }),
  );
  await openImport(page, path);
  await page.getByRole('heading', { name: '“hidden.xlsx”有 3 个工作表' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '秋季 4 行' }).click();
  await page.getByText('其中 1 行在表格里被隐藏').waitFor();
  await page.getByText('合并的单元格已向下填充，共 2 格').waitFor();
  await page.getByText('公式没有计算结果').waitFor();
  await page.getByRole('button', { name: '新增 2' }).waitFor();
  expect(await page.getByLabel('第 3 行 科目').inputValue()).toBe('演讲与口才');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('combobox', { name: '隐藏的行' }).selectOption('include');
  await page.getByRole('button', { name: '新增 3' }).waitFor();
  await page.getByRole('combobox', { name: '隐藏的行' }).selectOption('leave');
  await page.getByRole('button', { name: '导入 2 行，跳过 1 行' }).click();
  await page.getByText('导入完成', { exact: true }).waitFor();
  expect(await titlesOf("sn like 'HID-%'")).toEqual(['第一门', '第二门']);
});

it('a wrong row is corrected by keyboard, the import is saved, exported, and undone', async () => {
  const { page } = admin;
  await openImport(
    page,
    await sheetFile('courses.xlsx', '课程', [
      ['E2E-1', '导入课程一'],
      ['E2E-2', ''],
    ]),
  );
  await page.getByRole('button', { name: '有误 1' }).waitFor();
  const cell = page.getByRole('textbox', { name: '第 4 行 课程名称' });
  await cell.fill('导入课程二');
  await cell.press('Enter');
  await page.getByRole('button', { name: '新增 2' }).waitFor();
  await page.getByRole('button', { name: '导入 2 行', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('导入完成', { exact: true }).waitFor();
  expect(await titlesOf("sn like 'E2E-%' and deleted_at is null")).toEqual(['导入课程一', '导入课程二']);

  await page.getByRole('button', { name: '查看课程' }).click();
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

  await page.goto('/admin/courses/import');
  await page.getByRole('button', { name: '撤销本次导入' }).first().click();
  await page.getByText('确定要撤销本次导入吗？').last().waitFor();
  await page.getByRole('button', { name: '撤销本次导入' }).last().click();
  await page.getByText('已撤销 2 条').last().waitFor();
  expect(await titlesOf("sn like 'E2E-%' and deleted_at is null")).toEqual([]);
});

it('an import interrupted by a reload waits and continues when resumed', async () => {
  const { page } = admin;
  await page.route('**/courses/import?*', (route) => route.abort());
  await openImport(page, await sheetFile('again.xlsx', '课程', [['RE-1', '重载课程']]));
  await page.getByRole('button', { name: '导入 1 行', exact: true }).click();
  await page.getByText('导入出错，已暂停导入').first().waitFor();
  await page.unroute('**/courses/import?*');
  await page.reload();
  await page.getByText('有未完成的任务：课程').first().waitFor();
  await page.getByRole('button', { name: '继续' }).click();
  await page.getByText('成功 1 条，失败 0 条').first().waitFor();
  expect(await titlesOf("sn = 'RE-1'")).toEqual(['重载课程']);
});

it('a row of a sheet that is in the trash is restored from the import', async () => {
  const { page } = admin;
  await deleteTeacher(page, '表格里的老师');
  const path = join(folder, 'teachers.xlsx');
  await writeFile(path, await writeXlsx({ sheets: [{ name: '老师', rows: [['姓名'], ['表格里的老师']] }] }));
  await openImport(page, path, '/admin/teachers');
  await page.getByText('回收站中有相同的记录').waitFor();
  await page.getByRole('button', { name: '恢复该记录（第 2 行）' }).click();
  await page.getByRole('button', { name: '不变 1' }).waitFor();
  expect(await query(`select 1 from teachers where name = '表格里的老师' and deleted_at is null`)).toHaveLength(1);
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
  await page.getByRole('button', { name: '搜索学员、手机号' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '搜索后台' });
  await box.fill('xxjl');
  await page.getByRole('option', { name: '学习记录 页面' }).waitFor();
  await box.fill('误删的老师');
  // What Enter takes is the chosen one.
  await page.getByRole('option', { name: /误删的老师/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/teachers\?open=\d+/);
  await page.goto('/admin/index');
  await page.getByRole('button', { name: '搜索学员、手机号' }).click();
  await page
    .getByRole('option', { name: /误删的老师/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '搜索后台' }).waitFor({ state: 'detached' });
  expect(problems.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
});
