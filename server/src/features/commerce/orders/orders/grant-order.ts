import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { cardGrant, type CardGrant, type GrantRefusal, type HeldAccess } from '@kaike/shared/domain/cards/card-grant';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { Db } from '../../../../db/pool.ts';
import { postSeconds } from '../../../ai/seconds/public.ts';
import { moveFollowers, revoked } from '../../entitlements/public.ts';
import type { Signer } from '../../ledgers/public.ts';

type Holder = {
  user_id: number;
  access_version: number;
  activated_at: Date | null;
  held: Record<string, number | null>;
  bought: number;
};

/** The member's access, and how often they bought the product without a refund. `lock` locks the member until the transaction ends. */
export async function loadHolder(
  db: Db,
  { member_id, product_id, lock }: { member_id: number; product_id: number; lock?: boolean },
): Promise<Omit<Holder, 'held'> & { held: HeldAccess }> {
  if (lock) await sql`select 1 from members where id = ${member_id} for update`.execute(db);
  const { rows } = await sql<Holder>`select m.user_id, m.access_version, m.activated_at,
      (select coalesce(json_object_agg(h.course_id, h.end_ms), '{}') from (
        select e.course_id, case when bool_or(e.end_at is null) then null else extract(epoch from max(e.end_at)) * 1000 end as end_ms
        from entitlements e where e.member_id = m.id and e.kind = 'course' and e.revoked_at is null group by e.course_id) h) as held,
      (select count(*)::int from pay_orders o where o.member_id = m.id and o.product_id = ${product_id}
        and o.status in (${orderStatus.paid}, ${orderStatus.delivered}, ${orderStatus.delivery_failed}, ${orderStatus.refunding})) as bought
    from members m where m.id = ${member_id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the member of an order is gone');
  return {
    ...row,
    held: new Map(
      Object.entries(row.held).map(([id, end]) => [Number(id), end === null ? 'permanent' : new Date(end)]),
    ),
  };
}

/** What the product would grant now; the same calculation as for cards. */
export const grantOf = (snapshot: ProductSnapshot, held: HeldAccess, now: Date): CardGrant | GrantRefusal =>
  cardGrant(snapshot, { held, now });

/** The courses that the order still gives, as the ids of their entitlements. */
export async function loadOpenAccess(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from entitlements
    where source_type = 'order' and source_id = any(${orderIds}::bigint[]) and kind = 'course' and revoked_at is null order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Revokes what the order granted, moves up what followed it, and takes back what is left of its AI seconds; learning records stay. */
export async function revokeGrant(
  trx: Db,
  {
    order_id,
    member_id,
    reason,
    now,
    secrets,
  }: { order_id: number; member_id: number; reason: string; now: Date; secrets: Signer },
): Promise<void> {
  await sql`select 1 from members where id = ${member_id} for update`.execute(trx);
  await moveFollowers(trx, revoked(await loadOpenAccess(trx, [order_id])), now);
  const { rows } = await sql<{ seconds: number }>`with gone as (
      update entitlements set revoked_at = ${now}, revoke_reason = ${reason}
      where source_type = 'order' and source_id = ${order_id} and revoked_at is null returning kind, amount)
    select coalesce(sum(amount) filter (where kind = 'ai_seconds'), 0)::int as seconds from gone`.execute(trx);
  const entry = {
    member_id,
    type: secondsType.order_refunded,
    delta: -(rows[0]?.seconds ?? 0),
    ref_type: 'order',
    ref_id: order_id,
    idempotency_key: `order:${order_id}:refunded`,
  };
  await postSeconds(trx, [entry], { operator_id: null, remark: reason, now, secrets, when_short: 'take_less' });
  await sql`update members set access_version = access_version + 1 where id = ${member_id}`.execute(trx);
}
