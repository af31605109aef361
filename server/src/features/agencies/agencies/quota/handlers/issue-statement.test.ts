import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../../test/app.ts';
import { buildAgency } from '../../../../../../test/factories.ts';
import { createSecrets } from '../../../../../core/secrets.ts';
import { sealLedgers } from '../../../../commerce/ledgers/public.ts';
import { resignStatements } from './issue-statement.ts';
import { moveQuota } from '../quota.ts';

let app: TestApp;
let admin: AdminPerson;
let agencyId: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  agencyId = (await buildAgency(app.ctx, { card_num: 0, name: '晨星教育' })).id;
  await sealLedgers(app.ctx);
  await topUp(60);
});
afterAll(() => app.close());

const topUp = (delta: number) =>
  app.ctx.db.transaction().execute((trx) =>
    moveQuota(trx, {
      agency_id: agencyId,
      type: quotaType.top_up,
      delta,
      ref_type: 'test',
      ref_id: null,
      operator_id: null,
      idempotency_key: `top-up ${delta}`,
      now: app.clock.now(),
      secrets: app.ctx.secrets,
    }),
  );
const today = () => new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const issue = (as = admin, from = today()) =>
  app.http('POST', `/admin/agencies/${agencyId}/statement`, { as, body: { from, to: today() } });
const check = async (code: string) => (await app.http('GET', `/open/statements/${encodeURIComponent(code)}`)).body;

it('a stranger with the code of a statement sees its figures, and nothing of persons', async () => {
  const { status, body } = await issue();
  expect([status, body.code]).toEqual([200, expect.stringMatching(/^[2-9A-HJKMNP-Z]{12}$/)]);
  const answer = await check(body.code);
  expect(answer.statement).toEqual({
    code: body.code,
    masked_name: '晨***',
    from: today(),
    to: today(),
    opening: 0,
    closing: 60,
    types: [{ type: quotaType.top_up, count: 1, delta: 60 }],
    issued_at: body.issued_at,
  });
  // The paper beside the code shows the same figures, from the same moment.
  expect(body.statement).toMatchObject({
    opening: 0,
    closing: 60,
    types: answer.statement.types,
    lines: [{ delta: 60, balance_after: 60 }],
    left_out: 0,
  });
  // As it is typed from paper.
  expect((await check(body.code.toLowerCase().replace(/(.{4})(?=.)/g, '$1 '))).statement.code).toBe(body.code);
  expect((await check('NOSUCHCODE22')).statement).toBeNull();
});

it('is issued once for the same figures, and anew when they have changed', async () => {
  const first = (await issue()).body;
  expect((await issue()).body).toEqual(first);
  const longer = (await issue(admin, '2026-01-01')).body;
  expect(longer.code).not.toBe(first.code);
  expect([(await issue()).body.code, (await issue(admin, '2026-01-01')).body.code]).toEqual([first.code, longer.code]);
  await topUp(5);
  const second = (await issue()).body;
  expect(second.code).not.toBe(first.code);
  // What was issued stays what it was.
  expect([(await check(first.code)).statement.closing, (await check(second.code)).statement.closing]).toEqual([60, 65]);
});

it('is issued to whoever sees the agency and its ledger', async () => {
  const own = await app.person.adminWith(['admin.card-num-logs.list', 'admin.agencies.show'], {
    data_scope: 'own_agency',
    agency_id: (await buildAgency(app.ctx)).id,
  });
  expect((await issue(own)).body.code).toBe('record.not_found');
  expect((await issue(await app.person.adminWith(['admin.agencies.show']))).status).toBe(403);
});

it('one that was made or changed by SQL is not genuine', async () => {
  const { code } = (await issue()).body;
  await sql`insert into agency_statements (code, agency_id, masked_name, from_day, to_day, opening, closing, types, issued_at, signature)
    select 'FQRGED234567', agency_id, masked_name, from_day, to_day, opening, closing, types, issued_at, signature from agency_statements where code = ${code}`.execute(
    app.ctx.db,
  );
  expect((await check('FQRGED234567')).statement).toBeNull();
  await sql`update agency_statements set closing = closing + 1000 where code = ${code}`.execute(app.ctx.db);
  expect((await check(code)).statement).toBeNull();
  expect((await issue()).body.code).not.toBe(code);
});

it('guessing is limited', async () => {
  const as = await app.person.member();
  const statuses = [];
  for (let count = 0; count < 31; count += 1)
    statuses.push((await app.http('GET', `/open/statements/GUESSGUESS${count}`, { as })).status);
  expect([statuses[29], statuses[30]]).toEqual([200, 429]);
});

it('a change of the secret signs it anew', async () => {
  const { code } = (await issue()).body;
  const next = createSecrets('the secret that comes afterwards, and long', app.ctx.config.secret);
  const { changed } = await resignStatements({ ...app.ctx, secrets: next });
  expect(changed).toBeGreaterThan(0);
  expect((await check(code)).statement).toBeNull();
  const back = createSecrets(app.ctx.config.secret, 'the secret that comes afterwards, and long');
  expect((await resignStatements({ ...app.ctx, secrets: back })).changed).toBe(changed);
});

it('none is issued while the ledger of the agency has a line that SQL wrote', async () => {
  await sql`insert into card_num_logs (agency_id, type, delta, balance_before, balance_after, request_id)
    values (${agencyId}, 1, 1000, 65, 1065, 'forged')`.execute(app.ctx.db);
  expect((await issue()).body.code).toBe('agency.ledger_foreign');
  const other = await buildAgency(app.ctx, { card_num: 0 });
  const body = { from: today(), to: today() };
  expect((await app.http('POST', `/admin/agencies/${other.id}/statement`, { as: admin, body })).status).toBe(200);
});

it('issuing is limited', async () => {
  const as = await app.person.admin();
  let last = 0;
  for (let count = 0; count < 201; count += 1)
    ({ status: last } = await app.http('POST', `/admin/agencies/${agencyId}/statement`, {
      as,
      body: { from: today() },
    }));
  expect(last).toBe(429);
});
