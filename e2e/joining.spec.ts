import { afterAll, beforeAll, expect, it } from 'vitest';
import { noticeTemplate, startWechat, wechatAccount, type WechatFake } from '../server/test/fakes/wechat.ts';
import { runAction, untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { makeAgencyBySupport, query } from './support/database.ts';
import { grantCourse, makeVideoCourse } from './support/lessons.ts';
import { logInAgain, logInAsAdmin, memberPassword, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;
let wechat: WechatFake;
const agencyMobile = '13900021001';
const userName = 'xiaohong2026';
const set = (values: object) => send(admin.page, 'PUT', 'admin/configs', { values });

/** As where no vendor was ever set up; the settings page accepts no account without its key. */
async function withoutSenders(): Promise<void> {
  await query(
    `insert into configs (name, key, "group", type, input_type, value) values ('sms_driver', 'sms_driver', 'sms', 'string', 'choice', 'aliyun'),
      ('mail_driver', 'mail_driver', 'mail', 'string', 'choice', 'smtp') on conflict (key) do update set value = excluded.value`,
  );
  await reread();
}
async function withSenders(): Promise<void> {
  await query("delete from configs where key in ('sms_driver', 'mail_driver')");
  await reread();
}
/** A change of any setting has the server read all of them. */
async function reread(): Promise<void> {
  await set({ support_phone: '400-800 1234' });
  await set({ support_phone: null });
}

beforeAll(async () => {
  [admin, wechat] = await Promise.all([newVisitor(), startWechat()]);
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  await set({
    wechat_appid: '',
    wechat_secret: '',
    wechat_base: '',
    wechat_notice_template: '',
    wechat_notice_field: '',
  });
  await wechat.close();
  await closeBrowser();
});

it('an agency invites by link; where no message can be delivered, a learner registers with a name and a password', async () => {
  const agency = await newVisitor();
  await registerMember(agency.page, agencyMobile);
  await makeAgencyBySupport(agencyMobile);
  await logInAgain(agency.page, agencyMobile);
  await send(agency.page, 'POST', 'admin/invitations', {
    name: '代理商的新生',
    max_uses: 1,
    expires_at: '2099-12-31T15:59:59Z',
  });
  await agency.page.goto('/admin/invitations');
  const link = await agency.page.locator('a[href*="/open/invitations/"]').first().getAttribute('href');
  await withoutSenders();

  const visitor = await newVisitor({ size: phone });
  await visitor.page.goto('/open/register');
  await visitor.page.getByText('目前不能在线注册').waitFor();
  await visitor.page.goto(new URL(link ?? '').pathname);
  await visitor.page.getByText('代理商 1001').waitFor();
  await visitor.page.getByRole('textbox', { name: '用户名' }).fill(userName);
  await visitor.page.getByLabel('密码', { exact: true }).fill(memberPassword);
  await visitor.page.getByRole('checkbox').check();
  await picture(visitor.page, 'invitation-by-name');
  await visitor.page.getByRole('button', { name: '注册', exact: true }).click();
  await visitor.page.waitForURL('**/home/**');
  await withSenders();
  const [row] = await query<{ agency: string; source: string }>(
    `select g.name as agency, m.source from members m join users u on u.id = m.user_id join agencies g on g.id = m.agency_id
    where u.username = $1`,
    [userName],
  );
  expect(row).toEqual({ agency: '代理商 1001', source: 'invitation' });
  expect([...agency.problems, ...visitor.problems]).toEqual([]);
});

it('a person reviews a real name: refused with a reason, handed in again, passed; the notice of it reaches WeChat', async () => {
  const member = await newVisitor({ size: phone });
  await registerMember(member.page, '13900021002');
  const [person] = await query<{ id: number; user_id: number }>(
    "select m.id, m.user_id from members m join users u on u.id = m.user_id where u.mobile_phone = '13900021002'",
  );
  const shownName = async () =>
    (await query<{ real_name: string }>('select real_name from members where id = $1', [person?.id]))[0]?.real_name;
  const handIn = async (name: string): Promise<void> => {
    await member.page.getByRole('textbox', { name: '真实姓名' }).fill(name);
    await member.page.getByRole('textbox', { name: '身份证号' }).fill('11010119900307109X');
    await member.page.getByRole('checkbox').check();
    await member.page.getByRole('button', { name: /人工审核/ }).click();
    await member.page.getByText('正在审核').waitFor();
  };
  await member.page.goto('/home/personage/real-name');
  await handIn('王小红');
  expect(await shownName()).toBe('');

  await admin.page.goto(`/admin/members?open=${person?.id}`);
  await runAction(admin.page, '驳回实名', { 原因: '姓名与证件不一致' });
  await member.page.reload();
  await member.page.getByText('姓名与证件不一致').waitFor();
  await picture(member.page, 'real-name-refused');
  await handIn('王小虹');
  expect(await shownName()).toBe('');

  await set({
    ...wechatAccount,
    wechat_base: wechat.base,
    wechat_notice_template: noticeTemplate,
    wechat_notice_field: 'thing1',
  });
  await query(
    "insert into ousers (provider, app_id, open_id, user_id, followed_at) values ('wechat_official', $1, 'oHong', $2, now())",
    [wechatAccount.wechat_appid, person?.user_id],
  );
  wechat.followers.set('oHong', 'follows');
  const { course, lessons } = await makeVideoCourse(admin.page, '实名学员的课', [{ seconds: 8 }]);
  await grantCourse(admin.page, '13900021002', course);
  await logInAgain(member.page, '13900021002');
  /** The name that runs over the video is at its start. */
  const marqueeOf = async (): Promise<string> => {
    await member.page.goto(`/home/lessons/${lessons[0]}`);
    const marquee = member.page.getByText(/ 1002 /);
    await marquee.waitFor();
    return marquee.innerText();
  };
  expect(await marqueeOf()).not.toContain('王小虹');
  await admin.page.goto(`/admin/members?open=${person?.id}`);
  await runAction(admin.page, '通过实名', { 原因: '证件核对一致' });
  await member.page.goto('/home/personage/real-name');
  await member.page.getByText('您已完成实名认证').waitFor();
  expect(await shownName()).toBe('王小虹');
  expect(await marqueeOf()).toMatch(/^王小虹 1002 /);
  await picture(member.page, 'real-name-marquee');
  await member.page.goto('/home/learning-records/certificate');
  await member.page.getByRole('button', { name: '生成学习证明' }).click();
  await member.page.getByRole('img', { name: /王小虹/ }).waitFor();
  await picture(member.page, 'real-name-certificate');

  const notice = await send(admin.page, 'POST', 'admin/messages', {
    title: '今晚停机维护',
    body: '<p>22:00 开始</p>',
    audience: 5,
    audience_member_id: person?.id,
  });
  await admin.page.goto(`/admin/messages?open=${notice.id}`);
  await runAction(admin.page, '发送');
  await untilRow(`select status from messages where id = ${notice.id}`, { status: 3 });
  await expect.poll(() => wechat.notices.map(({ data }) => data['thing1']?.value)).toContain('今晚停机维护');
  await admin.page.goto(`/admin/messages?open=${notice.id}&tab=delivery`);
  await admin.page.getByText('微信公众号').first().waitFor();
  await picture(admin.page, 'notice-by-wechat');
  expect([...admin.problems, ...member.problems]).toEqual([]);
});
