import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import { checkPassword } from '../login/public.ts';
import { checkOwnCode } from './prove.ts';
import { saveNextSecret } from './second-factor.store.ts';
import { base32, otpAuthUri } from './totp.ts';
import { type EnrolmentCall, loadState } from './enrol.ts';

/** Creates a new secret after proof of ownership: the password, and a code of the current authenticator if there is one. */
export async function startSecondFactor(
  call: EnrolmentCall<BodyOf<typeof secondFactor.startSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.startSecondFactor>> {
  const { ctx, actor, body } = call;
  const state = await loadState(call);
  const { password_hash: hash, username } = await ctx.db
    .selectFrom('users')
    .select(['password_hash', 'username'])
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  if (hash !== null)
    assert(await checkPassword(hash, body.password ?? ''), 'auth.old_password_wrong', { field: 'password' });
  if (state.is_on) await checkOwnCode(call, body.code ?? '');
  const secret = await saveNextSecret(ctx, actor.user_id);
  return {
    secret: base32(secret),
    uri: otpAuthUri({ secret, account: username ?? actor.name, issuer: await ctx.settings.get('school_name') }),
  };
}
