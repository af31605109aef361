import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { startAliyunFace, type FaceFake } from '../../../../../test/fakes/face/vendors.ts';
import { openServer } from '../../../../../test/fakes/open-server.ts';

let app: TestApp;
let fake: FaceFake;
const numbers = ['440308199901101512', '11010519491231002X'] as const;

beforeAll(async () => {
  app = await startTestApp();
  fake = await startAliyunFace(() => app.clock.now());
  const keys = ['face_access_key_id', 'face_access_key_secret', 'face_scene_id', 'face_aliyun_base'] as const;
  for (const key of keys) await app.setting(key, fake.settings[key] ?? '');
  await app.setting('face_driver', 'aliyun');
});
afterEach(() => {
  fake.set({ trouble: 'none', refuse_as: '' });
  app.clock.advance(86_401_000);
});
afterAll(() => Promise.all([app.close(), fake.close()]));

const member = (): Promise<MemberPerson> => app.person.member();
const start = (as: Person, changes: object = {}): Promise<Reply> =>
  app.http('POST', '/home/init-face-auth', {
    as,
    body: { real_name: '李四', id_card: numbers[0], consent: true, device: '{"zimVer":"3.0.0"}', ...changes },
  });
const match = (as: Person, certify_id: string): Promise<Reply> =>
  app.http('POST', '/home/face-match', { as, body: { certify_id } });
const account = async (as: Person) => (await app.http('GET', '/home/personage/index', { as })).body.account;
const stateOf = async (as: Person): Promise<number> => (await account(as)).is_auth;

it('is paid once however often it is started, and passes by what the vendor says to this server', async () => {
  const me = await member();
  const { body } = await start(me);
  expect(new URL(body.url).origin).toBe(fake.base);
  expect((await start(me)).body).toEqual(body);
  expect(fake.checks).toHaveLength(1);
  expect((await account(me)).face_check).toEqual({ certify_id: body.certify_id, url: body.url });
  const early = await match(me, body.certify_id);
  expect([early.status, await stateOf(me)]).toEqual([200, 0]);
  fake.decide(fake.checks[0]?.id ?? '', 'passed');
  expect((await match(me, body.certify_id)).body.account).toMatchObject({
    is_auth: 2,
    real_name: '李四',
    face_check: null,
  });
  const rows = await app.ctx.db.selectFrom('face_checks').select(['verdict', 'id_card', 'real_name']).execute();
  expect(rows).toEqual([{ verdict: 'passed', id_card: null, real_name: '' }]);
});

it('refuses the result of another person', async () => {
  const [owner, other] = [await member(), await member()];
  const { body } = await start(owner, { id_card: numbers[1] });
  await start(other, { id_card: '110101199003070038' });
  fake.decide(fake.checks.find(({ order }) => order === body.certify_id)?.id ?? '', 'passed');
  expect((await match(other, body.certify_id)).status).toBe(404);
  expect([await stateOf(other), await stateOf(owner)]).toEqual([0, 0]);
  expect((await match(owner, body.certify_id)).body.account.is_auth).toBe(2);
});

it('a start that never reached the vendor is not counted; one that may have been paid is', async () => {
  const me = await member();
  await app.setting('face_daily_limit', 1);
  const id_card = '310101199001010012';
  const { base, close } = await openServer(createServer());
  await close();
  await app.setting('face_aliyun_base', base);
  expect((await start(me, { id_card })).body.code).toBe('provider.slow');
  await app.setting('face_aliyun_base', fake.base);
  expect((await start(me, { id_card, device: '' })).body.code).toBe('provider.failed');
  fake.set({ trouble: 'html' });
  expect((await start(me, { id_card })).body.code).toBe('provider.failed');
  fake.set({ trouble: 'none' });
  expect((await start(me, { id_card })).status).toBe(429);
  app.clock.advance(86_401_000);
  const { body } = await start(me, { id_card });
  fake.set({ trouble: 'hang_up' });
  expect((await match(me, body.certify_id)).body.code).toBe('provider.slow');
  fake.set({ trouble: 'none' });
  fake.decide(fake.checks.at(-1)?.id ?? '', 'failed');
  expect((await match(me, body.certify_id)).body.account.is_auth).toBe(3);
  // The number is limited, too, whoever enters it.
  expect((await start(await member(), { id_card })).status).toBe(429);
  await app.setting('face_daily_limit', 5);
});

it.each([
  ['half', 'provider.slow'],
  ['hang_up', 'provider.slow'],
  ['truncated', 'provider.failed'],
] as const)(
  'a start whose response was lost on its way back is counted: the vendor may charge for it (%s)',
  async (trouble, code) => {
    const me = await member();
    await app.setting('face_daily_limit', 1);
    const id_card = '310101199001010039';
    const requests = fake.requests.length;
    fake.set({ trouble });
    expect((await start(me, { id_card })).body.code).toBe(code);
    fake.set({ trouble: 'none' });
    expect((await start(me, { id_card })).status).toBe(429);
    expect(fake.requests).toHaveLength(requests + 1);
    await app.setting('face_daily_limit', 5);
  },
);

it('a result that arrives in half decides nothing, and is read again', async () => {
  const me = await member();
  const { body } = await start(me, { id_card: '310101199001010047' });
  fake.decide(fake.checks.at(-1)?.id ?? '', 'passed');
  for (const [trouble, code] of [
    ['half', 'provider.slow'],
    ['truncated', 'provider.failed'],
  ] as const) {
    fake.set({ trouble });
    expect((await match(me, body.certify_id)).body.code, trouble).toBe(code);
    expect(await stateOf(me), trouble).toBe(0);
  }
  fake.set({ trouble: 'none' });
  expect((await match(me, body.certify_id)).body.account.is_auth).toBe(2);
});

it('one that nobody finished expires', async () => {
  const me = await member();
  const { body } = await start(me, { id_card: '310101199001010020' });
  app.clock.advance(31 * 60_000);
  expect((await match(me, body.certify_id)).body.account.face_check).toBeNull();
  expect((await match(me, body.certify_id)).status).toBe(404);
});

it('takes no number without a check character, and no second account', async () => {
  const me = await member();
  expect(Object.keys((await start(me, { id_card: '440308990110151' })).body.errors)).toEqual(['id_card']);
  expect((await start(me)).body.code).toBe('account.id_card_limit');
});

it('the account is tested without a paid call', async () => {
  const as = await app.person.admin();
  const test = () => app.http('POST', '/admin/configs/test', { as, body: { group: 'face' } });
  const paid = fake.checks.length;
  expect((await test()).body).toMatchObject({ state: 'passed', title: expect.stringContaining('阿里云') });
  await app.setting('face_access_key_secret', 'wrong');
  expect((await test()).body).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('SignatureDoesNotMatch'),
  });
  expect(fake.checks).toHaveLength(paid);
});
