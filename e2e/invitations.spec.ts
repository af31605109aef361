import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { lastCode, query } from './support/database.ts';
import { openNew, runAction } from './support/back-office.ts';
import { logInAsAdmin, memberPassword, solveCaptcha } from './support/people.ts';
import { send } from './support/send.ts';

afterAll(async () => {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  await send(page, 'PUT', 'admin/configs', {
    values: { register_open: null, support_phone: null },
  });
  await closeBrowser();
});

it('a school closed to strangers invites a learner, who registers with a mailbox until the link is withdrawn', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  await send(admin.page, 'PUT', 'admin/configs', { values: { register_open: false, support_phone: '400-800 1234' } });

  const visitor = await newVisitor({ size: phone });
  await visitor.page.goto('/open/register');
  await visitor.page.getByText('目前不能在线注册').waitFor();
  await visitor.page.getByRole('button', { name: '联系客服' }).click();
  await visitor.page.getByRole('link', { name: '400-800 1234' }).waitFor();

  const drawer = await openNew(admin.page, 'invitations', '注册邀请');
  await drawer.getByLabel('用途').fill('三月开学班');
  await drawer.getByLabel('名额').fill('2');
  await drawer.getByLabel('有效期至').fill('2099-12-31 23:59:59');
  // Picks the moment and submits the form.
  await drawer.getByLabel('有效期至').press('Enter');
  await admin.page.waitForURL((url) => Number(url.searchParams.get('open')) > 0);
  const id = Number(new URL(admin.page.url()).searchParams.get('open'));
  const [row] = await query<{ code: string }>('select code from invitations where id = $1', [id]);
  const path = `/open/invitations/${row?.code ?? ''}`;
  await admin.page.goto('/admin/invitations');
  const link = admin.page.getByRole('link', { name: row?.code ?? '' });
  expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(path);
  await picture(admin.page, 'invitations');

  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { name: /邀请您注册/ }).waitFor();
  await visitor.page.getByRole('tab', { name: '邮箱' }).click();
  await visitor.page.getByRole('textbox', { name: '邮箱', exact: true }).fill('invited@example.com');
  await solveCaptcha(visitor.page, () => visitor.page.getByRole('button', { name: '获取验证码' }).click());
  await visitor.page.getByRole('button', { name: /秒后重发/ }).waitFor();
  await visitor.page.getByRole('textbox', { name: '邮箱验证码' }).fill(await lastCode('invited@example.com'));
  await visitor.page.getByLabel('密码', { exact: true }).fill(memberPassword);
  await visitor.page.getByRole('checkbox').check();
  await picture(visitor.page, 'invitation');
  await visitor.page.getByRole('button', { name: '注册', exact: true }).click();
  await visitor.page.waitForURL('**/home/index');

  await admin.page.goto(`/admin/invitations?open=${id}`);
  await runAction(admin.page, '撤回');
  const second = await newVisitor({ size: phone });
  await second.page.goto(path);
  await second.page.getByText('邀请已撤回').waitFor();
  expect([...admin.problems, ...visitor.problems, ...second.problems]).toEqual([]);
});
