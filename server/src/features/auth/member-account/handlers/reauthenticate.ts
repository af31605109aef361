import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { checkCode, consumeCode, checkPassword } from '../../login/public.ts';
import { loadOwner, signOwnerPass } from '../reauthentication.ts';

const validMs = 10 * 60_000;

/** Returns a pass after proof of ownership by code or password; valid in this session, for the account's current number. */
export async function reauthenticate(
  call: MemberCallOf<typeof account.reauthenticate>,
): Promise<ResponseOf<typeof account.reauthenticate>> {
  const { ctx, actor, body } = call;
  const owner = await loadOwner(ctx.db, actor.user_id);
  if (body.message_code) {
    assert(owner.mobile_phone, 'auth.code_wrong', { field: 'message_code' });
    const id = await checkCode(ctx, { purpose: 'verify', receiver: owner.mobile_phone, code: body.message_code });
    await consumeCode(ctx, ctx.db, id);
  } else
    assert(await checkPassword(owner.password_hash, body.password ?? ''), 'auth.old_password_wrong', {
      field: 'password',
    });
  const until = ctx.clock().getTime() + validMs;
  return {
    pass: `${until}.${signOwnerPass(ctx, { user_id: actor.user_id, session_id: actor.session_id, mobile_phone: owner.mobile_phone, until })}`,
  };
}
