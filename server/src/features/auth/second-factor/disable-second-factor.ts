import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import { checkOwnCode } from './prove.ts';
import { forgetFactor } from './second-factor.store.ts';
import { type EnrolmentCall, loadState, logEnrolment } from './enrol.ts';

/** Turns the second factor off unless a role requires it. */
export async function disableSecondFactor(
  call: EnrolmentCall<BodyOf<typeof secondFactor.disableSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.disableSecondFactor>> {
  const { ctx, actor, body } = call;
  const state = await loadState(call);
  assert(state.is_on, 'auth.second_factor_off');
  assert(!state.is_demanded, 'auth.second_factor_demanded');
  await checkOwnCode(call, body.code);
  await ctx.db.transaction().execute(async (trx) => {
    await forgetFactor(trx, actor.user_id);
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
    await logEnrolment(trx, call, 'second_factor_off');
  });
  call.sessions.forget(actor.user_id);
  return { second_factor: await loadState(call), message: call.t('sign_in.second_factor_ended') };
}
