import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, phone, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { send } from './support/send.ts';
import { startTalkPeople } from './support/talk-people.ts';

afterAll(closeBrowser);

const mobile = '13900020592';

it('words that do not pass, words of need, the queue of the school, and a talk that it ends', async () => {
  const { admin, person, member_id } = await startTalkPeople(mobile);
  const { page, problems } = person;

  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '打字' }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('you are so stupid');
  await field.press('Enter');
  await page.getByText('未通过内容检查，没有发给外教').waitFor();
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  await field.fill('I want to die');
  await field.press('Enter');
  await page.getByText('告诉一位您信任的大人').waitFor();
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  const faults = await faultsOf(page);
  await picture(page, 'talk-guard');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'talk-guard-dark');
  faults.push(...(await faultsOf(page)));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);

  await admin.page.goto('/admin/ai-moderations?where[verdict]=care');
  await admin.page.getByText('轻生、自伤').first().click();
  await admin.page.getByRole('button', { name: '查看原文' }).first().click();
  await admin.page.getByLabel('查看原因').fill('联系学员');
  await picture(admin.page, 'moderation-reason');
  await admin.page.getByRole('dialog').last().getByRole('button', { name: '查看原文' }).click();
  await admin.page.getByText('I want to die').waitFor();
  await picture(admin.page, 'moderation-words');

  const [chat] = await query<{ id: string }>('select id from ai_chats where member_id = $1', [member_id]);
  await send(admin.page, 'PUT', 'admin/ai-chats/block', { ids: [Number(chat?.id)], reason: '联系家长' });
  await field.fill('Hello');
  await field.press('Enter');
  await page.getByText('如有疑问，请联系学校').waitFor();
  faults.push(...(await faultsOf(page)));
  await picture(page, 'talk-blocked');
  expect([faults, problems.filter((one) => !one.includes('409'))]).toEqual([[], []]);
});
