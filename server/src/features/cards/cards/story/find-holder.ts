import { sql, type RawBuilder } from 'kysely';

const mobile = /^1[3-9]\d{9}$/;
const orderNo = /^[A-Za-z0-9-]{8,40}$/;

/** Cards owned by the member who placed this order. */
export const cardsOfOrder = (text: string): RawBuilder<unknown> =>
  sql`select c.id from pay_orders o join cards c on c.owner_member_id = o.member_id where o.order_no = ${text}`;

/** Cards of the member with this mobile or order number: what support usually has when nobody has the card at hand. */
export function findByHolder(keyword: string): RawBuilder<unknown> | null {
  const plain = keyword.replace(/[\s-]/g, '').replace(/^(\+?86)(?=1[3-9]\d{9}$)/, '');
  if (mobile.test(plain))
    return sql`select c.id from users u join members m on m.user_id = u.id join cards c on c.owner_member_id = m.id where u.mobile_phone = ${plain}`;
  return orderNo.test(keyword) ? cardsOfOrder(keyword) : null;
}
