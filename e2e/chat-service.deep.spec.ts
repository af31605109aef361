import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatKey, startAiVendor, type AiVendor } from '../server/test/fakes/chat/ai-vendor.ts';
import { faultsOf } from './support/audit.ts';
import { picture } from './support/browser.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let fake: AiVendor;

beforeAll(async () => {
  fake = await startAiVendor();
});
afterAll(() => closeVendor(fake, { chat_driver: 'local' }));

const mobile = '13900020671';

it('a school enters its chat service, tests it, and a learner talks freely', async () => {
  const { admin, person } = await startTalkPeople(mobile, { minutes: 10 });
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
