import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAgain } from './support/people.ts';
import { startTalkPeople } from './support/talk-people.ts';

const mobile = '13900020594';
const field = (page: Page) => page.getByRole('textbox', { name: '您的回答' });
const isAnswered = (page: Page) => page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
/** What the learner and the teacher said, as the page shows it. */
const shown = (page: Page): Promise<string[]> => page.locator('li p[lang="en"]').allTextContents();

/** A member has one session on each class of device. */
const android =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

afterAll(closeBrowser);

/** Lines of the learner that are stored, oldest first. */
const storedLines = async (): Promise<string[]> =>
  (
    await query<{ content: string }>(
      `select m.content from ai_messages m join ai_chats c on c.id = m.chat_id join members b on b.id = c.member_id
        join users u on u.id = b.user_id where u.mobile_phone = $1 and m.role <> 'ai' order by m.id`,
      [mobile],
    )
  ).map(({ content }) => content);

it('a talk moves from the phone to the desk and back without losing a line, and a double click is one turn', async () => {
  const [{ person: near }, far] = [await startTalkPeople(mobile, { userAgent: android }), await newVisitor()];
  far.page.setDefaultTimeout(300_000);
  await logInAgain(far.page, mobile);

  const { page } = near;
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByText('预设对话', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: '打字', exact: true }).click();

  // The answer takes a second to leave: the button is pressed twice, and Enter once more.
  await page.route('**/home/ai-messages', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    await route.continue();
  });
  await field(page).fill('Hello! I would like a latte, please.');
  await page.getByRole('button', { name: '发送' }).dblclick();
  await field(page)
    .press('Enter', { timeout: 1000 })
    .catch(() => undefined);
  await expect.poll(storedLines).toEqual(['Hello! I would like a latte, please.']);
  await page.unroute('**/home/ai-messages');
  await isAnswered(page);

  await far.page.goto(page.url());
  await far.page.getByRole('button', { name: '接过来' }).click();
  await far.page.getByRole('button', { name: '打字', exact: true }).click();
  await field(far.page).fill('A large one, please.');
  await field(far.page).press('Enter');
  await expect.poll(storedLines).toHaveLength(2);
  await isAnswered(far.page);
  await picture(far.page, 'talk-taken-over');

  await field(page).fill('For here, please.');
  await field(page).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '接过来' }).click();
  // The line that came too late is not lost: it stands in the field or is sent again.
  const resend = page.getByRole('button', { name: '重新发送' });
  await expect
    .poll(async () => {
      if ((await storedLines()).length === 3) return true;
      if (await resend.isVisible()) await resend.click();
      else if (await field(page).inputValue()) await field(page).press('Enter');
      return false;
    })
    .toBe(true);
  expect(await storedLines()).toEqual([
    'Hello! I would like a latte, please.',
    'A large one, please.',
    'For here, please.',
  ]);
  await isAnswered(page);
  const lines = await shown(page);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(lines);
  expect([...near.problems, ...far.problems].filter((problem) => !problem.includes('409'))).toEqual([]);
});
