import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, phone, picture } from './support/browser.ts';
import { settled } from './support/open-page.ts';
import { startTalkPeople } from './support/talk-people.ts';

afterAll(closeBrowser);

const mobile = '13900020591';

it('a café talk to all goals by typing, its report, and a word reviewed', async () => {
  const { person } = await startTalkPeople(mobile);
  const { page, problems } = person;

  await page.goto('/home/ai-teacher');
  await page.getByText('剩余 30 分钟').waitFor();
  await page.getByRole('button', { name: /咖啡馆点单/ }).waitFor();
  const faults = await faultsOf(page);
  await picture(page, 'talk-home');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).waitFor();
  await picture(page, 'talk-scene');
  await page.getByRole('button', { name: '开始对话' }).click();

  const lines = page.getByRole('list').filter({ hasText: '预设对话' });
  await lines.getByRole('button', { name: '看译文' }).first().click();
  await page.getByRole('button', { name: '收起译文' }).waitFor();
  await lines.locator('p[lang="en"] button').nth(2).click();
  await page.getByRole('button', { name: '加入生词本' }).click();
  await page.getByRole('button', { name: '移出生词本' }).waitFor();
  await picture(page, 'talk-word');
  await page.keyboard.press('Escape');
  faults.push(...(await faultsOf(page)));

  const report = page.getByRole('link', { name: '看报告' });
  // The sentence of each hint is an answer the scene understands; one answer is off the topic.
  for (let turn = 0; turn < 14 && !(await report.isVisible()); turn += 1) {
    const field = page.getByRole('textbox', { name: '您的回答' });
    if (turn === 1) await field.fill('My dog is green');
    else {
      await page.getByRole('button', { name: '提示', exact: true }).click();
      await page.getByRole('button', { name: '看参考句' }).click();
      if (turn === 2) await picture(page, 'talk-hint');
      await page.getByRole('button', { name: '填入回答' }).click();
    }
    const sent = await lines.getByRole('listitem').count();
    await field.press('Enter');
    await expect.poll(() => lines.getByRole('listitem').count()).toBe(sent + 2);
    await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  }
  await picture(page, 'talk-ended');
  // The other looks of the same page, for review.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'talk-desktop-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  faults.push(...(await faultsOf(page)));
  await picture(page, 'talk-360');
  await page.setViewportSize(phone);
  await report.click();
  await page.getByRole('heading', { name: '对话报告' }).waitFor();
  await page.getByText('扣除时长').waitFor();
  await expect.poll(() => page.getByLabel('已达成').count()).toBe(3);
  faults.push(...(await faultsOf(page)));
  await picture(page, 'talk-report');

  await page.goto('/home/ai-teacher/words');
  await page.getByRole('button', { name: '看释义' }).waitFor();
  await settled(page);
  await page.keyboard.press(' ');
  faults.push(...(await faultsOf(page)));
  await picture(page, 'talk-review');
  await page.keyboard.press('3');
  await page.getByText('今天复习了 1 个词。').waitFor();

  await page.goto('/home/ai-teacher/talks');
  await page.getByRole('button', { name: '导出文本' }).waitFor();
  faults.push(...(await faultsOf(page)));
  await picture(page, 'talk-history');
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '删除对话' }).click();
  await page.getByText('还没有对话').waitFor();
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});
