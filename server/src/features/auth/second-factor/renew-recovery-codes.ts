import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import { checkOwnCode } from './prove.ts';
import { makeRecoveryCodes } from './second-factor.store.ts';
import { type EnrolmentCall, loadState, logEnrolment } from './enrol.ts';

export async function renewRecoveryCodes(
  call: EnrolmentCall<BodyOf<typeof secondFactor.renewRecoveryCodes>>,
): Promise<ResponseOf<typeof secondFactor.renewRecoveryCodes>> {
  const { ctx, actor, body } = call;
  assert((await loadState(call)).is_on, 'auth.second_factor_off');
  await checkOwnCode(call, body.code);
  const codes = await ctx.db.transaction().execute(async (trx) => {
    const recoveryCodes = await makeRecoveryCodes(trx, actor.user_id);
    await logEnrolment(trx, call, 'recovery_codes');
    return recoveryCodes;
  });
  return { recovery_codes: codes, message: call.t('sign_in.recovery_codes_made') };
}
