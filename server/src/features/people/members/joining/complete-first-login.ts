import { sql } from 'kysely';
import type * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { checkNewPasswordOf, hashPassword, openSession, answerSignedIn } from '../../../auth/login/public.ts';
import { findPerson } from './use-first-login.ts';

/** Sets the first password and logs in. Of concurrent callers one succeeds. */
export async function completeFirstLogin(
  call: CallOf<typeof firstLogins.completeFirstLogin>,
): Promise<HttpReply<ResponseOf<typeof firstLogins.completeFirstLogin>>> {
  const { ctx, params, body } = call;
  const person = await findPerson(ctx, params.token);
  assert(person, 'first_login.over');
  await checkNewPasswordOf(ctx, ctx.db, person.user_id, body.password);
  const hash = await hashPassword(body.password);
  const now = ctx.clock();
  const session = await ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql`update first_logins set used_at = ${now} where user_id = ${person.user_id} and token_hash = ${hashToken(params.token)}
      and used_at is null and expires_at > ${now} returning 1`.execute(trx);
    assert(rows.length === 1, 'first_login.over');
    const saved = await trx
      .updateTable('users')
      .set((eb) => ({ password_hash: hash, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', person.user_id)
      .where('password_hash', 'is', null)
      .where('status', '=', userStatus.effective)
      .executeTakeFirst();
    assert(saved.numUpdatedRows > 0n, 'first_login.over');
    return openSession(call, trx, { user_id: person.user_id, is_admin: false, remember: false, way: null });
  });
  return answerSignedIn(call, session, { remember: false });
}
