import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildAgency } from '../../../../../test/factories.ts';
import { connectionOf, killAtWrite, startProcess } from '../../../../../test/processes/kill.ts';
import { proveLedger } from './prove-ledger.ts';
import { moveQuota } from './quota.ts';
import { makeRandomMoves, type RandomPlan } from './random-moves.ts';

const fixture = fileURLToPath(new URL('random-moves.fixture.ts', import.meta.url));
const start = 2000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

async function countMoves(): Promise<number> {
  const { rows } = await sql<{ moves: number }>`select count(*)::int as moves from card_num_logs`.execute(app.ctx.db);
  return rows[0]?.moves ?? 0;
}

async function buildFunded(): Promise<number> {
  const { id } = await buildAgency(app.ctx, { card_num: 0 });
  await app.ctx.db.transaction().execute((trx) =>
    moveQuota(trx, {
      agency_id: id,
      type: quotaType.top_up,
      delta: start,
      ref_type: 'test',
      ref_id: null,
      operator_id: null,
      idempotency_key: 'start',
      now: app.clock.now(),
      secrets: app.ctx.secrets,
    }),
  );
  return id;
}

describe('6,000 random moves at once', () => {
  it('killed midway and replayed, leave no drift: each counts once', async () => {
    const ids = [];
    for (let index = 0; index < 12; index += 1) ids.push(await buildFunded());
    const plan: RandomPlan = {
      secret: app.ctx.config.secret,
      agency_ids: ids,
      seed: 20_260_305,
      count: 6000,
      workers: 6,
    };
    await killAtWrite(app.ctx, { table: 'card_num_logs', when: "new.ref_type = 'test' and new.ref_id >= 2000" }, () => {
      const child = startProcess(fixture);
      child.send({ connection: connectionOf(app.ctx), plan });
      return child;
    });
    expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
    const before = await countMoves();
    const moved = await makeRandomMoves(app.ctx.db, plan);
    expect(moved).toBeGreaterThan(0);
    // On a replay only moves that lacked quota before can still succeed.
    const proof = await proveLedger(app.ctx);
    expect(proof).toMatchObject({ drifts: [], unbalanced: [] });
    expect(proof.moves).toBeGreaterThan(Math.max(before, 5000));
    const { rows } = await sql<{
      requests: number;
      doubled: number;
    }>`select count(distinct request_id)::int as requests,
      count(*) filter (where n > 1)::int as doubled from (select agency_id, request_id, count(*) as n from card_num_logs group by agency_id, request_id) x`.execute(
      app.ctx.db,
    );
    expect(rows[0]?.doubled).toBe(0);
  });
});
