import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatSettings, startAiVendor, type AiVendor } from '../server/test/fakes/chat/ai-vendor.ts';
import { faultsOf } from './support/audit.ts';
import { picture } from './support/browser.ts';
import { send } from './support/send.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let fake: AiVendor;

beforeAll(async () => {
  fake = await startAiVendor();
});
afterAll(() => closeVendor(fake, { chat_driver: 'local' }));

const mobile = '13900020677';

it('a learner lets the teacher remember, changes what it remembers, and has it forgotten', async () => {
  const { admin, person } = await startTalkPeople(mobile, { minutes: 10 });
  fake.proposals = JSON.stringify([
    { kind: 'interest', text: '喜欢徒步' },
    { kind: 'fact', text: '有糖尿病' },
  ]);
  const values = { ...chatSettings, chat_base: fake.base, chat_own_model: 'memory' };
  await send(admin.page, 'PUT', 'admin/configs', { values });
  const { page } = person;
  const talk = async (): Promise<void> => {
    await page.goto('/home/ai-teacher');
    await page.getByRole('button', { name: /自由对话/ }).click();
    await page.getByRole('button', { name: '开始对话' }).click();
    await page.getByRole('button', { name: '打字', exact: true }).click();
    const field = page.getByRole('textbox', { name: '您的回答' });
    await field.fill('I like hiking');
    await field.press('Enter');
    await expect.poll(() => page.locator('p[lang="en"]').last().textContent()).toContain('You said: I like hiking');
    await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  };
  const promptNow = (): string =>
    fake.seen.findLast(({ messages }) => messages.at(-1)?.content === 'I like hiking')?.messages[0]?.content ?? '';
  const finish = async (): Promise<void> => {
    await page.getByRole('button', { name: '结束', exact: true }).click();
    await page.getByRole('button', { name: '结束并看报告' }).click();
  };

  await talk();
  await finish();
  await page.getByRole('heading', { name: '让外教记住您聊到的事？' }).waitFor();
  await picture(page, 'memory-ask');
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await page.getByRole('link', { name: '看看记了什么' }).click();
  await page.getByText('还没有记下什么').waitFor();
  await picture(page, 'memories-none');

  await talk();
  await finish();
  await page.getByRole('link', { name: '看看记了什么' }).waitFor();
  await expect.poll(() => fake.seen.some(({ messages }) => messages.at(-1)?.content.includes('"known":'))).toBe(true);
  await expect
    .poll(async () => {
      await page.goto('/home/ai-teacher/memories');
      await page.getByRole('heading', { name: '外教记得的事' }).waitFor();
      return page.getByText('喜欢徒步').count();
    })
    .toBeGreaterThan(0);
  expect(await page.getByText('有糖尿病').count()).toBe(0);
  await page.getByRole('button', { name: '修改：喜欢徒步' }).click();
  await page.getByRole('textbox', { name: '内容' }).fill('想去徒步旅行');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '修改：想去徒步旅行' }).waitFor();
  await picture(page, 'memories');
  const faults = await faultsOf(page);

  await talk();
  expect(promptNow()).toContain('想去徒步旅行');
  await page.goto('/home/ai-teacher/memories');
  await page.getByRole('button', { name: '删除：想去徒步旅行' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '删除：想去徒步旅行' }).click();
  await page.getByText('已删除“想去徒步旅行”').waitFor();
  await picture(page, 'memories-removed');
  await page.goto('/home/ai-teacher');
  await page.getByRole('link', { name: '继续对话' }).click();
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I like hiking');
  const calls = fake.seen.length;
  await field.press('Enter');
  await expect.poll(() => fake.seen.length).toBeGreaterThan(calls);
  expect(promptNow()).not.toContain('徒步旅行');
  expect(faults).toEqual([]);
  expect([...admin.problems, ...person.problems]).toEqual([]);
});
