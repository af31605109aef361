import type * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { BodyOf, ResponseOf } from '@kaike/shared/kit/contract';
import { isAdmin } from '../../../core/actor.ts';
import { assert, AppError } from '../../../core/app-error.ts';
import { countTry, resetTries } from './prove.ts';
import { open, makeRecoveryCodes } from './second-factor.store.ts';
import { findStep } from './totp.ts';
import { type EnrolmentCall, logEnrolment } from './enrol.ts';

/** Activates the new secret once the authenticator shows its codes. Every other session must then enter a code, too. */
export async function confirmSecondFactor(
  call: EnrolmentCall<BodyOf<typeof secondFactor.confirmSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.confirmSecondFactor>> {
  const { ctx, actor, body } = call;
  assert(isAdmin(actor), 'access.denied');
  await countTry(call, actor.user_id);
  const now = ctx.clock();
  const codes = await ctx.db.transaction().execute(async (trx) => {
    const factor = await trx
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', actor.user_id)
      .forUpdate()
      .executeTakeFirst();
    assert(factor?.next_secret, 'auth.second_factor_off');
    const step = findStep(open(ctx, factor.next_secret, actor.user_id), body.code, now);
    if (step === null) throw new AppError('auth.second_factor_wrong', { field: 'code' });
    await trx
      .updateTable('second_factors')
      .set({ secret: factor.next_secret, next_secret: null, confirmed_at: now, last_step: step })
      .where('user_id', '=', actor.user_id)
      .execute();
    await trx
      .updateTable('user_sessions')
      .set({ second_factor_at: null })
      .where('user_id', '=', actor.user_id)
      .where('id', '<>', actor.session_id)
      .execute();
    await trx.updateTable('user_sessions').set({ second_factor_at: now }).where('id', '=', actor.session_id).execute();
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
    const recoveryCodes = await makeRecoveryCodes(trx, actor.user_id);
    await logEnrolment(trx, call, 'second_factor_on');
    return recoveryCodes;
  });
  call.sessions.forget(actor.user_id);
  await resetTries(call, actor.user_id);
  return { recovery_codes: codes, message: call.t('sign_in.second_factor_on') };
}
