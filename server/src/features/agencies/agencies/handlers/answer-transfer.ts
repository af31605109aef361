import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { transferState } from '@kaike/shared/domain/agencies/quota-transfer';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findOwn } from '../agency-home.read.ts';
import { answerOffer } from '../quota/quota-transfers.ts';
import { authorOf } from '../author-of.ts';

export async function answerTransfer(call: AdminCallOf<typeof agencies.answerTransfer>) {
  const own = await findOwn(call);
  const { accept } = call.body;
  return withIdempotency(call, `agency-home.answer.${call.params.id}`, async (trx) => {
    await answerOffer(trx, { ...authorOf(call), id: call.params.id, agency_id: own.id, accept });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: accept ? 'accept' : 'decline',
      record_id: call.params.id,
      record_title: own.name,
    });
    return { state: accept ? transferState.accepted : transferState.declined };
  });
}
