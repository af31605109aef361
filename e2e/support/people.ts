import type { Page } from 'playwright-core';
import { captchaAnswer, captchaPass, lastCode } from './database.ts';
import { send } from './send.ts';
import { ownServer } from './server.ts';

export const memberPassword = 'Member2026';

type Puzzle = { challenge: string; width: number };

/** Drags the slider like a hand: fast at first, slower towards the hole, never in a straight line. */
async function drag(page: Page, share: number): Promise<void> {
  const handle = page.getByRole('slider');
  const box = await handle.boundingBox();
  const rail = await handle.locator('..').boundingBox();
  if (!box || !rail) throw new Error('the slider cannot be seen');
  const [x, y, way, steps] = [box.x + box.width / 2, box.y + box.height / 2, rail.width * share, 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1)
    await page.mouse.move(x + way * (1 - (1 - step / steps) ** 2), y + (step % 3));
  // A hand pauses on the hole before it releases.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 400);
      }),
  );
  await page.mouse.move(x + way, y);
  await page.mouse.up();
}

/** Runs `trigger`, which requests the puzzle, and solves it. */
export async function solveCaptcha(page: Page, trigger: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([
    // A vendor's challenge, which the slider replaces when its script cannot be loaded, has no width.
    page.waitForResponse(
      async (response) =>
        response.url().includes('/open/geetest') &&
        response.request().method() === 'GET' &&
        'width' in ((await response.json()) as object),
    ),
    trigger(),
  ]);
  const puzzle = (await answer.json()) as Puzzle;
  await page.getByRole('slider').waitFor();
  await drag(page, (await captchaAnswer(puzzle.challenge)) / puzzle.width);
  await page.getByRole('slider').waitFor({ state: 'detached' });
}

/** Enters a name and a password on the login page and submits them. */
export async function enterPassword(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('tab', { name: '密码登录' }).click();
  await page.getByRole('textbox', { name: '用户名、邮箱或手机号' }).fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Logs in without the login page, which has its own tests. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await send(page, 'POST', 'open/login', { username, password });
}

/** Logs the super administrator in. Opens no page: a test opens the one it is about. */
export async function logInAsAdmin(page: Page): Promise<void> {
  await logIn(page, 'admin', ownServer().admin_password);
}

/** A new member, logged in; opens no page. The form and its slider are tested in sign-in.spec.ts. */
export async function registerMember(page: Page, mobile: string): Promise<void> {
  await send(page, 'POST', 'open/register/send', { mobile_phone: mobile, verify: await captchaPass() });
  const message_code = await lastCode(mobile);
  await send(page, 'POST', 'open/register', {
    mobile_phone: mobile,
    message_code,
    password: memberPassword,
    password_confirmation: memberPassword,
    agree: true,
  });
}

/** Logs out and in again, so that new permissions apply; opens no page. */
export async function logInAgain(page: Page, mobile: string): Promise<void> {
  await page.context().clearCookies();
  await logIn(page, mobile, memberPassword);
}
