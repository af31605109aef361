import { sql, type RawBuilder } from 'kysely';
import type { Handout } from '@kaike/shared/contracts/cards/agency-desk';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { maskMobile } from '@kaike/shared/domain/people/mask';
import type { AdminCall } from '../../../core/call.ts';
import { redeemLink } from '../batches/public.ts';
import { openSecret } from '../cards/public.ts';

export type IssuedCard = {
  id: number;
  card_no: string;
  product: string;
  issued_at: Date;
  mobile_phone: string | null;
  secret_until: Date;
  is_made: boolean;
  secret_enc: Buffer;
  secret_hash: Buffer;
};

/** A mobile number without its middle. */
export const maskedNumber = (mobile: string | null): string | null => (mobile ? maskMobile(mobile) : null);

/** The card this person issued last, or the one with that id, while its secret is shown to them. */
export async function loadHandout(call: AdminCall, id: number | null): Promise<Handout | null> {
  const { ctx, actor, origin } = call;
  const one: RawBuilder<unknown> = id === null ? sql`` : sql`and h.card_id = ${id}`;
  const { rows } =
    await sql<IssuedCard>`select c.id, c.card_no, b.product_snapshot->>'title' as product, c.issued_at, u.mobile_phone, h.secret_until, h.is_made,
      c.secret_enc, c.secret_hash
    from card_handouts h join cards c on c.id = h.card_id join card_batches b on b.id = c.batch_id
      left join members m on m.id = c.owner_member_id left join users u on u.id = m.user_id
    where h.user_id = ${actor.user_id} and h.secret_until > ${ctx.clock()} and h.taken_back_at is null
      and c.state in (${cardState.issued}, ${cardState.claimed}) ${one}
    order by h.created_at desc, h.card_id desc limit 1`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const secret = formatSecret(openSecret(ctx.secrets, row));
  return {
    id: row.id,
    card_no: row.card_no,
    product: row.product,
    issued_at: row.issued_at.toISOString(),
    secret,
    link: redeemLink(origin, secret),
    secret_until: row.secret_until.toISOString(),
    is_made: row.is_made,
    mobile_phone: maskedNumber(row.mobile_phone),
  };
}
