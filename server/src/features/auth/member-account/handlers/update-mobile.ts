import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { changeNumber, checkCode, consumeCode, claimNumber } from '../../login/public.ts';
import { assertOwner } from '../reauthentication.ts';
import { loadAccount } from '../load-account.ts';

/** Changes the mobile number, which the owner has proved to hold; other sessions end. */
export async function updateMobile(
  call: MemberCallOf<typeof account.updateMobile>,
): Promise<ResponseOf<typeof account.updateMobile>> {
  const { ctx, actor, body } = call;
  await assertOwner(call, ctx.db, body.pass);
  const codeId = await checkCode(ctx, {
    purpose: 'update_mobile',
    receiver: body.mobile_phone,
    code: body.message_code,
  });
  return ctx.db.transaction().execute(async (trx) => {
    const { mobile_phone: mobile } = body;
    await consumeCode(ctx, trx, codeId);
    assert(await claimNumber(ctx, trx, mobile), 'auth.mobile_taken', { field: 'mobile_phone' });
    const who = { user_id: actor.user_id, changed_by: actor.user_id };
    await changeNumber(ctx, trx, { ...who, mobile_phone: mobile, cause: 'owner' });
    await call.sessions.revoke(trx, { user_id: actor.user_id, reason: 'mobile_changed', except_id: actor.session_id });
    return { account: await loadAccount(call, trx), message: call.t('account.mobile_changed') };
  });
}
