import { sql } from 'kysely';
import type * as firstLogins from '@kaike/shared/contracts/first-logins';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { CallOf } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import type { Answer } from '../../../core/respond.ts';
import { hashToken } from '../../../core/secrets.ts';
import { answerSignedIn, checkNewPasswordOf, hashPassword, openSession } from '../../auth/public.ts';
import { maskedLogin } from './masked-login.ts';

type Person = { user_id: number; name: string; mobile_phone: string | null; email: string | null };

/** The new learner of a link that still works. */
async function findPerson({ db, clock }: Context, token: string): Promise<Person | undefined> {
  const { rows } =
    await sql<Person>`select f.user_id, u.name, u.mobile_phone, u.email from first_logins f join users u on u.id = f.user_id
    where f.token_hash = ${hashToken(token)} and f.used_at is null and f.expires_at > ${clock()} and u.password_hash is null and u.status = ${userStatus.effective}
        and not exists (select 1 from admins a where a.user_id = u.id and a.deleted_at is null)`.execute(db);
  return rows[0];
}

/** Tells whoever has the link whose it is, without the whole number or mailbox. */
export async function readFirstLogin(
  call: CallOf<typeof firstLogins.getFirstLogin>,
): Promise<ResponseOf<typeof firstLogins.getFirstLogin>> {
  const { ctx, params } = call;
  const person = await findPerson(ctx, params.token);
  const school = await ctx.settings.get('school_name');
  if (!person) return { school, person: null };
  return { school, person: { name: person.name, login: maskedLogin(person) } };
}

/** Sets the first password and logs in. Of concurrent callers one succeeds. */
export async function logInFirst(
  call: CallOf<typeof firstLogins.completeFirstLogin>,
): Promise<Answer<ResponseOf<typeof firstLogins.completeFirstLogin>>> {
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
