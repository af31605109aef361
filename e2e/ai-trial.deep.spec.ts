import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture } from './support/browser.ts';
import { solveCaptcha } from './support/people.ts';

afterAll(closeBrowser);

it('a visitor meets the AI teachers and tries a scene for a minute without an account', async () => {
  const { page, problems } = await newVisitor({ size: phone });
  page.setDefaultTimeout(300_000);
  await page.goto('/open/index');
  await page.getByRole('link', { name: /免注册试聊一分钟/ }).click();
  await page.getByRole('heading', { name: '咖啡馆点单' }).waitFor();
  await page.getByLabel('A1 入门').check();
  await picture(page, 'ai-trial-start');
  await solveCaptcha(page, () => page.getByRole('button', { name: '开始试聊' }).click());
  const answer = page.getByLabel('您的英语回答');
  await page.getByRole('button', { name: '提示一下' }).click();
  await page.getByText('说出想喝的饮料').waitFor();
  await answer.fill('A large cappuccino, please');
  await answer.press('Enter');
  await page.getByText('点一杯饮料已完成').waitFor();
  await picture(page, 'ai-trial');
  expect(await faultsOf(page)).toEqual([]);
  for (let turn = 0; turn < 8 && (await answer.isVisible()); turn += 1) {
    await answer.fill('I am not sure');
    await answer.press('Enter');
    await expect.poll(async () => !(await answer.isVisible()) || (await answer.inputValue()) === '').toBe(true);
  }
  await page.getByText('注册后可以：').waitFor();
  await page.getByRole('link', { name: '免费注册' }).waitFor();
  await picture(page, 'ai-trial-end');
  expect(problems).toEqual([]);
});

it('the pages of teachers and scenes, in English on a dark desktop', async () => {
  const { page, problems } = await newVisitor({ size: desktop, language: 'en', dark: true });
  page.setDefaultTimeout(300_000);
  await page.goto('/open/ai-peoples');
  await page.getByRole('link', { name: /Anna/ }).waitFor();
  await picture(page, 'ai-peoples-en');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: /Anna/ }).click();
  await page.getByRole('heading', { name: /Anna/ }).waitFor();
  await picture(page, 'ai-person-en');
  await page.getByRole('link', { name: 'See the scenes' }).click();
  await page.getByText('Try it', { exact: true }).waitFor();
  await picture(page, 'ai-scenes-en');
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/open/ai-prompt-templates/999999');
  await page.getByText('This scene is not available').waitFor();
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
