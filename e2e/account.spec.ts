import { Buffer } from 'node:buffer';
import { afterAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, newVisitor, phone } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { enterPassword, memberPassword, logInAgain, logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

afterAll(closeBrowser);

const mobile = '13966778899';
/** A picture of one red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

async function proveByPassword(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '密码验证' }).click();
  await page.getByLabel('登录密码', { exact: true }).fill(memberPassword);
  await page.getByRole('button', { name: '下一步' }).click();
}

async function changeData(page: Page): Promise<void> {
  await page.goto('/home/personage/index');
  await page.getByRole('link', { name: '编辑资料' }).click();
  await page.getByRole('textbox', { name: '昵称' }).fill('小开同学');
  await page.getByRole('textbox', { name: '学校' }).fill('育才中学');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存').first().waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: '使用这张' }).click();
  await page.getByText('头像已更换').first().waitFor();
  await page.goto('/home/personage/index');
  await page.getByRole('heading', { level: 1, name: '小开同学' }).waitFor();
}

async function checkCertificate(page: Page): Promise<void> {
  await page.goto('/home/learning-records/certificate');
  await page.getByRole('button', { name: '生成学习证明' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^学习证明-[2-9A-Z]{12}\.pdf$/);
  const link = await page.getByRole('link', { name: '查验页面' }).getAttribute('href');
  const { page: visitor } = await newVisitor({ size: phone });
  await visitor.goto(link ?? '');
  await visitor.getByText('证明真实有效').first().waitFor();
  expect(await visitor.locator('main').innerText()).toContain('小***');
  await visitor.goto('/open/certificates/NOSUCHCODE22');
  await visitor.getByText('查不到这份证明').first().waitFor();
  await visitor.context().close();
}

/** The sheet opens inside the head of the page, whose links are as small as its icons. */
async function findSupport(page: Page): Promise<void> {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  await send(admin.page, 'PUT', 'admin/configs', { values: { support_phone: '400-000-0000' } });
  await admin.context.close();
  await page.goto('/home/personage/index');
  await page.getByRole('button', { name: '联系客服' }).click();
  const number = page.getByRole('dialog').getByRole('link', { name: '400-000-0000' });
  await expect.poll(async () => (await number.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  expect((await number.boundingBox())?.height).toBe(44);
}

it('a member on a phone manages their account, and a visitor verifies what they show', async () => {
  const { page, problems } = await newVisitor({ size: phone });
  await registerMember(page, mobile);
  await activateBySupport(mobile);
  await logInAgain(page, mobile);
  await changeData(page);
  await checkCertificate(page);
  await findSupport(page);

  // A WeChat browser is another device class, so that both stay logged in.
  const { page: other, context } = await newVisitor({ size: phone });
  await context.route('**/open/login?**', (route) =>
    route.continue({
      headers: { ...route.request().headers(), 'user-agent': 'Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0.40' },
    }),
  );
  await other.goto('/open/login');
  await enterPassword(other, mobile, memberPassword);
  await other.waitForURL((url) => !url.pathname.startsWith('/open/'));
  await page.goto('/home/personage/devices');
  await page.getByRole('button', { name: /^退出此设备/ }).click();
  await page.getByRole('button', { name: '确认退出' }).click();
  await page.getByText('已退出此设备的登录').first().waitFor();
  await other.goto('/home/personage/index', { waitUntil: 'commit' });
  await other.waitForURL('**/open/login**');

  await page.goto('/home/personage/close');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '申请注销' }).click();
  await proveByPassword(page);
  await page.getByRole('heading', { name: '已申请注销' }).waitFor();
  await logInAgain(page, mobile);
  await page.goto('/home/personage/index');
  await page.getByRole('button', { name: '撤回注销' }).click();
  await page.getByText('已撤回注销').first().waitFor();
  await page.getByText('账号正在注销').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('the app badge shows the number of unread notices until they are read, and the wallet has its own address', async () => {
  const { page, context, problems } = await newVisitor({ size: phone });
  await context.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    });
  });
  const lastBadge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  await registerMember(page, '13966778898');
  await activateBySupport('13966778898');
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  const [member] = await query<{ id: string }>(
    "select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = '13966778898'",
  );
  for (const title of ['本周直播', '停机通知']) {
    const message = await send(admin.page, 'POST', 'admin/messages', {
      title,
      body: `<p>${title}</p>`,
      audience: 5,
      audience_member_id: Number(member?.id),
    });
    await send(admin.page, 'POST', 'admin/messages/send', { ids: [message.id] });
  }
  await expect
    .poll(() => query('select 1 from message_deliveries where member_id = $1', [member?.id]), { timeout: 300_000 })
    .toHaveLength(2);
  await logInAgain(page, '13966778898');
  await page.goto('/home/index');
  await expect.poll(lastBadge).toBe(2);
  await page.goto('/home/notices');
  await page.getByText('停机通知').first().click();
  await expect.poll(lastBadge).toBe(1);
  await page.getByRole('button', { name: '全部标为已读' }).click();
  await expect.poll(lastBadge).toBe(0);
  await page.goto('/home/cards', { waitUntil: 'commit' });
  await page.waitForURL('**/home/cards/use-card#wallet');
  await page.getByRole('heading', { name: '我的卡包' }).waitFor();
  expect(problems).toEqual([]);
});
