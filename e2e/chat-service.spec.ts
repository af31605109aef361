import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatKey, startAiVendor, type AiVendor } from '../server/test/fakes/chat/ai-vendor.ts';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

let fake: AiVendor;

beforeAll(async () => {
  fake = await startAiVendor();
});
afterAll(async () => {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  await send(page, 'PUT', 'admin/configs', { values: { chat_driver: 'local' } });
  await fake.close();
  await closeBrowser();
});

const mobile = '13900020671';

it('a school enters its chat service, tests it, and a learner talks freely', async () => {
  const [admin, person] = [await newVisitor(), await newVisitor({ size: phone })];
  for (const { page } of [admin, person]) page.setDefaultTimeout(60_000);
  await logInAsAdmin(admin.page);
  await admin.page.goto('/admin/configs?group=chat');
  await admin.page.getByRole('combobox', { name: 'AI 对话服务' }).click();
  await admin.page.getByTitle('其他兼容服务或自建模型', { exact: true }).click();
  const fill = (name: string, value: string) => admin.page.getByLabel(new RegExp(`^${name}`)).fill(value);
  await fill('接口地址', fake.base);
  await fill('API Key', chatKey);
  await fill('模型', 'echo');
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.getByRole('button', { name: '测试对话' }).click();
  await admin.page.getByText(/chatcmpl-fake/).waitFor();
  await picture(admin.page, 'chat-settings');

  const { page } = person;
  await registerMember(page, mobile);
  await activateBySupport(mobile);
  const [member] = await query<{ id: string }>(
    'select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  const grant = { ids: [Number(member?.id)], minutes: 10, reason: '开学赠送' };
  await send(admin.page, 'POST', 'admin/members/add-seconds', grant);
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /自由对话/ }).click();
  await page.getByRole('button', { name: '开始对话' }).waitFor();
  await picture(page, 'free-talk-start');
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I went to the sea');
  await field.press('Enter');
  await page.getByText('AI 生成', { exact: true }).waitFor();
  await expect.poll(() => page.locator('p[lang="en"]').last().textContent()).toContain('You said: I went to the sea');
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  const faults = await faultsOf(page);
  await picture(page, 'free-talk');

  await admin.page.goto('/admin/ai-usage');
  await admin.page.getByText('学员对话').first().waitFor();
  await picture(admin.page, 'ai-usage');
  await admin.page.goto('/admin/ai-counts?by=purpose');
  await admin.page.getByRole('link', { name: '学员对话' }).waitFor();
  expect(faults).toEqual([]);
  expect([...admin.problems, ...person.problems]).toEqual([]);
});
