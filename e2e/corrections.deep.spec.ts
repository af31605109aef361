import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, phone, picture } from './support/browser.ts';
import { startTalkPeople } from './support/talk-people.ts';

afterAll(closeBrowser);

const mobile = '13900020598';

it('marks what was wrong, says why, takes a mark away, hides them, and practises them in the report', async () => {
  const { person } = await startTalkPeople(mobile);
  const { page, problems } = person;

  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '打字' }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  const lines = page.getByRole('list').filter({ hasText: '预设对话' }).first();
  await lines.getByText('看译文').first().waitFor();
  const say = async (text: string): Promise<void> => {
    const replies = await lines.getByText('看译文').count();
    await field.fill(text);
    await page.getByRole('button', { name: '发送' }).click();
    await expect.poll(() => lines.getByText('看译文').count()).toBe(replies + 1);
    await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  };
  await say('I very like coffee, and I want listen music here.');
  const why = page.getByText('2 处可以改，看看为什么');
  await why.click();
  await page.getByText('动词前用 really').waitFor();
  await page.getByText('建议把“very like”改为“really like”。').waitFor({ state: 'attached' });
  const faults = await faultsOf(page);
  await picture(page, 'corrections');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'corrections-dark');
  faults.push(...(await faultsOf(page)));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);

  await page.getByRole('button', { name: '这里没有错？' }).first().click();
  await page.getByText('1 处可以改，看看为什么').waitFor();
  await page.getByRole('button', { name: '不显示批改' }).click();
  await page.getByRole('button', { name: '有 1 处批改，点击显示' }).waitFor();
  await say('I very like a latte.');
  await page.reload();
  await page.getByRole('button', { name: '有 1 处批改，点击显示' }).first().click();
  await expect.poll(() => page.getByText('1 处可以改，看看为什么').count()).toBe(2);
  await page.getByRole('button', { name: '打字' }).click();

  await say('A small coffee, please.');
  await page.getByRole('button', { name: '结束', exact: true }).click();
  await page.getByRole('button', { name: '结束并看报告' }).click();
  await page.getByRole('heading', { name: '这次的错误' }).waitFor();
  // Once, as a card to keep.
  await page.getByText('I really like a latte.').waitFor();
  expect(await page.getByText('I really like a latte.').count()).toBe(1);
  faults.push(...(await faultsOf(page)));
  await picture(page, 'corrections-report');
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});
