import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { hasPermission } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCall, AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findOwn } from '../agency-home.read.ts';
import { offerQuota } from '../quota/quota-transfers.ts';
import { authorOf } from '../author-of.ts';

/** The agency with that code: an ancestor or descendant of the caller; any other requires the permission for sideways transfers. */
async function findReceiver(call: AdminCall, code: string): Promise<number> {
  const own = await findOwn(call);
  const receiver = await call.ctx.db
    .selectFrom('agencies')
    .select(['id', 'lft', 'rgt', 'status'])
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isInLine =
    receiver !== undefined &&
    ((own.lft <= receiver.lft && receiver.rgt <= own.rgt) || (receiver.lft < own.lft && own.rgt < receiver.rgt));
  // Any other agency gives the same error as an unknown code.
  assert(
    receiver && (isInLine || hasPermission(call.actor, 'admin.agencies.transfer-sideways')),
    'auth.agency_unknown',
    {
      field: 'to_code',
    },
  );
  assert(receiver.status === agencyStatus.active, 'agency.not_active', { field: 'to_code' });
  return receiver.id;
}

export async function offerTransfer(call: AdminCallOf<typeof agencies.offerTransfer>) {
  const own = await findOwn(call);
  const to = await findReceiver(call, call.body.to_code);
  return withIdempotency(call, 'agency-home.offer', async (trx) => {
    const id = await offerQuota(trx, {
      ...authorOf(call),
      from: own.id,
      to,
      amount: call.body.amount,
      remark: call.body.remark ?? '',
    });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: 'offer',
      record_id: id,
      record_title: own.name,
      after: { to, amount: call.body.amount },
    });
    return { id };
  });
}
