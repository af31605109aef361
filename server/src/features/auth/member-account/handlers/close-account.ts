import type * as account from '@kaike/shared/contracts/auth/account';
import { memberActions, type MemberStatus } from '@kaike/shared/domain/people/member-status';
import type { Transition } from '@kaike/shared/domain/status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../../core/call.ts';
import { assertOwner } from '../reauthentication.ts';
import { eraseTime } from '../load-account.ts';

type Step = { action: 'ask_cancel' | 'keep'; since: Date | null };

export async function changeStatus(call: MemberCall<unknown>, trx: Db, { action, since }: Step): Promise<void> {
  const { from, to }: Transition<MemberStatus> = memberActions[action];
  const now = call.ctx.clock();
  const result = await trx
    .updateTable('members')
    .set((eb) => ({
      status: to,
      cancelling_since: since,
      version: eb('version', '+', 1),
      updated_at: now,
      updated_by: call.actor.user_id,
    }))
    .where('id', '=', call.actor.member.id)
    .where('status', 'in', from)
    .executeTakeFirst();
  assert(result.numUpdatedRows > 0n, 'record.state');
}

/** Starts the cooling-off period and ends every session; it can be revoked after logging in again. */
export async function closeAccount(
  call: MemberCallOf<typeof account.closeAccount>,
): Promise<ResponseOf<typeof account.closeAccount>> {
  const { ctx, actor } = call;
  assert(actor.admin === null, 'account.is_admin');
  await assertOwner(call, ctx.db, call.body.pass);
  const now = ctx.clock();
  await ctx.db.transaction().execute(async (trx) => {
    await changeStatus(call, trx, { action: 'ask_cancel', since: now });
    await call.sessions.revoke(trx, { user_id: actor.user_id, reason: 'account_closing' });
  });
  return { erase_at: eraseTime(now).toISOString(), message: call.t('account.closing') };
}
