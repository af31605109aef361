import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { choose, openNew, putOnSale, save } from './support/back-office.ts';
import { enterPassword, logInAsAdmin, memberPassword } from './support/people.ts';

let admin: Visitor;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaike-members-'));
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  await closeBrowser();
  await rm(folder, { recursive: true, force: true });
});

it('an administrator enters a learner with a product, who comes in by a link', async () => {
  const { page } = admin;
  await putOnSale(page, '入学礼包');
  const drawer = await openNew(page, 'members', '学员');
  await drawer.getByLabel('姓名').fill('李小红');
  await drawer.getByLabel('手机号').fill('13900018001');
  await choose(page, drawer, '开通商品', '入学礼包');
  await picture(page, 'new-member');
  const id = await save(page, drawer);
  await page.goto('/admin/members');
  await page.getByRole('button', { name: '首次登录链接' }).click();
  await page.getByRole('button', { name: '生成链接' }).click();
  const lines = await page.getByRole('textbox', { name: '首次登录链接' }).inputValue();
  const link =
    lines
      .split('\n')
      .find((line) => line.includes('13900018001'))
      ?.split('\t')[2] ?? '';
  await picture(page, 'first-logins');

  const person = await newVisitor({ size: phone });
  await person.page.goto(new URL(link).pathname);
  await person.page.getByText('李小红，您好').waitFor();
  await person.page.getByLabel('密码', { exact: true }).fill(memberPassword);
  await person.page.getByRole('checkbox').check();
  const [above, label] = await Promise.all([
    person.page.locator('form > p').first().boundingBox(),
    person.page.getByText('密码', { exact: true }).boundingBox(),
  ]);
  expect((label?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'space above the label').toBeGreaterThan(8);
  await picture(person.page, 'first-login');
  await person.page.getByRole('button', { name: '设置密码并登录' }).click();
  await person.page.waitForURL('**/home/index');
  await person.page.getByText('入学礼包的课程').first().waitFor();
  await person.page.getByRole('textbox', { name: '称呼' }).waitFor();
  await person.page.goto(new URL(link).pathname);
  await person.page.getByText('链接已失效或已经用过').waitFor();
  const [row] = await query<{ source: string }>('select source from members where id = $1', [id]);
  expect(row?.source).toBe('admin');
  expect(person.problems).toEqual([]);
  await person.context.close();
});

it('an administrator imports learners, corrects a wrong row, and undoes the import', async () => {
  const { page } = admin;
  const file = join(folder, 'members.xlsx');
  const heads = ['姓名', '手机号', '标签'];
  const rows = [
    ['导入甲', '13900018002', '三月班'],
    ['导入乙', '123', '三月班'],
  ];
  await writeFile(file, await writeXlsx({ sheets: [{ name: '学员', rows: [heads, ...rows] }] }));
  await page.goto('/admin/members');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '选择文件' }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByRole('button', { name: '有误 1' }).waitFor();
  await page.getByRole('textbox', { name: '第 3 行 手机号' }).fill('13900018003');
  await page.getByRole('textbox', { name: '第 3 行 手机号' }).blur();
  await page.getByRole('button', { name: '导入 2 行', exact: true }).click();
  await page.getByText('导入完成', { exact: true }).waitFor();
  const numbers = "'13900018002', '13900018003'";
  const readUsers = () => query(`select 1 from users where mobile_phone in (${numbers})`);
  expect(await readUsers()).toHaveLength(2);
  const visitor = await newVisitor({ size: phone });
  await visitor.page.goto('/open/login');
  await enterPassword(visitor.page, '13900018002', memberPassword);
  await visitor.page.getByText('账号或密码不正确').first().waitFor();
  await visitor.context.close();
  await page.goto('/admin/members');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByRole('button', { name: '撤销本次导入' }).click();
  await page.getByText('确定要撤销本次导入吗？').last().waitFor();
  await page.getByRole('button', { name: '撤销本次导入' }).last().click();
  await page.getByText('已撤销 2 条').last().waitFor();
  expect(await readUsers()).toEqual([]);
  expect(admin.problems).toEqual([]);
});
