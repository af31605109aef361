import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { productType } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildCard, buildMember, buildProduct } from '../../../../test/factories.ts';
import { createSecrets } from '../../../core/secrets.ts';
import type { Db } from '../../../db/pool.ts';
import { ledgerAnchorFile } from '../../../process/data-folder.ts';
import { moveQuota } from '../../agencies/agencies/public.ts';
import { postSeconds } from '../../ai/seconds/public.ts';
import {
  acceptLedger,
  checkLedger,
  describeFindings,
  lastForeignLines,
  quotaLedger,
  resealLedgers,
  sealLedgers,
  secondsLedger,
} from './public.ts';

let app: TestApp;
let agencyId: number;
let memberId: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Whoever has SQL takes the triggers away, too. */
const bySql = (work: (trx: Db) => Promise<unknown>): Promise<unknown> =>
  app.ctx.db.transaction().execute(async (trx) => {
    for (const table of ['card_num_logs', 'ai_second_logs', 'members'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    const done = await work(trx);
    for (const table of ['card_num_logs', 'ai_second_logs', 'members'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
    return done;
  });

/** Both ledgers begin with sealing, without lines. */
beforeEach(async () => {
  await bySql(async (trx) => {
    await sql`delete from ledger_seals`.execute(trx);
    await sql`delete from card_num_logs`.execute(trx);
    await sql`delete from ai_second_logs`.execute(trx);
    await sql`update members set ai_seconds_left = 0`.execute(trx);
  });
  await rm(ledgerAnchorFile(app.ctx.config.data_dir), { force: true });
  agencyId = (await buildAgency(app.ctx, { card_num: 0 })).id;
  memberId = (await buildMember(app.ctx)).id;
  await sealLedgers(app.ctx);
});

const topUp = (trx: Db, delta: number, ctx: Pick<TestApp['ctx'], 'secrets'> = app.ctx) =>
  moveQuota(trx, {
    agency_id: agencyId,
    type: quotaType.top_up,
    delta,
    ref_type: 'test',
    ref_id: null,
    operator_id: null,
    idempotency_key: randomUUID(),
    now: app.clock.now(),
    secrets: ctx.secrets,
  });
const write = (delta: number, ctx?: Pick<TestApp['ctx'], 'secrets'>) =>
  app.ctx.db.transaction().execute((trx) => topUp(trx, delta, ctx));
const writeSeconds = (delta: number) =>
  app.ctx.db.transaction().execute((trx) =>
    postSeconds(
      trx,
      [
        {
          member_id: memberId,
          type: secondsType.admin,
          delta,
          ref_type: 'test',
          ref_id: 0,
          idempotency_key: randomUUID(),
        },
      ],
      { operator_id: null, now: app.clock.now(), secrets: app.ctx.secrets, when_short: 'refuse' },
    ),
  );
const quota = () => checkLedger(app.ctx, quotaLedger);
const seconds = () => checkLedger(app.ctx, secondsLedger);

describe('lines of the ledgers', () => {
  it('are sealed as the application wrote them, once, and the newest seal is anchored outside', async () => {
    await write(5);
    await write(-2);
    await writeSeconds(60);
    expect(await quota()).toMatchObject({ sealed: 0, unsigned: 0, broken: null });
    await sealLedgers(app.ctx);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 2, sealed: 2, opening: 0, unsigned: 0, broken: null });
    expect(await seconds()).toMatchObject({ seals: 2, sealed: 1, unsigned: 0, broken: null });
    const anchors = (await readFile(ledgerAnchorFile(app.ctx.config.data_dir), 'utf8')).trim().split('\n');
    expect(anchors.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { ledger: 'quota', no: 2, line_count: 2, delta_sum: 3 },
      { ledger: 'seconds', no: 2, line_count: 1, delta_sum: 60 },
    ]);
  });

  it('are signed wherever they are written: moves, pairs, what an unlimited agency lacks, and the seconds of a card', async () => {
    const other = await buildAgency(app.ctx, { card_num: 0, unlimited: 1 });
    const moved = await app.http('PUT', '/admin/agencies/transfer-num', {
      as: await app.person.admin(),
      body: { ids: [other.id], to_id: agencyId, amount: 3, reason: 'a remark' },
    });
    expect(moved.body.changed).toBe(1);
    expect(await quota()).toMatchObject({ unsigned: 0 });
    const member = await app.person.member({ activated: false });
    const product = await buildProduct(app.ctx, { type: productType.both, ai_seconds: 3600 });
    const card = await buildCard(app.ctx, { product_id: product.id });
    const body = { code: card.secret, mode: 'activate', request_id: randomUUID() };
    expect((await app.http('POST', '/home/cards/use-card', { as: member, body })).status).toBe(200);
    expect(await seconds()).toMatchObject({ unsigned: 0 });
    await sealLedgers(app.ctx);
    expect([(await quota()).sealed, (await seconds()).sealed]).toEqual([3, 1]);
  });

  it('written by SQL with the balance are reported, shown on the dashboard, and never sealed', async () => {
    await write(500);
    await sql`with line as (insert into card_num_logs (agency_id, type, delta, balance_before, balance_after, request_id)
        values (${agencyId}, 1, 1000, 500, 1500, 'forged'))
      update agencies set card_num = card_num + 1000 where id = ${agencyId}`.execute(app.ctx.db);
    await bySql(async (trx) => {
      await sql`insert into ai_second_logs (member_id, type, delta, balance_before, balance_after, request_id, signature)
        values (${memberId}, 1, 1000, 0, 1000, 'forged', sha256('a guess'))`.execute(trx);
      await sql`update members set ai_seconds_left = 1000 where id = ${memberId}`.execute(trx);
    });
    expect(await quota()).toMatchObject({ unsigned: 1, broken: null });
    expect(await seconds()).toMatchObject({ unsigned: 1, broken: null });
    await sealLedgers(app.ctx);
    expect(await lastForeignLines(app.ctx)).toEqual({ quota: 1, seconds: 1 });
    const { body } = await app.http('GET', '/admin/todo', { as: await app.person.admin() });
    expect(JSON.stringify(body)).toContain('ledger_foreign');
    expect(JSON.stringify(body)).toContain('seconds_foreign');
    // What comes after it is sealed.
    await write(1);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ sealed: 2, unsigned: 1, broken: null });
    const { unsigned_ids: ids } = await quota();
    expect(describeFindings(await quota())).toEqual([
      `1 lines were not written by the application: ${ids.join(', ')}.`,
    ]);
  });

  it.each([
    ['changed', sql`update card_num_logs set delta = 9, balance_after = 9 where balance_before = 0`],
    ['removed', sql`delete from card_num_logs where balance_before = 5`],
    [
      'swapped',
      sql`update card_num_logs set id = 1000000 - id where agency_id in (select max(agency_id) from card_num_logs)`,
    ],
    [
      'given to another',
      sql`update card_num_logs set agency_id = (select min(id) from agencies) where balance_before = 0`,
    ],
    [
      'copied into a seal',
      sql`insert into card_num_logs (agency_id, type, delta, balance_before, balance_after, request_id, seal_no)
      select agency_id, type, delta, balance_before, balance_after, 'copy', 2 from card_num_logs where balance_before = 0`,
    ],
    [
      'numbered by a seal that does not exist',
      sql`insert into card_num_logs (agency_id, type, delta, balance_before, balance_after, request_id, seal_no)
      select agency_id, type, delta, balance_before, balance_after, 'copy', 77 from card_num_logs where balance_before = 0`,
    ],
  ])('that are %s after they were sealed are found', async (_name, statement) => {
    await write(5);
    await write(7);
    await sealLedgers(app.ctx);
    expect((await quota()).broken).toBeNull();
    await bySql((trx) => statement.execute(trx));
    expect(await quota()).toMatchObject({ unsigned: 0, broken: { what: 'lines' } });
  });

  it('that were changed or copied before they were sealed are not signed', async () => {
    await write(5);
    await bySql((trx) => sql`update card_num_logs set delta = 50, balance_after = 50`.execute(trx));
    expect(await quota()).toMatchObject({ unsigned: 1 });
    await bySql((trx) => sql`update card_num_logs set delta = 5, balance_after = 5`.execute(trx));
    expect(await quota()).toMatchObject({ unsigned: 0 });
    await bySql(async (trx) => {
      await sql`drop index card_num_logs_request_key`.execute(trx);
      await sql`insert into card_num_logs (txn_id, agency_id, type, delta, balance_before, balance_after, ref_type, request_id, created_at, signature)
        select txn_id, agency_id, type, delta, balance_before, balance_after, ref_type, request_id, created_at, signature from card_num_logs`.execute(
        trx,
      );
    });
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ sealed: 1, unsigned: 1 });
    await bySql(async (trx) => {
      await sql`delete from card_num_logs where seal_no is null`.execute(trx);
      await sql`create unique index card_num_logs_request_key on card_num_logs (agency_id, request_id)`.execute(trx);
    });
  });

  it('that are removed together with their seals are missed by the anchor, and sealing stops', async () => {
    await write(5);
    await sealLedgers(app.ctx);
    await bySql(async (trx) => {
      await sql`delete from card_num_logs`.execute(trx);
      await sql`delete from ledger_seals where ledger = 'quota' and no > 1`.execute(trx);
    });
    expect(await quota()).toMatchObject({ broken: { what: 'anchor' } });
    await sealLedgers(app.ctx);
    expect((await lastForeignLines(app.ctx)).quota).toBe(1);
    // Nor do the seals begin anew where all of them are gone.
    await bySql((trx) => sql`delete from ledger_seals`.execute(trx));
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 0, broken: { what: 'anchor' } });
  });

  it('have seals that cannot be made, changed or left out without the key', async () => {
    await write(5);
    await sealLedgers(app.ctx);
    await sql`update ledger_seals set delta_sum = 6 where ledger = 'quota' and no = 2`.execute(app.ctx.db);
    expect((await quota()).broken).toMatchObject({ no: 2, what: 'seal' });
    await sql`update ledger_seals set delta_sum = 5, mac = sha256('a guess') where ledger = 'quota' and no = 2`.execute(
      app.ctx.db,
    );
    expect((await quota()).broken).toMatchObject({ no: 2, what: 'seal' });
    await sql`delete from ledger_seals where ledger = 'quota' and no = 1`.execute(app.ctx.db);
    expect((await quota()).broken).toMatchObject({ no: 1, what: 'seal' });
  });

  it('of a transaction that commits late are sealed later', async () => {
    const late = await app.ctx.db.startTransaction().execute();
    await topUp(late, 5);
    const other = agencyId;
    agencyId = (await buildAgency(app.ctx, { card_num: 0 })).id;
    await write(8);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ sealed: 1 });
    await late.commit().execute();
    await Promise.all([sealLedgers(app.ctx), sealLedgers(app.ctx)]);
    expect(await quota()).toMatchObject({ seals: 3, sealed: 2, unsigned: 0, broken: null });
    agencyId = other;
  });

  it('refuse every change but of the seal and the remark', async () => {
    await write(5);
    await writeSeconds(5);
    await expect(sql`update card_num_logs set signature = null`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await expect(sql`update ai_second_logs set remark = 'x'`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await expect(sql`delete from ai_second_logs`.execute(app.ctx.db)).rejects.toThrow('append-only');
    await sql`update card_num_logs set remark = 'corrected'`.execute(app.ctx.db);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ sealed: 1, unsigned: 0, broken: null });
  });
});

describe('the first seals', () => {
  const begin = async (): Promise<void> => {
    await bySql((trx) => sql`delete from ledger_seals`.execute(trx));
    await rm(ledgerAnchorFile(app.ctx.config.data_dir), { force: true });
    await sql`insert into card_num_logs (agency_id, type, delta, balance_before, balance_after, request_id)
      select ${agencyId}, 1, 1, n - 1, n, 'old ' || n from generate_series(1, 1500) n`.execute(app.ctx.db);
  };
  const age = (minutes: number) =>
    sql`update schema_migrations set applied_at = now() - make_interval(mins => ${minutes}) where name like '0380%'`.execute(
      app.ctx.db,
    );

  it('take what older versions wrote as it stands, once no server of an older version can run any more', async () => {
    await begin();
    await age(10);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 0, unsigned: 0, broken: null });
    await age(61);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 2, sealed: 1500, opening: 1500, unsigned: 0, broken: null });
    await bySql((trx) => sql`update card_num_logs set type = 2 where request_id = 'old 1400'`.execute(trx));
    expect(await quota()).toMatchObject({ broken: { no: 2, what: 'lines' } });
  });

  it('wait for that hour where a school was updated without a line, and not in a new one', async () => {
    const install = (minutes: number) =>
      sql`update schema_migrations set applied_at = now() - make_interval(mins => ${minutes}) where name like '0001%'`.execute(
        app.ctx.db,
      );
    await bySql((trx) => sql`delete from ledger_seals`.execute(trx));
    await rm(ledgerAnchorFile(app.ctx.config.data_dir), { force: true });
    await install(100_000);
    await age(10);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 0, broken: null });
    await install(10);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ seals: 1, broken: null });
    await age(61);
  });

  it('begin anew on one of several machines, and the anchors of the others follow', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kaike-node-'));
    const other = { ...app.ctx, config: { ...app.ctx.config, data_dir: folder } };
    await write(5);
    await sealLedgers(app.ctx);
    await sealLedgers(other);
    for (const [here, there] of [
      [app.ctx, other],
      [other, app.ctx],
    ] as const) {
      await bySql((trx) => sql`update card_num_logs set delta = delta + 1, balance_after = delta + 1`.execute(trx));
      app.clock.advance(60_000);
      await acceptLedger(here, quotaLedger);
      expect(await checkLedger(there, quotaLedger)).toMatchObject({ unsigned: 0, broken: null });
      await sealLedgers(there);
      await sealLedgers(here);
      expect((await lastForeignLines(app.ctx)).quota).toBe(0);
      expect(await checkLedger(there, quotaLedger)).toMatchObject({ opening: 1, broken: null });
    }
    // Nobody but an operator begins them anew: neither without the key, nor by taking the seals away.
    await write(1);
    await sealLedgers(other);
    await bySql((trx) => sql`delete from ledger_seals where no > 1`.execute(trx));
    expect((await checkLedger(other, quotaLedger)).broken).not.toBeNull();
    await bySql((trx) =>
      sql`update ledger_seals set accepted_at = accepted_at + interval '1 day' where accepted_at is not null`.execute(
        trx,
      ),
    );
    await sealLedgers(other);
    expect((await lastForeignLines(app.ctx)).quota).toBe(1);
    await rm(folder, { recursive: true });
  });

  it('take more than a page anew, by the ids of the lines', async () => {
    await begin();
    await sealLedgers(app.ctx);
    await write(1);
    await sealLedgers(app.ctx);
    expect(await acceptLedger(app.ctx, quotaLedger)).toEqual({ lines: 1501 });
    expect(await quota()).toMatchObject({ seals: 2, sealed: 1501, opening: 1501, unsigned: 0, broken: null });
  });

  it('begin anew where an operator accepts the lines as they stand', async () => {
    await write(5);
    await sealLedgers(app.ctx);
    await bySql((trx) => sql`update card_num_logs set delta = 6, balance_after = 6`.execute(trx));
    expect((await quota()).broken).not.toBeNull();
    expect(await acceptLedger(app.ctx, quotaLedger)).toEqual({ lines: 1 });
    expect(await quota()).toMatchObject({ sealed: 1, opening: 1, unsigned: 0, broken: null });
    await write(1);
    await sealLedgers(app.ctx);
    expect(await quota()).toMatchObject({ sealed: 2, unsigned: 0, broken: null });
  });
});

it('a change of the secret seals what the one before signed, and can be repeated', async () => {
  const old = { secrets: createSecrets('the secret before, which is not used any more') };
  await bySql((trx) => sql`delete from ledger_seals`.execute(trx));
  await rm(ledgerAnchorFile(app.ctx.config.data_dir), { force: true });
  await sealLedgers({ ...app.ctx, ...old });
  await write(5, old);
  const both = {
    ...app.ctx,
    secrets: createSecrets(app.ctx.config.secret, 'the secret before, which is not used any more'),
  };
  expect(await checkLedger(both, quotaLedger)).toMatchObject({ unsigned: 0, broken: null });
  await write(6, both);
  expect(await resealLedgers(both)).toEqual({ changed: 2, unreadable: 0 });
  expect(await resealLedgers(both)).toEqual({ changed: 0, unreadable: 0 });
  expect(await quota()).toMatchObject({ seals: 2, sealed: 2, unsigned: 0, broken: null, is_key_known: true });
  expect(await checkLedger({ ...app.ctx, ...old }, quotaLedger)).toMatchObject({ is_key_known: false });
});
