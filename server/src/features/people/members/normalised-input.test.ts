import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const create = (body: object) => app.http('POST', '/admin/members', { as: admin, body });
const listed = async (query: Record<string, string>): Promise<string[]> =>
  (await app.http('GET', `/admin/members/list?${new URLSearchParams(query).toString()}`, { as: admin })).body.data.map(
    (row: { name: string }) => row.name,
  );

it('a number and a name are stored in one form, whatever was typed, and one number is one account', async () => {
  const { status, body } = await create({
    name: ' 孔　桂芳\u200B',
    mobile_phone: '＋８６ １３８-0000-2301',
    email: 'Kong＠example。com',
  });
  expect(status).toBe(201);
  const { rows } =
    await sql`select u.name, u.mobile_phone, u.email from users u join members m on m.user_id = u.id where m.id = ${body.id}`.execute(
      app.ctx.db,
    );
  expect(rows).toEqual([{ name: '孔桂芳', mobile_phone: '13800002301', email: 'kong@example.com' }]);
  for (const mobile_phone of ['0086 138 0000 2301', "'13800002301", '1.3800002301E10', 13_800_002_301])
    expect((await create({ name: '又一个', mobile_phone })).status, String(mobile_phone)).toBe(422);
});

it('filters and keywords find it in any spelling', async () => {
  for (const mobile_phone of ['１３８００００２３０１', '138 0000 2301', '+8613800002301'])
    expect(await listed({ 'where[mobile_phone]': mobile_phone }), mobile_phone).toEqual(['孔桂芳']);
});

it('a visitor types the number of a message in any spelling', async () => {
  const body = { mobile_phone: '+86 139-0000-2302', verify: await app.captchaPass() };
  expect((await app.http('POST', '/open/register/send', { body })).status).toBe(200);
  expect(app.lastCode('13900002302')).toMatch(/^\d{6}$/);
});

it('what a learner sends as a real name can be typed by the school, and is stored in one form', async () => {
  const { member_id: id } = await app.person.member();
  for (const [real_name, stored] of [
    ['李', '李'],
    ['阿卜杜拉•买买提', '阿卜杜拉·买买提'],
    ['阿卜杜拉．买买提', '阿卜杜拉·买买提'],
    ['王　小 明', '王小明'],
  ]) {
    const body = { ids: [id], real_name, reason: '核对证件' };
    expect((await app.http('PUT', '/admin/members/update-real-name', { as: admin, body })).status, real_name).toBe(200);
    const { body: shown } = await app.http('GET', `/admin/members/${id}`, { as: admin });
    expect(shown.row.real_name).toBe(stored);
  }
});
