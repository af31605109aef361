import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatSettings, startAiVendor, type AiVendor } from '../server/test/fakes/chat/ai-vendor.ts';
import { faultsOf } from './support/audit.ts';
import { untilRow } from './support/back-office.ts';
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
    await page.getByRole('listitem').filter({ hasText: 'That sounds lovely!' }).waitFor();
    await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  };
  /** What the teacher was told with each of these lines. */
  const prompts = (): string[] =>
    fake.seen.flatMap(({ messages }) =>
      messages.at(-1)?.content === 'I like hiking' ? [messages[0]?.content ?? ''] : [],
    );
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
  await untilRow('select text from ai_memories', { text: '喜欢徒步' });
  await page.goto('/home/ai-teacher/memories');
  await page.getByText('喜欢徒步').waitFor();
  expect(await page.getByText('有糖尿病').count()).toBe(0);
  await page.getByRole('button', { name: '修改：喜欢徒步' }).click();
  await page.getByRole('textbox', { name: '内容' }).fill('想去徒步旅行');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '修改：想去徒步旅行' }).waitFor();
  await picture(page, 'memories');
  const faults = await faultsOf(page);

  await talk();
  expect(prompts().at(-1)).toContain('想去徒步旅行');
  await page.goto('/home/ai-teacher/memories');
  await page.getByRole('button', { name: '删除：想去徒步旅行' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('已删除“想去徒步旅行”').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '删除：想去徒步旅行' }).click();
  await page.getByText('已删除“想去徒步旅行”').waitFor();
  await picture(page, 'memories-removed');
  await page.goto('/home/ai-teacher');
  await page.getByRole('link', { name: '继续对话' }).click();
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I like hiking');
  const before = prompts().length;
  await field.press('Enter');
  await expect.poll(() => prompts().length).toBeGreaterThan(before);
  expect(prompts().at(-1)).not.toContain('徒步旅行');
  expect(faults).toEqual([]);
  expect([...admin.problems, ...person.problems]).toEqual([]);
});
