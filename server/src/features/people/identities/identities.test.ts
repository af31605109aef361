import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildUser } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
let counter = 0;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

async function buildIdentity(userId: number | null): Promise<number> {
  counter += 1;
  const values = {
    user_id: userId,
    provider: 'wechat_official',
    open_id: `o${counter}`,
    nickname: `昵称 ${counter}`,
    bound_at: userId === null ? null : app.ctx.clock(),
    raw: JSON.stringify({ session_key: 'very-secret' }),
  };
  return (await app.ctx.db.insertInto('ousers').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
const unbind = (ids: number[]) =>
  app.http('POST', '/admin/ousers/unbind', { as: admin, body: { ids, reason: '用户申请' } });
const userOf = async (id: number) =>
  (await app.ctx.db.selectFrom('ousers').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()).user_id;
const noOtherWay = { username: null, mobile_phone: null };

it('unbinds an identity if another way to log in remains', async () => {
  const byMobile = await buildUser(app.ctx);
  const byPassword = await buildUser(app.ctx, { mobile_phone: null, password_hash: 'x' });
  for (const { id } of [byMobile, byPassword]) {
    const identity = await buildIdentity(id);
    expect((await unbind([identity])).body.changed).toBe(1);
    expect(await userOf(identity)).toBeNull();
    expect((await unbind([identity])).body.code).toBe('ouser.not_bound');
  }
});

it('keeps the last way to log in, also when all are unbound together', async () => {
  const { id } = await buildUser(app.ctx, { ...noOtherWay, password_hash: 'a password without a name is no way in' });
  const [one, two] = [await buildIdentity(id), await buildIdentity(id)];
  expect((await unbind([one, two])).body).toMatchObject({
    changed: 0,
    failed: [
      { id: one, code: 'ouser.last_way_in' },
      { id: two, code: 'ouser.last_way_in' },
    ],
  });
  expect((await unbind([one])).body.changed).toBe(1);
  expect((await unbind([two])).body.code).toBe('ouser.last_way_in');
  expect(await userOf(two)).toBe(id);
});

it('unbinds only one of two concurrently', async () => {
  const { id } = await buildUser(app.ctx, noOtherWay);
  const identities = [await buildIdentity(id), await buildIdentity(id)];
  const answers = await Promise.all(identities.map((identity) => unbind([identity])));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

it('never shows the raw data of the service', async () => {
  const identity = await buildIdentity(null);
  expect((await app.http('GET', `/admin/ousers/${identity}`, { as: admin })).text).not.toContain('very-secret');
});
