import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { lastCode, query } from './support/database.ts';
import { enterPassword, memberPassword, registerMember, solveCaptcha } from './support/people.ts';

const [newcomer, owner] = ['13900080001', '13900080002'];
let desk: Visitor;

beforeAll(async () => {
  desk = await newVisitor({ isLocal: true });
});
afterAll(closeBrowser);

/** Enters an identity on the local identity page. */
async function agree({ page }: Visitor, id: string, nickname: string): Promise<void> {
  await page.getByRole('heading', { name: '演示登录' }).waitFor();
  await page.getByLabel('昵称').fill(nickname);
  await page.getByLabel(/身份 ID/).fill(id);
  await page.getByRole('button', { name: '同意并登录' }).click();
}

async function leave(visitor: Visitor, back = ''): Promise<void> {
  await visitor.page.goto(`/open/login${back}`);
  await visitor.page.getByRole('link', { name: '使用演示账号登录' }).click();
}

async function bindByMobile({ page }: Visitor, mobile: string): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await solveCaptcha(page, () => page.getByRole('button', { name: '获取验证码' }).click());
  await page.getByRole('button', { name: /秒后重发/ }).waitFor();
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await lastCode(mobile));
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '绑定并登录' }).click();
}

it('a new visitor agrees there, enters a mobile number here, and becomes a member', async () => {
  const { page } = desk;
  await leave(desk);
  await picture(page, 'local-identity');
  await agree(desk, 'e2e-new', '小满');
  await page.getByRole('heading', { name: '小满，您好' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await picture(page, 'bind-identity');
  await bindByMobile(desk, newcomer);
  await page.waitForURL('**/home/**');
  expect(desk.problems).toEqual([]);
});

it('is recognized on a second device, without any question', async () => {
  const second = await newVisitor({ size: phone, isLocal: true });
  await leave(second);
  await agree(second, 'e2e-new', '小满');
  await second.page.waitForURL('**/home/**');
  const rows = await query<{ count: number }>('select count(*)::int as count from users where mobile_phone = $1', [
    newcomer,
  ]);
  expect(rows[0]?.count).toBe(1);
});

it('somebody with an account links it by logging in, and can use both from then on', async () => {
  const first = await newVisitor({ size: phone, isLocal: true });
  await registerMember(first.page, owner);
  const visitor = await newVisitor({ size: phone, isLocal: true });
  const { page } = visitor;
  await leave(visitor);
  await agree(visitor, 'e2e-owner', '老朋友');
  await page.getByRole('link', { name: '我有账号，用密码登录后绑定' }).click();
  await enterPassword(page, owner, memberPassword);
  await page.waitForURL('**/home/**');
  await page.goto('/home/personage/ousers');
  await page.getByText('老朋友').first().waitFor();
  await page.getByRole('button', { name: '解除演示账号绑定' }).click();
  await page.getByRole('dialog', { name: '解除演示账号绑定' }).getByRole('button', { name: '解除绑定' }).click();
  await page.getByText('未绑定').first().waitFor();
  await page.getByRole('link', { name: '绑定演示账号' }).click();
  await agree(visitor, 'e2e-owner-2', '新名字');
  await page.getByText('新名字').first().waitFor();
  await picture(page, 'own-identities');
  expect(new URL(page.url()).pathname).toBe('/home/personage/ousers');
});

it('refusing leads back to the sign-in page', async () => {
  const visitor = await newVisitor({ isLocal: true });
  const { page } = visitor;
  await leave(visitor);
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByText('您已取消授权').first().waitFor();
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
});

it('a service that is not set up shows a page with a message', async () => {
  const { page } = await newVisitor({ size: phone, isLocal: true });
  await page.goto('/open/other-login/github');
  await page.getByText('该平台已停用').first().waitFor();
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
});

it('a sign-in that began elsewhere begins anew once, then ends with a message, and with nobody signed in', async () => {
  const [victim, thief] = [await newVisitor({ isLocal: true }), await newVisitor({ isLocal: true })];
  await leave(thief);
  await thief.page.getByRole('heading', { name: '演示登录' }).waitFor();
  const state = new URL(thief.page.url()).searchParams.get('state') ?? '';
  for (const address of [
    `/open/other-login-callback/local?code=x&state=${state}`,
    '/open/other-login-callback/local?code=x&state=forged',
    '/open/other-login-callback/local',
  ]) {
    await victim.page.goto(address);
    await victim.page.getByRole('heading', { name: '演示登录' }).waitFor();
    const own = new URL(victim.page.url()).searchParams.get('state') ?? '';
    expect(['', 'forged', state]).not.toContain(own);
    await victim.page.goto(address);
    await victim.page.getByText('本次授权已失效').first().waitFor();
  }
  const cookies = await victim.context.cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('Authorization');
});
