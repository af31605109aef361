import { afterAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '../server/src/features/auth/second-factor/totp.ts';
import { closeBrowser, newVisitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { enterPassword } from './support/people.ts';

afterAll(closeBrowser);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (typed: string): Buffer => {
  const bits = [...typed.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** A second administrator with the same password as the first, and a role that requires a second factor. */
async function makeAdmin(username: string): Promise<void> {
  const [user] = await query<{ id: string }>(
    "insert into users (username, name, password_hash) select $1, $1, password_hash from users where username = 'admin' returning id",
    [username],
  );
  const [role] = await query<{ id: string }>(
    `insert into roles (name, parent_id, level, lft, rgt, data_scope, second_factor)
    select $1, id, 2, lft, lft, 'all', 1 from roles where code = 'super_admin' returning id`,
    [username],
  );
  const [admin] = await query<{ id: string }>('insert into admins (user_id) values ($1) returning id', [user?.id]);
  await query('insert into admin_role (admin_id, role_id) values ($1, $2)', [admin?.id, role?.id]);
}

describe('the second factor', () => {
  it('is set up before anything else where a role requires it, and is requested at the next login', async () => {
    const { page, context, problems } = await newVisitor();
    await makeAdmin('factor_admin');
    await page.goto('/open/login?back_url=%2Fadmin%2Fpersonage%2Findex');
    await enterPassword(page, 'factor_admin', 'Kaike2026test');
    await page.waitForURL('**/admin/personage/second-factor');
    await page.goto('/admin/index', { waitUntil: 'commit' });
    await page.waitForURL('**/admin/personage/second-factor');
    await page.getByText('您的角色要求两步验证').waitFor();
    await page.getByLabel('登录密码').fill('Kaike2026test');
    await page.getByRole('button', { name: '开始绑定' }).click();
    await page.getByRole('img', { name: '绑定二维码' }).waitFor();
    const secret = bytesOf((await page.locator('code').textContent()) ?? '');
    await page.getByLabel('动态验证码').fill(codeOf(secret, stepAt(new Date())));
    await page.getByRole('button', { name: '确认开启' }).click();
    const codes = page.getByRole('list', { name: '恢复码' });
    await codes.waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: '我已保存' }).click();
    await page.waitForURL('**/admin/index');
    // Logged-in users are redirected away from the form.
    await page.goto('/open/login?back_url=%2Fadmin%2Fpersonage%2Findex', { waitUntil: 'commit' });
    await page.waitForURL('**/admin/personage/index');
    await page.goto('/open/logout');
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('heading', { name: '已退出登录' }).waitFor();
    await page.goto('/open/login?back_url=%2Fadmin%2Fpersonage%2Findex');
    await enterPassword(page, 'factor_admin', 'Kaike2026test');
    await page.getByRole('heading', { name: '两步验证' }).waitFor();
    await page.getByLabel('动态验证码').fill('12345');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('验证码不正确或已经用过').waitFor();
    // A code of the present may have been used above; the next one is accepted before and after its time has come.
    await page.getByLabel('动态验证码').fill(codeOf(secret, stepAt(new Date()) + 1));
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/admin/personage/index');
    expect(problems).toEqual([]);
    await context.close();
  });
});
