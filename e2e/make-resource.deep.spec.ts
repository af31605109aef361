import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, picture, type Visitor } from './support/browser.ts';
import { startDevelopment, type Development } from './support/servers/development.ts';

let development: Development;
let admin: Visitor;

/** Words of a text box in the three languages. */
async function word(place: Pick<Page, 'getByLabel'>, label: string, words: readonly string[]): Promise<void> {
  for (const [index, language] of ['简体中文', 'English', '繁體中文'].entries())
    await place.getByLabel(`${label} · ${language}`, { exact: true }).fill(words[index] ?? '');
}

/** The development server reloads pages by itself, which aborts a navigation that has begun. */
const openList = (page: Page) =>
  expect
    .poll(() =>
      page.goto(`${development.url}/admin/classrooms`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
const openTab = (page: Page, tab: string) => page.goto(`${development.url}/admin/developments?tab=${tab}`);

/** Shows the difference and writes it; the development server then starts anew, and so do the pages. */
async function write(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: '预览改动' }).click();
  const button = page.getByRole('button', { name: /^写入 \d+ 个文件$/ });
  await button.waitFor();
  const files = await page.locator('details summary').allInnerTexts();
  await button.click();
  return files.map((text) => text.split('\n')[0] ?? '');
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

beforeAll(async () => {
  development = await startDevelopment();
  admin = await newVisitor({ isLocal: true });
  const { page } = admin;
  const { url, admin_password: password } = development;
  const token = (await (await page.request.get(`${url}/web-api/open/token`)).json()) as { _token: string };
  const reply = await page.request.post(`${url}/web-api/open/login`, {
    data: { username: 'admin', password },
    headers: { 'X-CSRF-TOKEN': token._token },
  });
  if (!reply.ok()) throw new Error(await reply.text());
});
afterAll(async () => {
  await closeBrowser();
  await development.stop();
});

it('a resource is made in the browser, used, and gets another field; the checks pass', async () => {
  const { page } = admin;
  await openTab(page, 'generate');
  await page.getByLabel('英文标识（复数）').fill('classrooms');
  await word(page, '名称', ['教室', 'Classrooms', '教室']);
  await word(page, '计数单位', ['间教室', 'classroom', '間教室']);
  for (const [key, words] of [
    ['name', ['教室名称', 'Name', '教室名稱']],
    ['remark', ['备注', 'Remark', '備註']],
  ] as const) {
    const field = page.locator('details').filter({ has: page.locator('summary', { hasText: key }) });
    await field.locator('summary').click();
    await word(field, '字段名称', words);
  }
  const files = await write(page);
  expect(files).toEqual(
    expect.arrayContaining([
      'shared/src/resources/system/classrooms.ts',
      'shared/src/locales/zh-CN/resources/classrooms.json',
    ]),
  );
  await page.getByRole('link', { name: '打开 classrooms' }).click();

  await page.getByRole('heading', { level: 1, name: '教室' }).waitFor();
  await page.getByRole('button', { name: '新建教室' }).first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: '新建教室' });
  await drawer.getByRole('textbox', { name: '教室名称' }).fill('A101');
  await drawer.getByRole('button', { name: /^(创建|保\s?存)$/ }).click();
  // The new record is open beside the list, whose rows are cards there.
  await page.getByText('教室 #1').waitFor();
  await openList(page);
  await row(page, 'A101').waitFor();
  await picture(page, 'made-resource');

  await openTab(page, 'add_field');
  await page.getByRole('combobox', { name: '后台资源' }).selectOption('classrooms');
  await page.getByLabel('字段名', { exact: true }).fill('seats');
  await page.getByRole('combobox', { name: '类型' }).selectOption('integer');
  await word(page, '字段名称', ['座位数', 'Seats', '座位數']);
  await write(page);
  const words = join(development.folder, 'shared/src/locales/en/resources/classrooms.json');
  await expect.poll(() => readFileSync(words, 'utf8')).toContain('Seats');
  await openList(page);
  await row(page, 'A101').getByText('A101').click();
  await page.getByRole('spinbutton', { name: '座位数' }).fill('40');
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await page.getByText('40', { exact: true }).or(page.getByText('已保存')).first().waitFor();
  await openList(page);
  await row(page, 'A101').getByRole('cell', { name: '40', exact: true }).waitFor();
  await picture(page, 'made-field');

  const run = (...command: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: development.folder,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
    return stdout;
  };
  expect(run('tools/check.mjs')).toMatch(/checks: \d+ passed, 0 failed/);
  run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    'src/kit/conformance.test.ts',
    'src/features/field-labels.test.ts',
  );
});
