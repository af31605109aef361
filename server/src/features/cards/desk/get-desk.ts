import { sql } from 'kysely';
import type { Desk } from '@kaike/shared/contracts/cards/agency-desk';
import { cardState, type CardState, shownStatus } from '@kaike/shared/domain/cards/card-state';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import type { AdminCall } from '../../../core/call.ts';
import { findOwn } from '../../agencies/agencies/public.ts';
import { type IssuedCard, maskedNumber, loadHandout } from './desk.read.ts';

const recentCards = 8;

const maxProducts = 60;

async function readProducts({ ctx }: AdminCall, agencyId: number): Promise<Desk['products']> {
  const { rows } = await sql<
    Desk['products'][number]
  >`select p.id, p.title, cardinality(p.course_ids) as course_count, p.sale_price,
      (select count(*)::int from cards c where c.agency_id = a.id and c.product_id = p.id and c.state = ${cardState.stock} and c.frozen_at is null
        and not c.awaits_receipt and (c.redeem_end_at is null or c.redeem_end_at > ${ctx.clock()})) as stock
    from agencies a join products p on (cardinality(a.product_ids) = 0 or p.id = any(a.product_ids))
    where a.id = ${agencyId} and p.status = ${productStatus.on} and p.deleted_at is null
    order by stock desc, p.sale_price desc, p.id limit ${maxProducts}`.execute(ctx.db);
  return rows;
}

type Recent = Pick<IssuedCard, 'id' | 'card_no' | 'product' | 'issued_at' | 'mobile_phone'> & {
  state: CardState;
  frozen_at: Date | null;
  redeem_end_at: Date | null;
};

async function readRecent({ ctx }: AdminCall, agencyId: number): Promise<Desk['recent']> {
  const { rows } =
    await sql<Recent>`select c.id, c.card_no, p.title as product, coalesce(c.issued_at, h.created_at) as issued_at, u.mobile_phone,
      c.state, c.frozen_at, c.redeem_end_at
    from card_handouts h join cards c on c.id = h.card_id join products p on p.id = c.product_id
      left join members m on m.id = c.owner_member_id left join users u on u.id = m.user_id
    where h.agency_id = ${agencyId} order by h.card_id desc limit ${recentCards}`.execute(ctx.db);
  const now = ctx.clock();
  return rows
    .toSorted((a, b) => b.issued_at.getTime() - a.issued_at.getTime())
    .map(({ id, card_no, product, issued_at, mobile_phone: mobile, ...facts }) => ({
      id,
      card_no,
      product,
      issued_at: issued_at.toISOString(),
      mobile_phone: maskedNumber(mobile),
      shown_status: shownStatus(facts, now),
    }));
}

/** What the desk of the caller's agency shows. */
export async function getDesk(call: AdminCall): Promise<Desk> {
  const own = await findOwn(call);
  const [products, open, recent, sends_texts] = await Promise.all([
    readProducts(call, own.id),
    loadHandout(call, null),
    readRecent(call, own.id),
    call.ctx.adapters.sms.can_deliver('notice'),
  ]);
  return { products, open, recent, sends_texts };
}
