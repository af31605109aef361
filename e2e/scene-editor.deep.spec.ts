import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

afterAll(closeBrowser);

it('a school writes a scene as fields: what is wrong leads to its place, and the talk is tried before it is saved', async () => {
  const admin = await newVisitor();
  const { page, problems } = admin;
  await logInAsAdmin(page);
  const { id } = await send(page, 'POST', 'admin/ai-prompt-templates', {
    key: 'scene-editor',
    name: '聚会',
    type: 2,
    locale: 'en',
    body: 'Play {{ai_role}}.',
  });
  await page.goto(`/admin/ai-prompt-templates/${Number(id)}/scene`);
  await page.getByText('没有发现问题。').waitFor();
  const trial = page.getByLabel('学员的回答');
  await trial.fill('My name is Lin');
  await trial.press('Enter');
  await page.getByText('识别为 give_name').waitFor();

  await page.getByRole('tab', { name: '对话脚本' }).click();
  await page.getByRole('button', { name: /^1\. start/ }).click();
  await page.getByLabel('参考答案 B1 · 英文').fill('The weather is fine.');
  const fault = page.getByRole('button', { name: '节点 1 start · 参考答案 B1' });
  await fault.waitFor();
  await picture(page, 'scene-editor-faults');
  await page.getByRole('tab', { name: '设定与目标' }).click();
  await fault.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('script.nodes[0].model.B1.en');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Hi, my name is Ming.');
  await page.getByLabel('老师的话 A1 1 · 英文').fill('Hi! Who are you?');
  await page.getByText('没有发现问题。').waitFor();
  await page.locator('li', { hasText: 'Hi! Who are you?' }).last().waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: '返回模板' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button').first().click();
  await page.keyboard.press('ControlOrMeta+S');
  await expect
    .poll(async () => {
      const [row] = await query<{ line: string }>(
        "select scene #>> '{script,nodes,0,say,A1,0,en}' as line from ai_prompt_templates where id = $1",
        [id],
      );
      return row?.line;
    })
    .toBe('Hi! Who are you?');
  await page.getByRole('button', { name: '保存' }).and(page.locator(':disabled')).waitFor();
  await picture(page, 'scene-editor');
  await page.setViewportSize(phone);
  await picture(page, 'scene-editor-phone');
  expect(problems).toEqual([]);
});
