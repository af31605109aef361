import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as cardCartons from '@kaike/shared/contracts/cards/card-cartons';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { formatCartonCode, makeCartonCode } from '@kaike/shared/domain/cards/carton-code';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findBatch } from '../packages/load-secrets.ts';

const codeBytes = 9;

type LockedBatch = { state: number; quantity: number; made_count: number; agency_id: number | null };

async function lockCompleted(trx: Db, id: number): Promise<LockedBatch> {
  const { rows } =
    await sql<LockedBatch>`select state, quantity, made_count, agency_id from card_batches where id = ${id} for update`.execute(
      trx,
    );
  const [batch] = rows;
  assert(batch && batch.state !== batchState.voided && batch.made_count === batch.quantity, 'carton.batch_state');
  return batch;
}

/** Removes an earlier split, whose labels become invalid: none of its cartons may have been shipped. */
async function clearCartons(trx: Db, batchId: number): Promise<void> {
  await sql`delete from card_cartons where batch_id = ${batchId} and state = ${cartonState.packed}`.execute(trx);
  const { rows } = await sql`select 1 from card_cartons where batch_id = ${batchId} limit 1`.execute(trx);
  assert(rows.length === 0, 'carton.on_the_way');
}

async function insertCartons(
  trx: Db,
  split: { batch_id: number; batch: LockedBatch; size: number; user_id: number; now: Date },
): Promise<number> {
  const { batch, size, now } = split;
  const count = Math.ceil(batch.quantity / size);
  const codes = Array.from({ length: count }, () => formatCartonCode(makeCartonCode(randomBytes(codeBytes))));
  await sql`insert into card_cartons (batch_id, agency_id, carton_no, scan_code, first_seq, last_seq, first_no, last_no, card_count, created_at, updated_at, created_by, updated_by)
    select ${split.batch_id}::bigint, ${batch.agency_id}::bigint, x.n, x.code, a.batch_seq, z.batch_seq, a.card_no, z.card_no, z.batch_seq - a.batch_seq + 1, ${now}, ${now}, ${split.user_id}::bigint, ${split.user_id}::bigint
    from unnest(${codes}::text[]) with ordinality as x (code, n)
      join cards a on a.batch_id = ${split.batch_id} and a.batch_seq = (x.n - 1) * ${size}::int + 1
      join cards z on z.batch_id = ${split.batch_id} and z.batch_seq = least(x.n * ${size}::int, ${batch.quantity}::int)`.execute(
    trx,
  );
  return count;
}

/** Splits a completed batch into cartons of the requested size, each with its own serials and code. */
export async function splitBatch(
  call: AdminCallOf<typeof cardCartons.splitBatch>,
): Promise<ResponseOf<typeof cardCartons.splitBatch>> {
  const row = await findBatch(call);
  const { size } = call.body;
  return withIdempotency(call, `card-cartons.split.${row.id}`, async (trx) => {
    const batch = await lockCompleted(trx, row.id);
    await clearCartons(trx, row.id);
    const count = await insertCartons(trx, {
      batch_id: row.id,
      batch,
      size,
      user_id: call.actor.user_id,
      now: call.ctx.clock(),
    });
    await writeLog(trx, call, {
      resource: 'card-batches',
      action: 'split',
      record_id: row.id,
      record_title: row.name,
      after: { size, cartons: count },
    });
    return { count };
  });
}
