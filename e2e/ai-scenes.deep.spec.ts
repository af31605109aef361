import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;
let cafeId = 0;

beforeAll(async () => {
  admin = await newVisitor();
  admin.page.setDefaultTimeout(300_000);
  await logInAsAdmin(admin.page);
  const [row] = await query<{ id: number }>(
    "select id from ai_prompt_templates where key = 'talk-cafe' and status = 1",
  );
  cafeId = Number(row?.id);
});
afterAll(closeBrowser);

/** The panel of the trial; the form beside it holds the same texts. */
const openTrial = async ({ page }: Visitor, id: number): Promise<Locator> => {
  await page.goto(`/admin/ai-prompt-templates/${id}`);
  await page.getByRole('tab', { name: '试对话', exact: true }).click();
  return page.getByRole('tabpanel', { name: '试对话', exact: true });
};

it('a school tries a scripted scene from its template’s page, by keyboard', async () => {
  const { page, problems } = admin;
  const trial = await openTrial(admin, cafeId);
  await trial.getByText('预设对话', { exact: true }).waitFor();
  const answer = trial.getByLabel('学员的回答');
  const say = async (text: string): Promise<void> => {
    await answer.fill(text);
    await answer.press('Enter');
    await expect.poll(() => answer.inputValue()).toBe('');
  };
  await say('My dog is green');
  await trial.getByText('Sorry, which drink do you want?').waitFor();
  await trial.getByText('未识别').waitFor();
  await trial.getByRole('button', { name: '提示' }).click();
  await trial.getByText('说出想喝的饮料').waitFor();
  await trial.getByRole('button', { name: '查看参考答案' }).click();
  await trial.getByText('A latte, please.', { exact: true }).waitFor();
  await say('A large cappucino, please');
  await trial.getByText('点一杯饮料 已达成').waitFor();
  await trial.getByText(/一杯卡布奇诺/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'ai-scenes-trial');
  await trial.getByLabel('C1').check();
  await trial.getByText('点一杯饮料 未达成').waitFor();
  expect(problems).toEqual([]);
});

it('on a phone it fits, and a scene without a script says what it needs', async () => {
  const small = await newVisitor({ size: phone, dark: true });
  small.page.setDefaultTimeout(300_000);
  await logInAsAdmin(small.page);
  const trial = await openTrial(small, cafeId);
  await trial.getByLabel('学员的回答').fill('Tea, please');
  await trial.getByRole('button', { name: '发送' }).click();
  await trial.getByText('What size? Small, medium or large?').waitFor();
  await picture(small.page, 'ai-scenes-trial-phone');
  await settled(small.page);
  // The component library's menu of tabs that do not fit is not this panel's.
  expect((await faultsOf(small.page)).filter((fault) => !fault.includes('ant-tabs-nav'))).toEqual([]);
  const { id } = await send(admin.page, 'POST', 'admin/ai-prompt-templates', {
    key: 'free-meeting',
    name: '项目周会',
    type: 2,
    locale: 'en',
    body: 'Play {{ai_role}}.',
    scene: { user_role: 'a member', ai_role: 'the lead', place: 'a meeting', goals: ['Report'], minutes: 5 },
  });
  const other = await openTrial(small, Number(id));
  await other.getByText('需要接入对话服务').waitFor();
  expect(small.problems).toEqual([]);
});
