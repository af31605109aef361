import { transferState } from '@kaike/shared/domain/agencies/quota-transfer';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findOwn } from '../agency-home.read.ts';
import { undoOffer } from '../quota/quota-transfers.ts';
import { authorOf } from '../author-of.ts';

export async function undoTransfer(call: AdminCall & ById) {
  const own = await findOwn(call);
  return withIdempotency(call, `agency-home.undo.${call.params.id}`, async (trx) => {
    const before = await undoOffer(trx, { ...authorOf(call), id: call.params.id, agency_id: own.id });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: 'undo',
      record_id: before.id,
      record_title: own.name,
    });
    return { state: before.state === transferState.waiting ? transferState.withdrawn : transferState.taken_back };
  });
}
