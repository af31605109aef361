import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { buildUser } from '../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const base = '/admin/personage';
const own = async (as: Person) => (await app.http('GET', base, { as })).body.profile;
const logsOf = (id: number) =>
  app.ctx.db
    .selectFrom('logs')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'personage')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
const isAlive = async (as: Person): Promise<boolean> =>
  (await app.http('GET', '/open/user', { as })).body.user !== null;
type Changes = Record<string, unknown>;

async function save(as: Person, changes: Changes): Promise<Reply> {
  const { name, mobile_phone: mobile, email, signature, version } = await own(as);
  return app.http('PUT', base, { as, body: { name, mobile_phone: mobile, email, signature, version, ...changes } });
}

describe('who may', () => {
  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['PUT', '/avatar'],
    ['PUT', '/preferences'],
    ['GET', '/devices'],
    ['DELETE', '/devices'],
    ['DELETE', '/devices/1'],
  ])('%s %s is for administrators, whatever their role', async (method, path) => {
    expect((await app.http(method, base + path, { as: await app.person.visitor(), body: {} })).status).toBe(401);
    expect((await app.http(method, base + path, { as: await app.person.member(), body: {} })).status).toBe(403);
  });
});

describe('the profile', () => {
  it('is saved, logged with mobile and mail masked, and visible at once', async () => {
    const me = await app.person.adminWith([]);
    const answer = await save(me, {
      name: '王老师',
      mobile_phone: '13911112222',
      email: 'Wang@Example.com',
      signature: '教书育人',
    });
    expect([answer.status, answer.body.profile]).toEqual([
      200,
      expect.objectContaining({
        name: '王老师',
        mobile_phone: '13911112222',
        email: 'wang@example.com',
        signature: '教书育人',
      }),
    ]);
    expect((await app.http('GET', '/open/user', { as: me })).body.user.name).toBe('王老师');
    const [log] = await logsOf(me.user_id);
    expect(log).toMatchObject({ action: 'update', after: { name: '王老师', signature: '教书育人' } });
    expect(JSON.stringify(log)).not.toMatch(/13911112222|wang@example\.com/);
  });

  it.each<[string, Changes, string]>([
    ['an empty name', { name: '' }, 'name'],
    ['a wrong mobile', { mobile_phone: '12345' }, 'mobile_phone'],
    ['a wrong address', { email: 'nobody' }, 'email'],
    ['a long signature', { signature: 'x'.repeat(201) }, 'signature'],
  ])('refuses %s', async (_name, changes, key) => {
    const answer = await save(await app.person.adminWith([]), changes);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]]);
  });

  it('refuses another account’s mobile number and mail address, at their fields', async () => {
    const other = await buildUser(app.ctx, { email: 'Taken@example.com' });
    const me = await app.person.adminWith([]);
    expect(Object.keys((await save(me, { mobile_phone: other.mobile_phone })).body.errors)).toEqual(['mobile_phone']);
    expect(Object.keys((await save(me, { email: 'taken@EXAMPLE.com' })).body.errors)).toEqual(['email']);
  });

  it('refuses a stale version', async () => {
    const me = await app.person.adminWith([]);
    const { version } = await own(me);
    await save(me, { signature: '先' });
    expect((await save(me, { signature: '后', version })).body.code).toBe('record.stale');
  });
});

describe('the picture', () => {
  const good = `/uploads/public/2026/11/${'a'.repeat(30)}.webp`;
  it('must be uploaded here', async () => {
    const me = await app.person.adminWith([]);
    expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar: good } })).body.avatar).toBe(good);
    expect((await own(me)).avatar).toBe(good);
    for (const avatar of ['https://example.com/a.webp', 'javascript:alert(1)', '/uploads/media/a.webp', `${good}?x`]) {
      expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar } })).status, avatar).toBe(422);
    }
    expect((await app.http('PUT', `${base}/avatar`, { as: me, body: { avatar: null } })).body.avatar).toBeNull();
  });
});

describe('language and theme', () => {
  it('are stored with the account; omitted values stay', async () => {
    const me = await app.person.adminWith([]);
    await app.http('PUT', `${base}/preferences`, { as: me, body: { language: 'en' } });
    expect((await app.http('PUT', `${base}/preferences`, { as: me, body: { theme: 'green' } })).body).toMatchObject({
      language: 'en',
      theme: 'green',
    });
    expect((await app.http('GET', '/open/user', { as: await app.person.user(me.user_id) })).body.user).toMatchObject({
      language: 'en',
      theme: 'green',
    });
    expect((await app.http('PUT', `${base}/preferences`, { as: me, body: { theme: 'rainbow' } })).status).toBe(422);
  });
});

describe('my devices', () => {
  const devices = async (as: Person) => (await app.http('GET', `${base}/devices`, { as })).body.devices;

  it('are listed, the current one marked, without anybody else’s', async () => {
    const me = await app.person.adminWith([]);
    await app.person.user(me.user_id);
    const listed = await devices(me);
    expect(listed.map((one: { is_current: boolean }) => one.is_current).toSorted()).toEqual([false, true]);
    expect(Object.keys(listed[0]).toSorted()).toEqual([
      'address',
      'client_type',
      'device_name',
      'id',
      'ip',
      'is_current',
      'issued_at',
      'last_seen_at',
    ]);
  });

  it('end one by one, at once, and only one’s own', async () => {
    const me = await app.person.adminWith([]);
    const there = await app.person.user(me.user_id);
    const [other] = (await devices(me)).filter((one: { is_current: boolean }) => !one.is_current);
    const stranger = await app.person.adminWith([]);
    expect((await app.http('DELETE', `${base}/devices/${other.id}`, { as: stranger, body: {} })).status).toBe(404);
    expect(await isAlive(there)).toBe(true);
    expect((await app.http('DELETE', `${base}/devices/${other.id}`, { as: me, body: {} })).body.ended).toBe(1);
    expect((await app.http('GET', base, { as: there })).status).toBe(401);
    expect((await app.http('DELETE', `${base}/devices/${other.id}`, { as: me, body: {} })).body.ended).toBe(0);
    expect((await logsOf(me.user_id)).map(({ action }) => action)).toEqual(['end_device']);
  });

  it('end all except the current one', async () => {
    const me = await app.person.adminWith([]);
    const others = [await app.person.user(me.user_id), await app.person.user(me.user_id)];
    expect((await app.http('DELETE', `${base}/devices`, { as: me, body: {} })).body.ended).toBe(2);
    for (const one of others) expect((await app.http('GET', base, { as: one })).status).toBe(401);
    expect(await isAlive(me)).toBe(true);
  });
});
