import type { SecondFactor } from '@kaike/shared/contracts/second-factor';
import type * as secondFactor from '@kaike/shared/contracts/second-factor';
import { sql } from 'kysely';
import type { ResponseOf, BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { isAdmin, type Actor } from '../../core/actor.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Call } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { checkPassword } from '../auth/public.ts';
import { checkOwnCode, resetTries, takeTry } from './prove.ts';
import { forgetFactor, keepNext, makeRecoveryCodes, open, readFactor } from './second-factor.store.ts';
import { base32, findStep, otpAuthUri } from './totp.ts';

type Mine<B = unknown> = Call<Actor, B>;

async function note(trx: Db, call: Mine, action: string): Promise<void> {
  const { actor } = call;
  assert(isAdmin(actor), 'access.denied');
  await writeLog(
    trx,
    { ...call, body: {}, query: {}, actor },
    { resource: 'personage', action, record_id: actor.user_id, record_title: actor.name },
  );
}

async function isDemanded(db: Db, actor: Actor): Promise<boolean> {
  const ids = actor.admin?.roles.map(({ id }) => id) ?? [];
  const { rows } =
    await sql`select 1 from roles where id = any(${ids}::bigint[]) and second_factor = 1 limit 1`.execute(db);
  return rows.length > 0;
}

async function readState({ ctx, actor }: Mine): Promise<SecondFactor> {
  assert(isAdmin(actor), 'access.denied');
  const [factor, { left: codesLeft }, { password_hash: hash }, demanded] = await Promise.all([
    readFactor(ctx.db, actor.user_id),
    ctx.db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('user_id', '=', actor.user_id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('users').select('password_hash').where('id', '=', actor.user_id).executeTakeFirstOrThrow(),
    isDemanded(ctx.db, actor),
  ]);
  const at = factor?.confirmed_at ?? null;
  return {
    is_on: at !== null,
    confirmed_at: at?.toISOString() ?? null,
    recovery_left: Number(codesLeft),
    is_demanded: demanded,
    has_password: hash !== null,
  };
}

export async function showSecondFactor(call: Mine): Promise<ResponseOf<typeof secondFactor.getSecondFactor>> {
  return { second_factor: await readState(call) };
}

/** Creates a new secret after proof of ownership: the password, and a code of the current authenticator if there is one. */
export async function beginEnrolment(
  call: Mine<BodyOf<typeof secondFactor.startSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.startSecondFactor>> {
  const { ctx, actor, body } = call;
  const state = await readState(call);
  const { password_hash: hash, username } = await ctx.db
    .selectFrom('users')
    .select(['password_hash', 'username'])
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  if (hash !== null)
    assert(await checkPassword(hash, body.password ?? ''), 'auth.old_password_wrong', { field: 'password' });
  if (state.is_on) await checkOwnCode(call, body.code ?? '');
  const secret = await keepNext(ctx, actor.user_id);
  return {
    secret: base32(secret),
    uri: otpAuthUri({ secret, account: username ?? actor.name, issuer: await ctx.settings.get('school_name') }),
  };
}

/** Activates the new secret once the authenticator shows its codes. Every other session must then enter a code, too. */
export async function confirmEnrolment(
  call: Mine<BodyOf<typeof secondFactor.confirmSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.confirmSecondFactor>> {
  const { ctx, actor, body } = call;
  assert(isAdmin(actor), 'access.denied');
  await takeTry(call, actor.user_id);
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
    await note(trx, call, 'second_factor_on');
    return recoveryCodes;
  });
  call.sessions.forget(actor.user_id);
  await resetTries(call, actor.user_id);
  return { recovery_codes: codes, message: call.t('sign_in.second_factor_on') };
}

export async function renewCodes(
  call: Mine<BodyOf<typeof secondFactor.renewRecoveryCodes>>,
): Promise<ResponseOf<typeof secondFactor.renewRecoveryCodes>> {
  const { ctx, actor, body } = call;
  assert((await readState(call)).is_on, 'auth.second_factor_off');
  await checkOwnCode(call, body.code);
  const codes = await ctx.db.transaction().execute(async (trx) => {
    const recoveryCodes = await makeRecoveryCodes(trx, actor.user_id);
    await note(trx, call, 'recovery_codes');
    return recoveryCodes;
  });
  return { recovery_codes: codes, message: call.t('sign_in.recovery_codes_made') };
}

/** Turns the second factor off unless a role requires it. */
export async function endEnrolment(
  call: Mine<BodyOf<typeof secondFactor.disableSecondFactor>>,
): Promise<ResponseOf<typeof secondFactor.disableSecondFactor>> {
  const { ctx, actor, body } = call;
  const state = await readState(call);
  assert(state.is_on, 'auth.second_factor_off');
  assert(!state.is_demanded, 'auth.second_factor_demanded');
  await checkOwnCode(call, body.code);
  await ctx.db.transaction().execute(async (trx) => {
    await forgetFactor(trx, actor.user_id);
    await ctx.bus.publish(trx, `user:${actor.user_id}`);
    await note(trx, call, 'second_factor_off');
  });
  call.sessions.forget(actor.user_id);
  return { second_factor: await readState(call), message: call.t('sign_in.second_factor_ended') };
}
