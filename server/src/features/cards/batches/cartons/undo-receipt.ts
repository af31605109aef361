import { sql } from 'kysely';
import type * as cardCartonsApi from '@kaike/shared/contracts/cards/card-cartons';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { mayUndoReceipt, undoReceiptMinutes, cartonState } from '@kaike/shared/domain/cards/carton-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { type CartonRow, inCarton } from './carton-row.ts';
import { lockVisible } from './receive-carton.ts';

/** Makes the cards await receipt again; fails when a member has taken one meanwhile. The update waits for running activations. */
async function holdCards(trx: Db, carton: CartonRow, now: Date): Promise<void> {
  const {
    rows: [batch],
  } = await sql<{
    redeem_on_receipt: boolean;
  }>`select redeem_on_receipt from card_batches where id = ${carton.batch_id}`.execute(trx);
  if (!batch?.redeem_on_receipt) return;
  await sql`update cards c set awaits_receipt = true, version = c.version + 1, updated_at = ${now}
    where c.id in (select c.id from cards c where ${inCarton(carton)} order by c.id for update) and c.state in (${cardState.stock}, ${cardState.issued})`.execute(
    trx,
  );
  const { rows } =
    await sql`select 1 from cards c where ${inCarton(carton)} and c.state in (${cardState.claimed}, ${cardState.activated}, ${cardState.reversed}, ${cardState.replaced}) limit 1`.execute(
      trx,
    );
  assert(rows.length === 0, 'carton.in_use');
}

/** Undoes one's own scan within ten minutes. */
export async function undoReceipt(call: AdminCall & ById): Promise<ResponseOf<typeof cardCartonsApi.undoReceipt>> {
  const { actor, ctx } = call;
  const id = call.params.id;
  return withIdempotency(call, `card-cartons.undo.${id}`, async (trx) => {
    const carton = await lockVisible(trx, call, { id });
    const now = ctx.clock();
    assert(mayUndoReceipt(carton, { user_id: actor.user_id, now }), 'carton.undo_over', {
      params: { minutes: undoReceiptMinutes },
    });
    const state = carton.state_before ?? cartonState.packed;
    await holdCards(trx, carton, now);
    await sql`update card_cartons set state = ${state}, state_before = null, received_at = null, received_by = null, version = version + 1, updated_at = ${now}, updated_by = ${actor.user_id}
      where id = ${carton.id}`.execute(trx);
    await writeLog(trx, call, {
      resource: 'card-cartons',
      action: 'undo-receipt',
      record_id: carton.id,
      record_title: carton.scan_code,
      before: { state: carton.state },
      after: { state },
    });
    return { state };
  });
}
