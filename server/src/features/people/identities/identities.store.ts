import { sql, type Selectable } from 'kysely';
import type { Identity } from '../../../adapters/oauth/port.ts';
import type { Db } from '../../../db/pool.ts';
import type { Database } from '../../../db/tables.ts';
import { AppError, assert } from '../../../core/app-error.ts';

export type Ouser = Selectable<Database['ousers']>;

/** Inserts or updates an identity; name and picture may have changed. */
export async function saveIdentity(trx: Db, identity: Identity, now: Date): Promise<Ouser> {
  const { provider, app_id, open_id, union_id, nickname, avatar } = identity;
  return trx
    .insertInto('ousers')
    .values({ provider, app_id, open_id, union_id, nickname, avatar, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'app_id', 'open_id']).doUpdateSet({
        union_id: sql`coalesce(excluded.union_id, ousers.union_id)`,
        nickname: sql`coalesce(nullif(excluded.nickname, ''), ousers.nickname)`,
        avatar: sql`coalesce(excluded.avatar, ousers.avatar)`,
        updated_at: now,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account bound to the same union id at another application of the vendor; null if there is none. */
export async function findByUnion(trx: Db, ouser: Ouser): Promise<number | null> {
  if (ouser.union_id === null) return null;
  const vendor = ouser.provider.split('_')[0] ?? ouser.provider;
  const row = await trx
    .selectFrom('ousers')
    .select('user_id')
    .where('union_id', '=', ouser.union_id)
    .where('provider', 'like', `${vendor}%`)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Binds the identity to the account: one identity per service and account, one account per identity. Idempotent. */
export async function bindIdentity(
  trx: Db,
  { ouser_id, user_id, now }: { ouser_id: number; user_id: number; now: Date },
): Promise<void> {
  await sql`select 1 from users where id = ${user_id} for update`.execute(trx);
  const ouser = await trx.selectFrom('ousers').selectAll().where('id', '=', ouser_id).forUpdate().executeTakeFirst();
  assert(ouser, 'record.not_found');
  if (ouser.user_id === user_id) return;
  assert(ouser.user_id === null, 'ouser.taken');
  const other = await trx
    .selectFrom('ousers')
    .select('id')
    .where('user_id', '=', user_id)
    .where('provider', '=', ouser.provider)
    .where('app_id', '=', ouser.app_id)
    .executeTakeFirst();
  if (other) throw new AppError('ouser.service_taken');
  await trx.updateTable('ousers').set({ user_id, bound_at: now, updated_at: now }).where('id', '=', ouser_id).execute();
}

/**
 * Accounts that could not log in without these identities: no other identity, no mobile number for a code, and no password
 * with a name. Locks the accounts, so that two concurrent unbinds cannot both remove the last but one.
 */
export async function findLockedOut(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  await sql`select u.id from users u where u.id in (select o.user_id from ousers o where o.id = any(${ids}::bigint[])) order by u.id for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`select u.id from users u
    where u.id in (select o.user_id from ousers o where o.id = any(${ids}::bigint[]))
      and u.mobile_phone is null and (u.password_hash is null or (u.username is null and u.email is null))
      and not exists (select 1 from ousers o where o.user_id = u.id and o.id <> all(${ids}::bigint[]))`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
