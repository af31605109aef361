import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { deliverMessageJob } from './public.ts';
import {
  noticeTemplate,
  push,
  pushedAt,
  startWechat,
  wechatAccount,
  type WechatFake,
} from '../../../../test/fakes/wechat.ts';

let app: TestApp;
let fake: WechatFake;
let admin: AdminPerson;
const token = 'token of messages';

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com' } });
  fake = await startWechat();
  app.clock.set(new Date(pushedAt * 1000));
  admin = await app.person.admin();
  for (const [key, value] of Object.entries({ ...wechatAccount, wechat_base: fake.base, wechat_token: token }))
    await app.setting(key as SettingKey, value);
});
afterAll(async () => {
  await fake.close();
  await app.close();
});

async function follow(member: MemberPerson, openId: string): Promise<void> {
  const [provider, now] = ['wechat_official', app.ctx.clock()];
  await app.ctx.db
    .insertInto('ousers')
    .values({
      provider,
      app_id: wechatAccount.wechat_appid,
      open_id: openId,
      user_id: member.user_id,
      followed_at: now,
    })
    .execute();
}

async function notify(title: string): Promise<number> {
  const { body } = await app.http('POST', '/admin/messages', {
    as: admin,
    body: { title, body: '<p>今晚维护</p>', audience: 1 },
  });
  await app.http('POST', '/admin/messages/send', { as: admin, body: { ids: [body.id] } });
  await app.runJobs();
  return body.id;
}
const statesOf = async (id: number): Promise<unknown> =>
  (await app.http('GET', `/admin/messages/${id}`, { as: admin })).body.row.wechats;

it('a notice reaches the followers of the account once, and says what became of it', async () => {
  const [fan, blocked] = [await app.person.member(), await app.person.member()];
  const [former, late] = [await app.person.member(), await app.person.member()];
  await app.person.member();
  await follow(fan, 'oFan');
  await follow(blocked, 'oBlocked');
  await follow(former, 'oFormer');
  await follow(late, 'oLate');
  fake.followers.set('oFan', 'follows').set('oBlocked', 'blocked').set('oLate', 'follows');

  const silent = await notify('没有模板');
  expect([fake.notices, await statesOf(silent)]).toEqual([[], []]);

  await app.setting('wechat_notice_template', noticeTemplate);
  await app.setting('wechat_notice_field', 'thing1');
  await notify('第一条');
  fake.notices.length = 0;
  fake.set({ spoil_token: true });
  const id = await notify('停机通知');
  expect(fake.notices).toMatchObject([
    {
      touser: 'oFan',
      template_id: noticeTemplate,
      url: 'https://kaike.example.com/home/notices',
      data: { thing1: { value: '停机通知' } },
    },
    { touser: 'oLate' },
  ]);
  // Sent twice, refused once; one left the account and one never followed it.
  expect(await statesOf(id)).toEqual([
    { state: 3, count: 2 },
    { state: 4, count: 1 },
    { state: 5, count: 2 },
  ]);
  await app.ctx.db
    .updateTable('message_deliveries')
    .set({ wechat_state: 1 })
    .where('message_id', '=', id)
    .where('member_id', '=', fan.member_id)
    .execute();
  const [message] = await app.ctx.db.selectFrom('messages').select('send_at').where('id', '=', id).execute();
  await deliverMessageJob.run(app.ctx, { message_id: id, send_at: message?.send_at?.toISOString() ?? '' });
  expect(fake.notices).toHaveLength(2);

  const event = { Event: 'TEMPLATESENDJOBFINISH', MsgID: String(fake.notices[1]?.msgid), Status: 'failed:user block' };
  const fields = { ToUserName: 'gh_1', FromUserName: 'oLate', CreateTime: '1768464000', MsgType: 'event', ...event };
  const xml = `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}</xml>`;
  const { query, body } = push(xml, { token });
  const taken = await app.http('POST', '/open/message-notify', {
    base: '/api',
    query,
    body,
    headers: { 'content-type': 'text/xml' },
  });
  expect(taken.status).toBe(200);
  expect(await statesOf(id)).toContainEqual({ state: 4, count: 2 });
});
