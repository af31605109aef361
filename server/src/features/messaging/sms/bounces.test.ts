import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mobileBounce } from '@kaike/shared/domain/messaging/sms-state';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { aliyunSmsSettings, startAliyunSms, type SmsFake } from '../../../../test/fakes/aliyun-sms.ts';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { sweep } from '../../../jobs/sweep.ts';

let app: TestApp;
let admin: AdminPerson;
let vendor: SmsFake;
const secret = 'bounces2026';
const day = 86_400_000;

beforeAll(async () => {
  app = await startTestApp({ uses_outbox: true });
  vendor = await startAliyunSms(app.ctx.clock);
  const settings = { ...aliyunSmsSettings, sms_aliyun_base: vendor.base, sms_receipt_secret: secret };
  for (const [key, value] of Object.entries(settings)) await app.setting(key as SettingKey, value);
});
afterAll(async () => {
  await vendor.close();
  await app.close();
});

let person: MemberPerson;
let mobile: string;
beforeEach(async () => {
  admin = await app.person.admin();
  person = await app.person.member();
  mobile = await mobileOf(person);
});

const mobileOf = async ({ user_id: id }: MemberPerson): Promise<string> =>
  (await app.ctx.db.selectFrom('users').select('mobile_phone').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile_phone ?? '';

const readMember = async ({ member_id: id }: MemberPerson): Promise<Record<string, unknown>> =>
  (await app.http('GET', `/admin/members/${id}`, { as: admin })).body.row;

/** Resolves when the vendor's answer has been recorded; the route of a login does not wait for it. */
const send = (to = mobile): Promise<unknown> =>
  app.ctx.adapters.sms
    .send({ to, purpose: 'login', params: { code: '123456', minutes: '5' }, text: '123456' })
    .catch(() => undefined);
const requestCode = async (to: string) =>
  app.http('POST', '/open/login/send', { body: { mobile_phone: to, verify: await app.captchaPass() } });

async function report(success: boolean): Promise<void> {
  const { id } = vendor.sent.findLast(({ to }) => to === mobile) ?? { id: '' };
  await app.fastify.inject({
    method: 'POST',
    url: `/api/open/message-notify/aliyun-sms/${secret}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify([{ biz_id: id, success, err_code: success ? 'DELIVERED' : 'MK:0001' }]),
  });
}

/** A message per step, each reported; a day lies over three of them. */
async function sendDaily(...outcomes: boolean[]): Promise<void> {
  for (const isDelivered of outcomes) {
    app.clock.advance(day / 2 + 60_000);
    await send();
    await report(isDelivered);
  }
  admin = await app.person.admin();
}

it('a number that the vendor refuses is marked on its member, found by the filter, and lost with the number', async () => {
  vendor.set({ refuse_as: 'isv.MOBILE_NUMBER_ILLEGAL' });
  await send();
  vendor.set({ refuse_as: '' });
  expect(await readMember(person)).toMatchObject({
    mobile_bounce: mobileBounce.illegal,
    mobile_bounced_at: app.ctx.clock().toISOString(),
  });
  const { body } = await app.http('GET', '/admin/members/list', {
    as: admin,
    query: { 'where[mobile_bounce]': String(mobileBounce.illegal) },
  });
  expect(body.data.map((row: { id: number }) => row.id)).toEqual([person.member_id]);
  await app.ctx.db.updateTable('users').set({ mobile_phone: null }).where('id', '=', person.user_id).execute();
  expect(await readMember(person)).toMatchObject({ mobile_bounce: null, mobile_bounced_at: null });
  await sweep.run(app.ctx, {});
  expect(await app.ctx.db.selectFrom('bounced_mobiles').selectAll().execute()).toEqual([]);
});

it('three messages in a row over a day mark a number; one that arrives clears it', async () => {
  await sendDaily(false, false);
  expect(await readMember(person)).toMatchObject({ mobile_bounce: null });
  await sendDaily(false);
  expect(await readMember(person)).toMatchObject({ mobile_bounce: mobileBounce.undelivered });
  await sendDaily(true);
  expect(await readMember(person)).toMatchObject({ mobile_bounce: null });
  await sendDaily(false);
  expect(await readMember(person)).toMatchObject({ mobile_bounce: null });
});

it('a code that was entered clears the mark; the answers to strangers are the same as ever', async () => {
  await sendDaily(false, false, false);
  const other = await mobileOf(await app.person.member());
  app.clock.advance(day);
  const [marked, plain] = [await requestCode(mobile), await requestCode(other)];
  expect([marked.status, marked.body]).toEqual([plain.status, { ...plain.body, request_id: marked.body.request_id }]);
  const lastParams = () => vendor.sent.findLast(({ to }) => to === mobile)?.params;
  await expect.poll(lastParams).not.toMatchObject({ code: '123456' });
  const params = lastParams();
  const code = Array.isArray(params) ? '' : (params?.['code'] ?? '');
  expect((await app.http('POST', '/open/login', { body: { mobile_phone: mobile, message_code: code } })).status).toBe(
    200,
  );
  admin = await app.person.admin();
  expect(await readMember(person)).toMatchObject({ mobile_bounce: null });
});

it('a stranger’s number is not kept, and a merge takes the mark along with the number', async () => {
  vendor.set({ refuse_as: 'isv.MOBILE_NUMBER_ILLEGAL' });
  await send();
  await send('13900000001');
  vendor.set({ refuse_as: '' });
  expect(await app.ctx.db.selectFrom('bounced_mobiles').select('mobile_phone').execute()).toEqual([
    { mobile_phone: mobile },
  ]);
  const target = await app.person.member();
  await app.ctx.db
    .updateTable('users')
    .set({ mobile_phone: null, email: 'kept@example.com' })
    .where('id', '=', target.user_id)
    .execute();
  const body = { ids: [target.member_id], source_id: person.member_id, reason: '同一位学员' };
  expect((await app.http('POST', '/admin/members/merge', { as: admin, body })).status).toBe(200);
  expect([await readMember(target), await readMember(person)]).toMatchObject([
    { mobile_bounce: mobileBounce.illegal },
    { mobile_bounce: null },
  ]);
});
