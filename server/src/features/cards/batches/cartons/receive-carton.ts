import { sql } from 'kysely';
import type { Receipt } from '@kaike/shared/contracts/cards/card-cartons';
import type * as cardCartonsApi from '@kaike/shared/contracts/cards/card-cartons';
import { formatCartonCode, parseCartonCode } from '@kaike/shared/domain/cards/carton-code';
import {
  cartonActions,
  cartonState,
  mayUndoReceipt,
  undoReceiptMinutes,
} from '@kaike/shared/domain/cards/carton-state';
import { allows } from '@kaike/shared/domain/status';
import { cardCartons } from '@kaike/shared/resources/cards/card-cartons';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCall, AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findRows } from '../../../../kit/read/load-rows.ts';
import { cartonColumns, inCarton, lockCarton, presentCarton, type CartonRow } from './carton-row.ts';

const refusals: Partial<Record<number, 'carton.lost' | 'carton.voided'>> = {
  [cartonState.lost]: 'carton.lost',
  [cartonState.voided]: 'carton.voided',
};

/** A carton outside the user's scope gives the same error as an unknown one. */
export async function lockVisible(
  trx: Db,
  call: AdminCall,
  reference: { code: string } | { id: number },
): Promise<CartonRow> {
  const condition =
    'code' in reference
      ? sql<boolean>`k.scan_code = ${formatCartonCode(reference.code)}`
      : sql<boolean>`k.id = ${reference.id}`;
  const { rows } = await sql<CartonRow>`select ${cartonColumns} from card_cartons k where ${condition}`.execute(trx);
  const visible = rows[0]
    ? await findRows({ db: trx, actor: call.actor, resource: call.ctx.resources.of(cardCartons) }, [rows[0].id])
    : [];
  const carton = visible[0] ? await lockCarton(trx, visible[0].id) : undefined;
  assert(carton, 'carton.unknown', { field: 'code' });
  return carton;
}

type Around = Pick<Receipt, 'batch' | 'received_count' | 'total_count' | 'received_by'>;
type AroundRow = Omit<Around, 'batch'> & Receipt['batch'];

async function readAround(trx: Db, carton: CartonRow): Promise<Around> {
  const { rows } = await sql<AroundRow>`select b.id, b.batch_no, b.name,
      (select count(*)::int from card_cartons k where k.batch_id = b.id and k.state = ${cartonState.received}) as received_count,
      (select count(*)::int from card_cartons k where k.batch_id = b.id and k.state in (${cartonState.packed}, ${cartonState.shipped}, ${cartonState.received})) as total_count,
      coalesce((select coalesce(nullif(u.name, ''), u.username) from users u where u.id = ${carton.received_by}), '') as received_by
    from card_batches b where b.id = ${carton.batch_id}`.execute(trx);
  assert(rows[0], 'record.not_found');
  const { id, batch_no, name, ...counts } = rows[0];
  return { batch: { id, batch_no, name }, ...counts };
}

async function present(
  trx: Db,
  call: AdminCall,
  { carton, result }: { carton: CartonRow; result: Receipt['result'] },
): Promise<Receipt> {
  const mayUndo = mayUndoReceipt(carton, { user_id: call.actor.user_id, now: call.ctx.clock() });
  const until =
    mayUndo && carton.received_at
      ? new Date(carton.received_at.getTime() + undoReceiptMinutes * 60_000).toISOString()
      : null;
  return { result, carton: presentCarton(carton), ...(await readAround(trx, carton)), undo_until: until };
}

/** Receives a scanned carton: its cards may be redeemed from now on. A second scan, or a retry, returns `again` and changes nothing. */
export async function receiveCarton(call: AdminCallOf<typeof cardCartonsApi.receiveCarton>): Promise<Receipt> {
  const { actor, ctx, body } = call;
  const reading = parseCartonCode(body.code);
  if (!('code' in reading)) throw new AppError('carton.unknown', { field: 'code' });
  return withIdempotency(call, 'card-cartons.receive', async (trx) => {
    const carton = await lockVisible(trx, call, reading);
    if (carton.state === cartonState.received) return present(trx, call, { carton, result: 'again' });
    assert(allows(cartonActions, 'receive', carton.state), refusals[carton.state] ?? 'carton.state', {
      field: 'code',
    });
    const now = ctx.clock();
    await sql`update card_cartons set state = ${cartonState.received}, state_before = ${carton.state}, received_at = ${now}, received_by = ${actor.user_id}, version = version + 1,
      updated_at = ${now}, updated_by = ${actor.user_id} where id = ${carton.id}`.execute(trx);
    await sql`update cards c set awaits_receipt = false, version = c.version + 1, updated_at = ${now} where ${inCarton(carton)} and c.awaits_receipt`.execute(
      trx,
    );
    const done = { ...carton, state: cartonState.received, received_at: now, received_by: actor.user_id };
    const answer = await present(trx, call, { carton: done, result: 'received' });
    await writeLog(trx, call, {
      resource: 'card-cartons',
      action: 'receive',
      record_id: carton.id,
      record_title: carton.scan_code,
      after: { state: done.state, scanned_at: body.scanned_at ?? null },
    });
    return answer;
  });
}
