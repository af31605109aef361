import { afterAll, expect, it } from 'vitest';
import { choose, pressVerb } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';

afterAll(closeBrowser);

const [stays, goes] = ['13900020581', '13900020582'];

async function memberOf(mobile: string): Promise<{ id: number; member_no: string; status: number }> {
  const [row] = await query<{ id: string; member_no: string; status: number }>(
    'select m.id, m.member_no, m.status from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  return { id: Number(row?.id), member_no: row?.member_no ?? '', status: row?.status ?? 0 };
}

it('merges a second account of a learner after a preview, and undoes it', async () => {
  const [admin, first, second] = [await newVisitor(), await newVisitor(), await newVisitor({ size: phone })];
  await registerMember(first.page, stays);
  await registerMember(second.page, goes);
  await activateBySupport(goes);
  const [target, source] = [await memberOf(stays), await memberOf(goes)];
  await query(
    `with line as (insert into ai_second_logs (member_id, type, delta, balance_before, balance_after, request_id) values ($1, 9, 600, 0, 600, 'e2e'))
      update members set real_name = '段思远', ai_seconds_left = 600 where id = $1`,
    [source.id],
  );

  await logInAsAdmin(admin.page);
  await admin.page.goto(`/admin/members?open=${target.id}`);
  await pressVerb(admin.page, '合并账号');
  const dialog = admin.page.locator('.kk-action');
  await choose(admin.page, dialog, '并入的账号', '段思远');
  await dialog.getByText('AI 时长 600 秒').waitFor();
  await dialog.getByText('两边都有手机号').waitFor();
  await dialog.getByLabel('原因').fill('同一位学员');
  await picture(admin.page, 'merge-preview');
  await dialog.getByRole('button', { name: '合并账号' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await second.page.goto('/home/index', { waitUntil: 'commit' });
  await second.page.waitForURL('**/open/login**');

  await admin.page.goto(`/admin/members?open=${source.id}`);
  await admin.page.getByText('已并入').waitFor();
  await picture(admin.page, 'merged-member');
  await admin.page.getByRole('button', { name: '撤销合并' }).last().click();
  const back = admin.page.locator('.kk-action');
  await back.getByLabel('原因').fill('不是同一人');
  await back.getByRole('button', { name: '撤销合并' }).click();
  await back.waitFor({ state: 'hidden' });
  expect((await memberOf(goes)).status).toBe(1);
  const [row] = await query<{ left: number }>('select ai_seconds_left as left from members where id = $1', [source.id]);
  expect(row?.left).toBe(600);
});
