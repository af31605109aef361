import { sql, type Selectable } from 'kysely';
import { memberActions, memberStatus } from '@kaike/shared/domain/people/member-status';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { allows } from '@kaike/shared/domain/status';
import type { ErrorCode } from '@kaike/shared/errors';
import type { AdminCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Database } from '../../../../db/tables.ts';
import { foldStudyOf } from '../../../learning/playback/public.ts';
import type { Pair } from './move-references.ts';

export type MemberRow = Selectable<Database['members']>;
export type UserRow = Selectable<Database['users']>;
export type MergedAccount = { member_id: number; user_id: number; member: MemberRow; user: UserRow };
export type Accounts = { target: MergedAccount; source: MergedAccount };

/** An account within the scope of the administrator; undefined when there is none. */
export async function findAccount({ actor }: AdminCall, db: Db, id: number): Promise<MergedAccount | undefined> {
  const { agency } = actor.admin;
  const inScope = agency
    ? sql<boolean>`agency_id in (select g.id from agencies g where g.lft between ${agency.lft} and ${agency.rgt})`
    : sql<boolean>`true`;
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(inScope)
    .executeTakeFirst();
  if (!member) return undefined;
  const user = await db.selectFrom('users').selectAll().where('id', '=', member.user_id).executeTakeFirstOrThrow();
  return { member_id: member.id, user_id: user.id, member, user };
}

/**
 * Cards and orders first, then members in the order of their ids, as reversals and payments do. Live plays come last: no heartbeat
 * adds study time after what was gathered has been folded into the totals.
 */
export async function lockAccounts(trx: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from pay_orders where member_id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  await sql`select id from cards where owner_member_id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  await sql`select id from members where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  await sql`select id from users where id in (select user_id from members where id = any(${ids}::bigint[])) order by id for update`.execute(
    trx,
  );
  await sql`select id from play_tickets where member_id = any(${ids}::bigint[]) and taken_over_at is null order by id for update`.execute(
    trx,
  );
  await foldStudyOf(trx, ids);
}

type Obstacles = { is_staff: boolean; has_review: boolean; has_order: boolean };

/** Whether a reply of the AI teacher is written for one of them: its seconds are set aside until it ends. */
export async function isTalking(db: Db, { target, source }: Accounts): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ai_holds where member_id in (${target.member_id}, ${source.member_id})`.execute(db);
  return rows.length > 0;
}

/** Why these accounts cannot be merged; null when they can. */
export async function refuseMerge(db: Db, { target, source }: Accounts): Promise<ErrorCode | null> {
  if (target.member_id === source.member_id) return 'member.merge_self';
  if (target.member.status !== memberStatus.effective || !allows(memberActions, 'merge', source.member.status))
    return 'member.merge_state';
  const users = [target.user_id, source.user_id];
  const { rows } = await sql<Obstacles>`select
      exists (select 1 from admins where user_id = any(${users}::bigint[]) and deleted_at is null)
        or exists (select 1 from agencies where user_id = any(${users}::bigint[])) as is_staff,
      exists (select 1 from real_name_reviews where member_id = ${source.member_id}) as has_review,
      exists (select 1 from pay_orders g join pay_orders k on k.product_id = g.product_id
        where g.member_id = ${source.member_id} and k.member_id = ${target.member_id} and g.status = ${orderStatus.pending} and k.status = ${orderStatus.pending}) as has_order`.execute(
    db,
  );
  const [obstacles] = rows;
  // Logins move: those of an administrator would open the back office to somebody else.
  if (obstacles?.is_staff) return 'member.merge_staff';
  if (obstacles?.has_review) return 'member.merge_review';
  if (obstacles?.has_order) return 'member.merge_order';
  return (await isTalking(db, { target, source })) ? 'member.merge_talking' : null;
}

export const pairOf = ({ target, source }: Accounts): Pair => ({
  target: { member_id: target.member_id, user_id: target.user_id },
  source: { member_id: source.member_id, user_id: source.user_id },
});
