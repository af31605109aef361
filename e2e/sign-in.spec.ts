import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { untilRow } from './support/back-office.ts';
import { closeBrowser, desktop, newVisitor, phone } from './support/browser.ts';
import { lastCode, query } from './support/database.ts';
import { settled } from './support/open-page.ts';
import { send } from './support/send.ts';
import { enterPassword, logInAsAdmin, memberPassword, registerMember, solveCaptcha } from './support/people.ts';

afterAll(closeBrowser);

/** A new member through the form. */
async function registerThroughPage(page: Page, mobile: string): Promise<void> {
  await page.goto('/open/register');
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await solveCaptcha(page, () => page.getByRole('button', { name: '获取验证码' }).click());
  await page.getByRole('button', { name: /秒后重发/ }).waitFor();
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await lastCode(mobile));
  await page.getByLabel('密码', { exact: true }).fill(memberPassword);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await page.waitForURL('**/home/index');
  await page.getByRole('heading', { name: '还没有可学的课程' }).waitFor();
}

describe('signing in', () => {
  it('refuses a wrong password with a message and accepts the right one', async () => {
    const { page, context, problems } = await newVisitor();
    await page.goto('/open/login');
    await enterPassword(page, 'admin', 'Wrong2026pass');
    await page.getByText('账号或密码不正确').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/open/login');
    await enterPassword(page, 'admin', 'Kaike2026test');
    await page.waitForURL('**/admin/index');
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([desktop, phone])('moves nothing under a finger while the login page completes: %o', async (size) => {
    const { page, context } = await newVisitor({ size, isLocal: true });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/open/login?json=1', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/open/login');
    const places = async () =>
      Promise.all(
        [page.getByRole('tab', { name: '密码登录' }), page.getByRole('combobox', { name: '语言' }).last()].map((part) =>
          part.boundingBox(),
        ),
      );
    const early = await places();
    release();
    await page.getByRole('link', { name: '演示账号' }).waitFor();
    expect(await places()).toEqual(early);
    await context.close();
  });

  it('shows on empty pages what a new member can do', async () => {
    const { page, context, problems } = await newVisitor({ size: phone });
    await registerThroughPage(page, '13900010001');
    await page.getByRole('heading', { name: '怎么称呼您' }).waitFor();
    await page.getByRole('button', { name: '跳过' }).click();
    await page.getByRole('button', { name: '30 分钟' }).click();
    await page.getByRole('button', { name: 'B1 进阶' }).click();
    await page.getByRole('button', { name: 'B1 进阶' }).waitFor({ state: 'detached' });
    await untilRow(
      `select m.daily_goal_min, m.ai_level from members m join users u on u.id = m.user_id where u.mobile_phone = '13900010001'`,
      { daily_goal_min: 30, ai_level: 'B1' },
    );
    await page.reload();
    await page.getByRole('heading', { name: '还没有可学的课程' }).waitFor();
    await settled(page);
    expect(await page.getByRole('heading', { name: '怎么称呼您' }).count()).toBe(0);
    await page.goto('/home/courses');
    await page.getByRole('heading', { name: '还没有可学的课程' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home/courses');
    await page.getByRole('link', { name: '看看课程' }).click();
    await page.getByRole('heading', { name: '全部课程' }).waitFor();
    await page.goBack();
    // One in the head from the start; the empty list offers it once more.
    await page.getByRole('link', { name: '激活学习卡' }).first().click();
    await page.waitForURL('**/home/cards/use-card');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('sets a forgotten password by SMS', async () => {
    const { page, context } = await newVisitor({ size: phone });
    const mobile = '13900010002';
    await registerMember(page, mobile);
    await context.clearCookies({ name: /session/i });
    await page.goto('/open/logout');
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('heading', { name: '已退出登录' }).waitFor();
    // The minute between two codes passes.
    await query("update message_codes set created_at = created_at - interval '2 minutes' where receiver = $1", [
      mobile,
    ]);
    await page.goto('/open/password');
    await page.getByRole('textbox', { name: '手机号或邮箱' }).fill(mobile);
    await solveCaptcha(page, () => page.getByRole('button', { name: '下一步' }).click());
    await page.getByText(`验证码已发送至 ${mobile}`).first().waitFor();
    await page.getByRole('textbox', { name: '短信验证码' }).fill(await lastCode(mobile));
    await page.getByLabel('新密码', { exact: true }).fill(`${memberPassword}x`);
    await page.getByRole('button', { name: '重置密码' }).click();
    await page.waitForURL('**/open/login');
    await enterPassword(page, mobile, `${memberPassword}x`);
    await page.waitForURL('**/home/index');
    await context.close();
  });

  it('notifies the first device that the account was logged in elsewhere, without a way to cancel', async () => {
    const [first, second] = [await newVisitor({ size: phone }), await newVisitor({ size: phone })];
    const mobile = '13900010003';
    await registerMember(first.page, mobile);
    await first.page.goto('/home/cards/use-card');
    await first.page.getByRole('heading', { name: '填满这 16 格' }).waitFor();
    await second.page.goto('/open/login');
    await enterPassword(second.page, mobile, memberPassword);
    await second.page.waitForURL('**/home/index');
    await first.page.reload();
    const dialog = first.page.getByRole('dialog', { name: '提示' });
    await dialog.waitFor();
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['重新登录']);
    await first.page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button').click();
    await first.page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === '/open/login' && searchParams.get('back_url') === '/home/cards/use-card',
    );
    await Promise.all([first.context.close(), second.context.close()]);
  });

  it('redirects logged-in users from the root address and the public site to their own pages', async () => {
    const { page, context } = await newVisitor({ size: phone });
    await registerMember(page, '13900010004');
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForURL('**/home/index');
    await page.goto('/open/teachers');
    await page.getByRole('link', { name: '学习', exact: true }).waitFor();
    await page.getByRole('link', { name: '登录', exact: true }).waitFor({ state: 'detached' });
    await context.clearCookies();
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForURL('**/open/login');
    await context.close();
  });

  it('remembers the selected language', async () => {
    const { page, context } = await newVisitor();
    await page.goto('/open/login');
    await page.getByRole('combobox', { name: '语言' }).selectOption({ label: 'English' });
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await context.close();
  });

  it('lets an administrator choose Traditional Chinese, for parts that load later and for the calendar, too', async () => {
    const { page, context, problems } = await newVisitor();
    await logInAsAdmin(page);
    await page.goto('/admin/index');
    await page.getByRole('button', { name: '超级管理员' }).click();
    await page.getByRole('menuitem', { name: '语言' }).hover();
    await page.getByRole('menuitem', { name: '繁體中文' }).click();
    await page.getByRole('button', { name: /^搜尋學員/ }).waitFor();
    await page.goto('/admin/card-batches/0');
    await page.getByRole('textbox', { name: '兌換開始' }).click();
    await page.getByRole('button', { name: '確定' }).waitFor();
    // The choice is stored with the account, which other tests use.
    await send(page, 'PUT', 'admin/personage/preferences', { language: 'zh-CN' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(['/home/index', '/admin/index'])(
    'lets an administrator who came to %s log in and brings them to their pages',
    async (path) => {
      const { page, context } = await newVisitor();
      await page.goto(path);
      await page.getByRole('tab', { name: '密码登录' }).waitFor();
      expect(new URL(page.url()).search).toBe(`?${new URLSearchParams({ back_url: path }).toString()}`);
      await enterPassword(page, 'admin', 'Kaike2026test');
      // Administrators have no members' pages and are redirected to the back office instead.
      await page.waitForURL('**/admin/index');
      await page.getByRole('heading', { name: '今天', exact: true }).waitFor();
      await context.close();
    },
  );

  it('shows the not-found page for unknown paths', async () => {
    const { page, context } = await newVisitor();
    await page.goto('/open/no-such-page');
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    const answer = await page.goto('/nowhere?from=letter');
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    // The mistyped address stays, so that it can be corrected.
    expect([answer?.status(), new URL(page.url()).pathname + new URL(page.url()).search]).toEqual([
      404,
      '/nowhere?from=letter',
    ]);
    await context.close();
  });
});
