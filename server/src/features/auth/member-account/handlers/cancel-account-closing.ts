import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../core/call.ts';
import { loadAccount } from '../load-account.ts';
import { changeStatus } from './close-account.ts';

/** Revokes the closure of the account. */
export async function cancelAccountClosing(call: MemberCall): Promise<ResponseOf<typeof account.cancelAccountClosing>> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    await changeStatus(call, trx, { action: 'keep', since: null });
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
    return { account: await loadAccount(call, trx), message: call.t('account.kept') };
  });
}
