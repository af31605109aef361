import { createCipheriv, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { buildCard } from '../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** As in rows written before values were bound to their row. */
function sealOlder(purpose: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', app.ctx.secrets.key(purpose), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

const reveal = (id: number) => app.http('POST', `/admin/cards/${id}/reveal`, { as: admin, body: { reason: '核对' } });
const identityOf = (id: number) =>
  app.http('POST', `/admin/members/${id}/reveal`, { as: admin, body: { reason: '核对' } });

it.each([
  ['sealed today', false],
  ['sealed before values were bound to rows', true],
])('the secret of another card is not shown as that of this one: %s', async (_name, isOlder) => {
  const [card, other] = [await buildCard(app.ctx), await buildCard(app.ctx)];
  const sealedOf = (of: typeof card) => (isOlder ? sealOlder('card-secret', of.secret) : of.secret_enc);
  await sql`update cards set secret_enc = ${sealedOf(card)} where id = ${card.id}`.execute(app.ctx.db);
  expect((await reveal(card.id)).body).toEqual({ secret: formatSecret(card.secret) });
  await sql`update cards set secret_enc = ${sealedOf(other)} where id = ${card.id}`.execute(app.ctx.db);
  expect((await reveal(card.id)).status).toBe(500);
});

it('the ID number of another member is not shown as that of this one', async () => {
  const [one, two] = [await app.person.member(), await app.person.member()];
  const submit = (as: typeof one, idCard: string) =>
    app.http('POST', '/home/real-name', { as, body: { real_name: '李小红', id_card: idCard, consent: true } });
  await submit(one, '11010519491231002X');
  await submit(two, '110105199003076013');
  const before = (await identityOf(one.member_id)).body;
  expect(JSON.stringify(before)).toContain('11010519491231002X');
  await sql`update real_name_reviews set id_card = (select id_card from real_name_reviews where member_id = ${two.member_id}) where member_id = ${one.member_id}`.execute(
    app.ctx.db,
  );
  expect((await identityOf(one.member_id)).status).toBe(500);
  await sql`update real_name_reviews set id_card = ${sealOlder('id_card', '11010519491231002X')} where member_id = ${one.member_id}`.execute(
    app.ctx.db,
  );
  expect((await identityOf(one.member_id)).body).toEqual(before);
});
