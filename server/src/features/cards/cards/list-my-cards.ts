import { sql } from 'kysely';
import type * as cards from '@kaike/shared/contracts/cards/cards';
import { cardState, shownStatus, type CardState } from '@kaike/shared/domain/cards/card-state';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { canBuy } from '../../commerce/products/public.ts';
import type { CardCall } from './redeem/card-call.ts';
import { presentEnd } from './redeem/present-card.ts';

/** More cards than a member ever has. */
const maximumCards = 200;

/** Terms that begin when a card is activated. */
const countedTerms: readonly number[] = [termMode.days, termMode.months];

type Row = {
  id: number;
  card_no: string;
  secret_last4: string;
  state: CardState;
  frozen_at: Date | null;
  redeem_end_at: Date | null;
  claimed_at: Date | null;
  activated_at: Date | null;
  snapshot: ProductSnapshot;
  theme_cover: string | null;
  ends: (number | null)[] | null;
  frozen_reason: string;
  frozen_by_owner: boolean;
  gift_until: Date | null;
};

/** Whether the term is still to begin. */
const isTermAhead = ({ state, snapshot }: Row): boolean =>
  state === cardState.claimed && countedTerms.includes(snapshot.term_mode);

function present(row: Row, now: Date): ResponseOf<typeof cards.listMyCards>['data'][number] {
  const { snapshot } = row;
  const ends = row.ends?.map((end) => ({ end_at: end === null ? null : new Date(end) })) ?? [];
  return {
    id: row.id,
    card_no: row.card_no,
    secret_last4: row.secret_last4,
    status: shownStatus(row, now),
    title: snapshot.title,
    cover: snapshot.cover ?? row.theme_cover,
    claimed_at: row.claimed_at?.toISOString() ?? null,
    activated_at: row.activated_at?.toISOString() ?? null,
    redeem_end_at: row.redeem_end_at?.toISOString() ?? null,
    courses: snapshot.courses.map(({ id, title }) => ({ id, title })),
    ...presentEnd(row.state === cardState.activated ? ends : [], snapshot.ai_seconds),
    term_begins: isTermAhead(row),
    frozen_reason: row.frozen_by_owner ? row.frozen_reason : '',
    is_frozen_by_me: row.frozen_at !== null && row.frozen_by_owner,
    gift_until: row.state === cardState.claimed ? (row.gift_until?.toISOString() ?? null) : null,
  };
}

/** The member's wallet: claimed cards first, then those already used, newest first. */
export async function listMyCards(call: CardCall): Promise<ResponseOf<typeof cards.listMyCards>> {
  const { db } = call.ctx;
  const query = sql<Row>`
    select c.id, c.card_no, c.secret_last4, c.state, c.frozen_at, c.redeem_end_at, c.claimed_at, c.activated_at, b.product_snapshot as snapshot,
      t.cover_front as theme_cover, c.frozen_reason, c.frozen_by_owner,
      (select g.expires_at from card_gifts g where g.card_id = c.id and g.accepted_at is null and g.revoked_at is null and g.expires_at > ${call.ctx.clock()}) as gift_until,
      (select json_agg(extract(epoch from e.end_at) * 1000) from entitlements e where e.source_type = 'card' and e.source_id = c.id and e.kind = 'course'
        and e.revoked_at is null) as ends
    from cards c join card_batches b on b.id = c.batch_id left join card_themes t on t.id = c.theme_id
    where c.owner_member_id = ${call.actor.member.id}
    order by (c.state = ${cardState.claimed}) desc, coalesce(c.activated_at, c.claimed_at) desc, c.id desc limit ${maximumCards}`;
  const [{ rows }, can_buy] = await Promise.all([query.execute(db), canBuy(call.ctx)]);
  const now = call.ctx.clock();
  return { data: rows.map((row) => present(row, now)), can_buy };
}
