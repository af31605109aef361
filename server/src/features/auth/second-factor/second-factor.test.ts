import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../../cli/run/run-cli.ts';
import { startTestApp, type AdminPerson, type Person, type Reply, type TestApp } from '../../../../test/app.ts';
import { hashPassword } from '../login/public.ts';
import { resetByName } from './public.ts';
import { codeOf, stepAt } from './totp.ts';

const password = 'correct-horse-1';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (text: string): Buffer =>
  Buffer.from(
    [...text]
      .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)
      ?.map((bits) => Number.parseInt(bits, 2)) ?? [],
  );
const own = '/admin/personage/second-factor';

let app: TestApp;
let boss: AdminPerson;
let person: AdminPerson;
let username: string;

beforeAll(async () => {
  app = await startTestApp();
  boss = await app.person.admin();
});
afterAll(() => app.close());

beforeEach(async () => {
  person = await app.person.adminWith(['admin.courses.list']);
  ({ username } = (await app.ctx.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), username: `admin_${person.user_id}` })
    .where('id', '=', person.user_id)
    .returning('username')
    .executeTakeFirstOrThrow()) as { username: string });
});

const codeNow = (secret: string, steps = 0): string => codeOf(bytesOf(secret), stepAt(app.clock.now()) + steps);
const nextCode = (secret: string): string => {
  app.clock.advance(31_000);
  return codeNow(secret);
};
const roleOf = async (admin: AdminPerson): Promise<number> =>
  (
    await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', admin.admin_id)
      .executeTakeFirstOrThrow()
  ).role_id;

async function enrol(as: Person = person): Promise<{ secret: string; recovery: string[] }> {
  const {
    body: { secret, uri },
  } = await app.http('POST', own, { as, body: { password } });
  expect(uri).toContain(`secret=${secret}`);
  const { status, body } = await app.http('POST', `${own}/confirm`, { as, body: { code: codeNow(secret) } });
  expect(status).toBe(200);
  return { secret, recovery: body.recovery_codes };
}

async function logIn(): Promise<{ visitor: Person; reply: Reply }> {
  const visitor = await app.person.visitor();
  return {
    visitor,
    reply: await app.http('POST', '/open/login', {
      as: visitor,
      body: { username, password, back_url: '/admin/courses' },
    }),
  };
}
const prove = (as: Person, code: string): Promise<Reply> =>
  app.http('POST', '/open/second-factor', { as, body: { code, back_url: '/admin/courses' } });
const open = (as: Person): Promise<Reply> => app.http('GET', '/admin/courses/list', { as });

describe('the operation log', () => {
  it('tells a password alone from a whole log-in, and has wrong codes', async () => {
    const { secret, recovery } = await enrol();
    const first = await logIn();
    await prove(first.visitor, codeNow(secret, 7));
    expect((await prove(first.visitor, nextCode(secret))).status).toBe(200);
    const second = await logIn();
    expect((await prove(second.visitor, recovery[0] ?? '')).status).toBe(200);
    const entries = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'after'])
      .where('resource', '=', 'log-ins')
      .where('user_id', '=', person.user_id)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'log_in_begun', after: { way: 'password' } },
      { action: 'log_in_failed', after: { way: 'authenticator', failure: 'second_factor' } },
      { action: 'log_in', after: { way: 'authenticator' } },
      { action: 'log_in_begun', after: { way: 'password' } },
      { action: 'log_in', after: { way: 'recovery_code' } },
    ]);
  });
});

describe('setting up a second factor', () => {
  it('requires the password and a code of the new authenticator, and returns ten recovery codes', async () => {
    expect((await app.http('POST', own, { as: person, body: { password: 'something-else-1' } })).body.code).toBe(
      'auth.old_password_wrong',
    );
    const {
      body: { secret },
    } = await app.http('POST', own, { as: person, body: { password } });
    expect(
      (await app.http('POST', `${own}/confirm`, { as: person, body: { code: codeNow(secret, 7) } })).body.code,
    ).toBe('auth.second_factor_wrong');
    const { recovery } = await enrol();
    expect(new Set(recovery).size).toBe(10);
    expect((await app.http('GET', own, { as: person })).body.second_factor).toMatchObject({
      is_on: true,
      recovery_left: 10,
      is_demanded: false,
    });
    expect((await open(person)).status).toBe(200);
  });

  it('stores the secret sealed and the recovery codes hashed', async () => {
    const { secret, recovery } = await enrol();
    const factor = await app.ctx.db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    expect(factor.secret?.includes(bytesOf(secret))).toBe(false);
    const rows = await app.ctx.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(recovery[0]);
  });

  it('requires a code from the person’s other sessions, too', async () => {
    const { visitor } = await logIn();
    await enrol();
    expect((await open(visitor)).body).toMatchObject({
      code: 'auth.second_factor',
      redirect: expect.stringContaining('/open/second-factor'),
    });
  });

  it('comes first for a role that requires it, and cannot be turned off then', async () => {
    await app.http('PUT', `/admin/roles/${await roleOf(person)}`, { as: boss, body: { second_factor: 1 } });
    const { visitor, reply } = await logIn();
    expect(reply.body).toMatchObject({ redirect: '/admin/personage/second-factor', user: { must_enrol: true } });
    expect((await open(visitor)).body).toMatchObject({
      code: 'access.denied',
      redirect: '/admin/personage/second-factor',
    });
    const { secret } = await enrol(visitor);
    expect((await open(visitor)).status).toBe(200);
    expect((await app.http('DELETE', own, { as: visitor, body: { code: nextCode(secret) } })).body.code).toBe(
      'auth.second_factor_demanded',
    );
  });
});

describe('logging in with a second factor', () => {
  it('grants and reveals nothing until the code is right', async () => {
    const { secret } = await enrol();
    const { visitor, reply } = await logIn();
    expect(reply.body).toMatchObject({ user: null, redirect: '/open/second-factor?back_url=%2Fadmin%2Fcourses' });
    expect((await app.http('GET', '/open/user', { as: visitor })).body.user).toBeNull();
    expect((await app.http('GET', own, { as: visitor })).body.code).toBe('auth.second_factor');
    expect((await open(visitor)).status).toBe(401);
    const proved = await prove(visitor, nextCode(secret));
    expect(proved.body).toMatchObject({ user: { id: person.user_id }, redirect: '/admin/courses' });
    expect((await open(visitor)).status).toBe(200);
  });

  it('is required after a code by text message as well', async () => {
    await enrol();
    const { mobile_phone: mobile } = await app.ctx.db
      .selectFrom('users')
      .select('mobile_phone')
      .where('id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    await app.http('POST', '/open/login/send', { body: { mobile_phone: mobile, verify: await app.captchaPass() } });
    const { body } = await app.http('POST', '/open/login', {
      body: { mobile_phone: mobile, message_code: app.lastCode(String(mobile)) },
    });
    expect(body).toMatchObject({ user: null, redirect: '/open/second-factor' });
  });

  it('accepts a code once, and neither the enrolment code nor an old one', async () => {
    const { secret } = await enrol();
    const first = await logIn();
    expect((await prove(first.visitor, codeNow(secret))).body.code).toBe('auth.second_factor_wrong');
    const code = nextCode(secret);
    expect((await prove(first.visitor, code)).status).toBe(200);
    const second = await logIn();
    expect((await prove(second.visitor, code)).body.code).toBe('auth.second_factor_wrong');
    expect((await prove(second.visitor, codeNow(secret, -1))).body.code).toBe('auth.second_factor_wrong');
  });

  it('accepts each recovery code once, in any notation, and logs it', async () => {
    const {
      recovery: [code = ''],
    } = await enrol();
    const first = await logIn();
    expect((await prove(first.visitor, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await prove((await logIn()).visitor, code)).body.code).toBe('auth.second_factor_wrong');
    const log = await app.ctx.db
      .selectFrom('logs')
      .select('action')
      .where('user_id', '=', person.user_id)
      .where('action', '=', 'recovery_code')
      .execute();
    expect(log).toHaveLength(1);
    expect((await app.http('GET', own, { as: first.visitor })).body.second_factor.recovery_left).toBe(9);
  });

  it('limits guesses across sessions', async () => {
    const { secret } = await enrol();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await prove((await logIn()).visitor, codeNow(secret, 9))).status).toBe(422);
    expect((await prove((await logIn()).visitor, nextCode(secret))).status).toBe(429);
    app.clock.advance(301_000);
    expect((await prove((await logIn()).visitor, nextCode(secret))).status).toBe(200);
  });

  it('waits ten minutes for the code', async () => {
    const { secret } = await enrol();
    const { visitor } = await logIn();
    app.clock.advance(601_000);
    expect((await prove(visitor, codeNow(secret))).status).toBe(401);
  });
});

describe('a lost authenticator', () => {
  const reset = (as: AdminPerson, id: number, body: object = { reason: '手机丢失' }) =>
    app.http('PUT', '/admin/admins/reset-second-factor', { as, body: { ids: [id], ...body } });

  it('is reset by another administrator with the permission and a reason, and sessions end', async () => {
    await enrol();
    expect((await reset(await app.person.adminWith(['admin.admins.list']), person.admin_id)).status).toBe(403);
    expect((await reset(boss, person.admin_id, {})).status).toBe(422);
    expect((await reset(boss, person.admin_id)).body.changed).toBe(1);
    expect((await open(person)).status).toBe(401);
    expect((await logIn()).reply.body.user).toMatchObject({ id: person.user_id });
    const log = await app.ctx.db
      .selectFrom('logs')
      .select(['reason', 'record_id'])
      .where('action', '=', 'reset-second-factor')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toEqual({ reason: '手机丢失', record_id: String(person.admin_id) });
  });

  it('is not reset by its owner, nor by an administrator beside them', async () => {
    await enrol();
    const beside = await app.person.adminWith(['admin.admins.list', 'admin.admins.reset-second-factor']);
    expect((await reset(beside, person.admin_id)).body.code).toBe('role.exceeds_own');
    expect((await reset(beside, beside.admin_id)).body.code).toBe('auth.second_factor_own');
  });

  it('is reset from the command line', async () => {
    await enrol();
    await resetByName(app.ctx, username.toUpperCase());
    expect((await logIn()).reply.body.user).toMatchObject({ id: person.user_id });
    await expect(resetByName(app.ctx, username)).rejects.toThrow('auth.second_factor_off');
    const lines: string[] = [];
    expect(
      await runCli(['user:second-factor-reset'], { out: (line) => lines.push(line), err: (line) => lines.push(line) }),
    ).toBe(2);
    expect(lines.join('\n')).toContain('USERNAME is missing');
  });
});
