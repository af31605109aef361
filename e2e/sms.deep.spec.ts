import { afterAll, beforeAll, expect, it } from 'vitest';
import { aliyunSmsSettings, startAliyunSms, type SmsFake } from '../server/test/fakes/aliyun-sms.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin, memberPassword, solveCaptcha } from './support/people.ts';
import { send } from './support/send.ts';

let aliyun: SmsFake;

beforeAll(async () => {
  aliyun = await startAliyunSms(() => new Date());
});
afterAll(async () => {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  const values = Object.fromEntries(Object.keys(aliyunSmsSettings).map((key) => [key, '']));
  await send(page, 'PUT', 'admin/configs', { values: { ...values, sms_driver: 'local' } });
  await aliyun.close();
  await closeBrowser();
});

const codeTo = (mobile: string): string => {
  const params = aliyun.sent.findLast(({ to }) => to === mobile)?.params;
  return params && !Array.isArray(params) ? (params['code'] ?? '') : '';
};

it('a school enters its vendor, tests it, and a learner registers with a code that came through it', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  await query("update users set mobile_phone = '13900017000' where username = 'admin'");
  await admin.page.goto('/admin/configs?group=sms');
  await admin.page.getByRole('combobox', { name: '短信服务' }).click();
  await admin.page.getByTitle('阿里云', { exact: true }).click();
  const fill = (name: string, value: string) => admin.page.getByLabel(new RegExp(`^${name}`)).fill(value);
  await fill('阿里云 AccessKey ID', aliyunSmsSettings.sms_access_key_id);
  await fill('阿里云 AccessKey Secret', 'wrong');
  await fill('阿里云短信签名', aliyunSmsSettings.sms_sign);
  await fill('阿里云验证码模板', aliyunSmsSettings.sms_template_verify);
  await fill('阿里云短信接口地址', aliyun.base);
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  const test = admin.page.getByRole('button', { name: '给我发一条测试短信' });
  await test.click();
  await admin.page.getByText(/SignatureDoesNotMatch/).waitFor();
  await send(admin.page, 'PUT', 'admin/configs', {
    values: { sms_access_key_secret: aliyunSmsSettings.sms_access_key_secret },
  });
  await test.click();
  await admin.page.getByText(/900619746936490\^0/).waitFor();
  expect(aliyun.sent).toMatchObject([{ to: '13900017000', template: 'SMS_123456789' }]);
  await picture(admin.page, 'sms-settings');

  const person = await newVisitor({ size: phone });
  const mobile = '13900017001';
  await person.page.goto('/open/register');
  await person.page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await solveCaptcha(person.page, () => person.page.getByRole('button', { name: '获取验证码' }).click());
  await person.page.getByRole('button', { name: /秒后重发/ }).waitFor();
  await person.page.getByRole('textbox', { name: '短信验证码' }).fill(codeTo(mobile));
  await person.page.getByLabel('密码', { exact: true }).fill(memberPassword);
  await person.page.getByRole('checkbox').check();
  await person.page.getByRole('button', { name: '注册', exact: true }).click();
  await person.page.waitForURL('**/home/index');
  await admin.page.goto('/admin/sms-messages');
  await admin.page.getByRole('button', { name: '费用统计' }).click();
  await admin.page.waitForURL('**/admin/sms-counts**');
  await admin.page.getByRole('region', { name: '明细' }).getByText('合计').waitFor();
  await picture(admin.page, 'sms-counts');
  // As after receipts over several days.
  await query('insert into bounced_mobiles (mobile_phone, bounced_at, reason) values ($1, now(), 3)', [mobile]);
  await admin.page.goto('/admin/members?where[mobile_bounce]=3');
  await admin.page.getByText('多次未送达').last().waitFor();
  await picture(admin.page, 'members-bounced');
  expect([...admin.problems, ...person.problems]).toEqual([]);

  await person.page.evaluate(() => void setTimeout(() => Promise.reject(new RangeError('thrown for the test'))));
  await expect
    .poll(() => query("select count, path from browser_errors where message = 'RangeError: thrown for the test'"))
    .toEqual([{ count: 1, path: '/home/index' }]);
  await admin.page.goto('/admin/browser-errors');
  await admin.page.getByText('RangeError: thrown for the test').first().waitFor();
  await picture(admin.page, 'browser-errors');
});
