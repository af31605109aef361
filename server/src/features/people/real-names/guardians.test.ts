import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type MemberPerson, type Reply, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp({ config: { expose_local_codes: true } });
  admin = await app.person.admin();
  await app.setting('id_card_accounts', 100);
  await app.setting('privacy_version', '2026-11');
  // The eve of a fourteenth birthday, by the school's clock.
  app.clock.set(new Date('2026-11-24T04:00:00Z'));
});
afterAll(() => app.close());

/** Fourteen tomorrow, and fourteen today. */
const [child, grown] = ['110101201211250033', '110101201211240038'] as const;

const ways = ['/home/real-name', '/home/init-face-auth'] as const;
const send = (as: MemberPerson, path: string, body: object): Promise<Reply> =>
  app.http('POST', path, { as, body: { real_name: '张三', consent: true, ...body } });
const consentsOf = ({ member_id: id }: MemberPerson) =>
  app.ctx.db
    .selectFrom('sensitive_consents')
    .select(['kind', 'by_guardian', 'version', 'agreed_at'])
    .where('member_id', '=', id)
    .execute();

it.each(ways)('%s of a child below fourteen needs a guardian’s consent', async (path) => {
  const me = await app.person.member();
  for (const body of [{}, { guardian_consent: false }]) {
    const { status, body: answer } = await send(me, path, { id_card: child, ...body });
    expect([status, answer.code, Object.keys(answer.errors)]).toEqual([
      422,
      'account.guardian_consent',
      ['guardian_consent'],
    ]);
  }
  expect(await consentsOf(me)).toEqual([]);
  expect((await send(me, path, { id_card: child, guardian_consent: true })).status).toBe(200);
  expect(await consentsOf(me)).toEqual([
    {
      kind: path === ways[0] ? 'real_name' : 'face',
      by_guardian: true,
      version: '2026-11',
      agreed_at: app.clock.now(),
    },
  ]);
});

it.each(ways)('%s from fourteen on needs none, and notes none', async (path) => {
  const me = await app.person.member();
  expect((await send(me, path, { id_card: grown, guardian_consent: true })).status).toBe(200);
  expect(await consentsOf(me)).toMatchObject([{ by_guardian: false, version: '2026-11' }]);
});

it('a number submitted before guardians were asked does not pass', async () => {
  const me = await app.person.member();
  const decide = async () =>
    (
      await app.http('PUT', '/admin/members/update-is-auth', {
        as: admin,
        body: { ids: [me.member_id], is_auth: 2, reason: '已核对证件' },
      })
    ).body;
  await send(me, ways[0], { id_card: child, guardian_consent: true });
  const { db } = app.ctx;
  await db
    .updateTable('sensitive_consents')
    .set({ by_guardian: false })
    .where('member_id', '=', me.member_id)
    .execute();
  expect(await decide()).toMatchObject({ code: 'account.guardian_consent' });
  await send(me, ways[0], { id_card: child, guardian_consent: true });
  expect((await decide()).changed).toBe(1);
});
