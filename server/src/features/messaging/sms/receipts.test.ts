import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { makeMobile } from '../../../../test/factories.ts';
import { aliyunSmsSettings, startAliyunSms, type SmsFake } from '../../../../test/fakes/aliyun-sms.ts';
import type { SettingKey } from '../../../core/settings/settings.ts';

let app: TestApp;
let admin: Person;
let vendor: SmsFake;
const secret = 'receipts2026';

beforeAll(async () => {
  app = await startTestApp({ uses_outbox: true });
  admin = await app.person.admin();
  vendor = await startAliyunSms(app.ctx.clock);
  const settings = { ...aliyunSmsSettings, sms_aliyun_base: vendor.base, sms_receipt_secret: secret };
  for (const [key, value] of Object.entries(settings)) await app.setting(key as SettingKey, value);
  await app.setting('sms_price', 0.045);
});
afterAll(async () => {
  await vendor.close();
  await app.close();
});

const list = async (): Promise<Record<string, unknown>[]> =>
  (await app.http('GET', '/admin/sms-messages/list', { as: admin })).body.data;

async function sendCode(): Promise<{ mobile: string; id: string }> {
  const mobile = makeMobile();
  await app.http('POST', '/open/register/send', { body: { mobile_phone: mobile, verify: await app.captchaPass() } });
  return { mobile, id: vendor.sent.find(({ to }) => to === mobile)?.id ?? '' };
}

const push = async (path: string, body: string) => {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: `/api/open/message-notify/${path}`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  });
  return [reply.statusCode, reply.body];
};

it('a message is listed with its cost and a masked number, and settled by its receipt once', async () => {
  const { mobile, id } = await sendCode();
  const [row] = await list();
  expect(row).toMatchObject({
    vendor: 'aliyun',
    purpose: 'register',
    state: 1,
    parts: 1,
    cost: 0.045,
    mobile_phone: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    reported_at: null,
  });
  const report = (success: boolean) =>
    JSON.stringify([{ phone_number: mobile, success, err_code: success ? 'DELIVERED' : 'MK:0001', biz_id: id }]);
  expect(await push(`aliyun-sms/${secret}`, report(false))).toEqual([200, '{"code":0,"msg":"ok"}']);
  expect((await list())[0]).toMatchObject({ state: 3, reason: 'MK:0001', reported_at: expect.any(String) });
  expect(await push(`aliyun-sms/${secret}`, report(true))).toEqual([200, '{"code":0,"msg":"ok"}']);
  expect((await list())[0]).toMatchObject({ state: 3 });
});

it('a message that was refused says why, and costs nothing', async () => {
  vendor.set({ refuse_as: 'isv.DAY_LIMIT_CONTROL' });
  await sendCode();
  vendor.set({ refuse_as: '' });
  expect((await list())[0]).toMatchObject({ state: 4, reason: 'isv.DAY_LIMIT_CONTROL', cost: null });
});

it('receipts of the other vendor, of unknown messages or without the secret change nothing', async () => {
  const { id } = await sendCode();
  const report = JSON.stringify([{ biz_id: id, sid: id, success: true, report_status: 'SUCCESS' }]);
  expect((await push('aliyun-sms/wrong', report))[0]).toBe(404);
  expect(await push(`tencent-sms/${secret}`, report)).toEqual([200, '{"result":0,"errmsg":"OK"}']);
  expect((await push(`aliyun-sms/${secret}`, '[{"biz_id":"none","success":true},null,7]'))[0]).toBe(200);
  expect((await push(`aliyun-sms/${secret}`, '{"biz_id":1}'))[0]).toBe(422);
  expect((await push(`aliyun-sms/${secret}`, 'x'))[0]).toBe(422);
  expect((await list())[0]).toMatchObject({ state: 1 });
  await app.setting('sms_receipt_secret', '');
  expect((await push('aliyun-sms/', report))[0]).toBe(404);
  expect((await push(`aliyun-sms/${secret}`, report))[0]).toBe(404);
  await app.setting('sms_receipt_secret', secret);
  await push(`aliyun-sms/${secret}`, report);
  expect((await list())[0]).toMatchObject({ state: 2, reason: '' });
});
