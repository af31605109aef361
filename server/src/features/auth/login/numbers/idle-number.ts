import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import { clientIdOf } from '../open-session.ts';

const dayMs = 86_400_000;

/**
 * Whether nobody has used the account for so long that its number may be somebody else's by now: operators hand out given-up
 * numbers again. Until then, a code to the number proves the owner.
 */
export async function isNumberIdle({ settings, clock }: Context, db: Db, userId: number): Promise<boolean> {
  const days = await settings.get('number_idle_days');
  if (days === 0) return false;
  const { rows } = await sql<{ is_idle: boolean }>`select greatest(u.created_at, u.last_login_at, u.number_confirmed_at,
      (select max(s.last_seen_at) from user_sessions s where s.user_id = u.id)) < ${new Date(clock().getTime() - days * dayMs)} as is_idle
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.is_idle ?? false;
}

/** Whether the account was used on this browser before. */
async function isKnownDevice(call: Call, userId: number): Promise<boolean> {
  const clientId = clientIdOf(call);
  if (clientId === null) return false;
  const seen = await call.ctx.db
    .selectFrom('user_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .limit(1)
    .executeTakeFirst();
  return seen !== undefined;
}

/**
 * Throws `auth.second_proof` when the account is idle and nothing but a code to its number speaks for the person: neither the
 * browser nor what `prove` finds. The answer names nobody.
 */
export async function assertOwnsNumber(
  call: Call,
  userId: number,
  prove: () => Promise<boolean> = async () => false,
): Promise<void> {
  if (!(await isNumberIdle(call.ctx, call.ctx.db, userId))) return;
  if ((await isKnownDevice(call, userId)) || (await prove())) return;
  throw new AppError('auth.second_proof', { field: 'password' });
}
