import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { createHttp, type Http, type Person } from '../../../../test/client.ts';
import { buildCard } from '../../../../test/factories.ts';
import { buildApp } from '../../../app.ts';
import { runCli } from '../../../cli/run/run-cli.ts';
import { buildContext } from '../../../context.ts';
import type { Context } from '../../../core/context.ts';
import { resealCards, sealCard } from '../../cards/cards/public.ts';

const next = 'the secret that comes after the first one';
const idCard = '11010519491231002X';

let app: TestApp;
let admin: AdminPerson;
let member: MemberPerson;
let cards: Awaited<ReturnType<typeof buildCard>>[];
let certificate: string;
const open: { ctx: Context; close: () => Promise<void> }[] = [];

/** Another server on the same database, under other secrets. */
async function serverWith(secret: string, oldSecret: string | null): Promise<{ ctx: Context; http: Http }> {
  const { host, port, user, password, database } = app.ctx.pool.options;
  const connection = {
    host: host ?? '',
    port: port ?? 0,
    user: user ?? '',
    password: String(password),
    database: database ?? '',
  };
  const built = await buildContext({
    config: { ...app.ctx.config, secret, old_secret: oldSecret },
    connection,
    log: pino({ level: 'silent' }),
    clock: app.clock.now,
  });
  const fastify = await buildApp(built);
  await fastify.ready();
  open.push({
    ctx: built,
    close: async () => {
      await fastify.close();
      await built.close();
    },
  });
  // CSRF tokens of the previous server are not valid here; sessions are.
  for (const person of [admin, member]) person.csrf = null;
  return { ctx: built, http: createHttp(fastify, built) };
}

async function runChange(secret: string, oldSecret: string | null): Promise<{ code: number; output: string }> {
  const { host, port, user, password, database } = app.ctx.pool.options;
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  Object.assign(process.env, {
    KAIKE_DATA_DIR: app.ctx.config.data_dir,
    KAIKE_SECRET: secret,
    ...(oldSecret === null ? {} : { KAIKE_OLD_SECRET: oldSecret }),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`,
  });
  process.stdout.write = (text: string | Uint8Array) => {
    lines.push(String(text));
    return true;
  };
  try {
    return {
      code: await runCli(['secret:change'], { out: (line) => lines.push(line), err: (line) => lines.push(line) }),
      output: lines.join('\n'),
    };
  } finally {
    process.stdout.write = write;
    for (const name of ['KAIKE_DATA_DIR', 'KAIKE_SECRET', 'KAIKE_OLD_SECRET', 'DATABASE_URL']) delete process.env[name];
  }
}

const use = (http: Http, code: string, as: Person = member) =>
  http('POST', '/home/cards/use-card', { as, body: { code, mode: 'activate', request_id: randomUUID() } });
const reveal = (http: Http, path: string) =>
  http('POST', `/admin/${path}/reveal`, { as: admin, body: { reason: '核对' } });
const isGenuine = async (http: Http) =>
  (await http('GET', `/open/certificates/${certificate}`)).body.certificate !== null;
const cardAt = (index: number) => {
  const card = cards[index];
  if (!card) throw new Error('no such card');
  return card;
};

beforeAll(async () => {
  app = await startTestApp();
  [admin, member] = [await app.person.admin(), await app.person.member()];
  cards = [];
  for (let count = 0; count < 4; count += 1) cards.push(await buildCard(app.ctx));
  for (const value of ['first', 'second']) {
    await app.http('PUT', '/admin/configs', { as: admin, body: { values: { mail_password: value } } });
  }
  await app.http('POST', '/home/real-name', {
    as: member,
    body: { real_name: '李小红', id_card: idCard, consent: true },
  });
  certificate = (await app.http('POST', '/home/learning-records/certificate', { as: member, body: {} })).body
    .certificate.code;
  await sql`insert into app_state (key, value) values ('demo', jsonb_build_object('password', ${app.ctx.secrets.seal('demo', 'demo-pass-1', 'demo').toString('base64')}::text))`.execute(
    app.ctx.db,
  );
  await sql`insert into second_factors (user_id, secret) values (${admin.user_id}, ${app.ctx.secrets.seal('second_factor', 'c2VjcmV0', admin.user_id)})`.execute(
    app.ctx.db,
  );
});
afterAll(async () => {
  for (const one of open) await one.close();
  await app.close();
});

it('while both secrets are known everything opens, cards activate, and an interrupted change resumes', async () => {
  const before = app.ctx.config.secret;
  const changing = await serverWith(next, before);
  expect((await use(changing.http, cardAt(0).secret)).status).toBe(200);
  expect((await reveal(changing.http, `members/${member.member_id}`)).body.values.id_card).toBe(idCard);
  expect(await changing.ctx.settings.get('mail_password')).toBe('second');
  expect(await isGenuine(changing.http)).toBe(true);
  expect(
    (await changing.http('GET', '/home/learning-records/certificates', { as: member })).body.certificates,
  ).toMatchObject([{ code: certificate }]);
  // One card was changed by a run that was stopped.
  const { hash, sealed } = sealCard(changing.ctx.secrets, cardAt(1).secret);
  await sql`update cards set secret_hash = ${hash}, secret_enc = ${sealed} where id = ${cardAt(1).id}`.execute(
    app.ctx.db,
  );
  expect(await resealCards(changing.ctx)).toEqual({ changed: 3, unreadable: 0 });
  expect((await use(changing.http, cardAt(1).secret)).status).toBe(200);
});

it('after the change everything opens with the new secret alone, and nothing with the old one', async () => {
  const before = app.ctx.config.secret;
  const first = await runChange(next, before);
  expect([first.code, first.output]).toEqual([
    0,
    expect.stringContaining('real_name_reviews.id_card') as unknown as string,
  ]);
  expect(first.output).toContain('Everything is encrypted with the current secret.');
  const again = await runChange(next, before);
  expect(again.output.match(/re-encrypted/g)).toBeNull();

  const after = await serverWith(next, null);
  expect((await use(after.http, cardAt(2).secret)).status).toBe(200);
  expect((await reveal(after.http, `cards/${cardAt(3).id}`)).body.secret).toBe(formatSecret(cardAt(3).secret));
  expect((await reveal(after.http, `members/${member.member_id}`)).body.values.id_card).toBe(idCard);
  expect(await after.ctx.settings.get('mail_password')).toBe('second');
  expect(await isGenuine(after.http)).toBe(true);
  const changes = (await after.http('GET', '/admin/configs/history', { as: admin, query: { key: 'mail_password' } }))
    .body.data;
  expect((await after.http('POST', '/admin/configs/rollback', { as: admin, body: { id: changes[1].id } })).status).toBe(
    200,
  );
  const {
    rows: [row],
  } = await sql<{
    value: string;
    demo: string;
    factor: Buffer;
  }>`select (select value from configs where key = 'mail_password') as value,
    (select value ->> 'password' from app_state where key = 'demo') as demo, (select secret from second_factors where user_id = ${admin.user_id}) as factor`.execute(
    app.ctx.db,
  );
  const { secrets } = after.ctx;
  expect(secrets.open('configs', Buffer.from(row?.value ?? '', 'base64'), 'mail_password').toString()).toBe('first');
  expect(secrets.open('demo', Buffer.from(row?.demo ?? '', 'base64'), 'demo').toString()).toBe('demo-pass-1');
  expect(secrets.open('second_factor', row?.factor ?? Buffer.alloc(0), admin.user_id).toString()).toBe('c2VjcmV0');

  const old = await serverWith(before, null).catch((error: unknown) => error);
  expect(old, 'settings do not open by the old secret').toBeInstanceOf(Error);
  expect(
    (await app.http('POST', '/home/cards/preview', { as: await app.person.member(), body: { code: cardAt(3).secret } }))
      .body.code,
  ).toBe('card.not_found');
  expect(
    (
      await app.http('POST', `/admin/cards/${cardAt(3).id}/reveal`, {
        as: { ...admin, csrf: null },
        body: { reason: '核对' },
      })
    ).status,
  ).toBe(500);
  expect((await app.http('GET', `/open/certificates/${certificate}`)).body.certificate).toBeNull();
});

it('a value that no current secret opens is counted, left as it is, and does not stop the others', async () => {
  await sql`update cards set secret_enc = (select secret_enc from cards where id = ${cardAt(2).id}) where id = ${cardAt(3).id}`.execute(
    app.ctx.db,
  );
  const { code, output } = await runChange('yet another secret of the same installation', next);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('cards: 3 re-encrypted, 1 cannot be decrypted.') as unknown as string,
  ]);
  expect(output).toContain('1 values were left unchanged.');
});
