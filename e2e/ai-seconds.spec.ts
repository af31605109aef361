import { afterAll, expect, it } from 'vitest';
import { pressVerb } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';

afterAll(closeBrowser);

const mobile = '13900020583';

it('the school adds AI time and gives back what a reply cost, each with a reason; ledger and learner show it', async () => {
  const [admin, person] = [await newVisitor(), await newVisitor({ size: phone })];
  await registerMember(person.page, mobile);
  await activateBySupport(mobile);
  const [member] = await query<{ id: string }>(
    'select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  await logInAsAdmin(admin.page);
  await admin.page.goto(`/admin/members?open=${member?.id}`);
  await pressVerb(admin.page, '增加 AI 时长');
  const dialog = admin.page.locator('.kk-action');
  await dialog.getByLabel('分钟数').fill('90');
  await dialog.getByLabel('原因').fill('开学赠送');
  await picture(admin.page, 'ai-seconds-added');
  await dialog.getByRole('button', { name: '增加 AI 时长' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await admin.page.getByText('剩余 01:30:00').waitFor();
  await admin.page.getByText('开学赠送').waitFor();
  await picture(admin.page, 'ai-seconds-record');
  await admin.page
    .getByRole('region', { name: 'AI 时长流水' })
    .getByRole('link', { name: /^查看全部/ })
    .click();
  await admin.page.getByRole('row').filter({ hasText: '开学赠送' }).getByText('+01:30:00').waitFor();
  await picture(admin.page, 'ai-seconds-ledger');

  const [reply] = await query<{ id: string }>(
    `with chat as (insert into ai_chats (member_id, people_id) values ($1, (select min(id) from ai_peoples)) returning id)
      insert into ai_messages (chat_id, seq, role, content, status, talk_sec, charged_sec)
      select id, 1, 'ai', 'Sure! For here or to go?', 3, 12, 12 from chat returning id`,
    [member?.id],
  );
  await admin.page.goto(`/admin/ai-messages?open=${reply?.id}`);
  await admin.page.getByRole('button', { name: '退回时长' }).last().click();
  const refund = admin.page.locator('.kk-action');
  await refund.getByLabel('原因').fill('回答不对题');
  await picture(admin.page, 'ai-seconds-refund');
  await refund.getByRole('button', { name: '退回时长' }).click();
  await refund.waitFor({ state: 'hidden' });

  await person.page.goto('/home/personage/ai-seconds');
  await person.page.getByText('退回对话时长').waitFor();
  await person.page.getByText('还剩 1 小时 30 分钟').waitFor();
  expect(await person.page.getByText('老师调整').count()).toBe(1);
  await picture(person.page, 'ai-seconds-learner');
});
