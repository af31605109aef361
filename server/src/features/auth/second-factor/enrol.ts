import type { SecondFactor } from '@kaike/shared/contracts/auth/second-factor';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { isAdmin, type Actor } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import type { Call } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { loadFactor } from './second-factor.store.ts';

export type EnrolmentCall<B = unknown> = Call<Actor, B>;

/** A line of the operation log about the own second factor. */
export async function logEnrolment(trx: Db, call: EnrolmentCall, action: string): Promise<void> {
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

export async function loadState({ ctx, actor }: EnrolmentCall): Promise<SecondFactor> {
  assert(isAdmin(actor), 'access.denied');
  const [factor, { left: codesLeft }, { password_hash: hash }, demanded] = await Promise.all([
    loadFactor(ctx.db, actor.user_id),
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
