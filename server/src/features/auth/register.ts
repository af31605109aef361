import { DatabaseError } from 'pg';
import { agencyCookie } from '@kaike/shared/domain/agencies/agency-link';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { register } from '@kaike/shared/contracts/auth';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Answer } from '../../core/respond.ts';
import type { Call } from '../../core/call.ts';
import { checkCode, consumeCode } from './codes/check-code.ts';
import { answerSignedIn, openSession, type SignedIn } from './open-session.ts';
import { checkNewPassword } from './passwords/check-new-password.ts';
import { hashPassword } from './passwords/password-hash.ts';

type Body = BodyOf<typeof register>;

/** The agency credited with the member; null without a code. */
async function findAgency(db: Db, code: string | null | undefined): Promise<number | null> {
  if (!code) return null;
  const agency = await db
    .selectFrom('agencies')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('status', '=', agencyStatus.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(agency, 'auth.agency_unknown', { field: 'agency_code' });
  return agency.id;
}

/** The agency of the code typed, else of the agency's short link; a stale link never blocks a registration. */
async function creditedAgency(call: Call, body: Body): Promise<number | null> {
  if (body.agency_code) return findAgency(call.ctx.db, body.agency_code);
  return findAgency(call.ctx.db, call.cookies[agencyCookie]).catch(() => null);
}

/** Inserts a user and its member row. */
export async function insertMember(
  trx: Db,
  body: Pick<Body, 'mobile_phone' | 'username'>,
  { hash, agency_id: agencyId, now }: { hash: string | null; agency_id: number | null; now: Date },
): Promise<number> {
  const times = { created_at: now, updated_at: now };
  const person = {
    username: body.username || null,
    mobile_phone: body.mobile_phone,
    password_hash: hash,
    ...times,
  };
  const { id } = await trx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  const source = agencyId === null ? 'register' : 'agency';
  await trx
    .insertInto('members')
    .values({ user_id: id, agency_id: agencyId, source, ...times })
    .execute();
  return id;
}

/** Maps a lost race for a unique name to the error of its field. */
function asDuplicateError(error: unknown): unknown {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  if (constraint === 'users_mobile_phone_key') return new AppError('auth.mobile_taken', { field: 'mobile_phone' });
  if (constraint === 'users_username_key') return new AppError('auth.name_taken', { field: 'username' });
  return error;
}

/** Registers a member and logs in: user, member, used code and session are committed together or not at all. */
export async function registerMember(call: Call, body: Body): Promise<Answer<SignedIn>> {
  const { ctx } = call;
  assert(await ctx.settings.get('register_open'), 'auth.register_closed');
  await checkNewPassword(ctx, body.password, body);
  const codeId = await checkCode(ctx, { purpose: 'register', receiver: body.mobile_phone, code: body.message_code });
  const agencyId = await creditedAgency(call, body);
  const hash = await hashPassword(body.password);
  try {
    const session = await ctx.db.transaction().execute(async (trx) => {
      // Insert first: of two concurrent requests the slower one reports that the mobile number is taken, not that its code is used.
      const userId = await insertMember(trx, body, { hash, agency_id: agencyId, now: ctx.clock() });
      await consumeCode(ctx, trx, codeId);
      return openSession(call, trx, { user_id: userId, is_admin: false, remember: false });
    });
    return await answerSignedIn(call, session, { remember: false, back_url: body.back_url });
  } catch (error) {
    throw asDuplicateError(error);
  }
}
