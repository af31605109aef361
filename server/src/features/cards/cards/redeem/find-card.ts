import { sql, type RawBuilder } from 'kysely';
import { batchState, type BatchState } from '@kaike/shared/domain/cards/batch-state';
import { guessing, type Misses } from '@kaike/shared/domain/cards/card-guessing';
import type { HeldAccess } from '@kaike/shared/domain/cards/card-grant';
import { cardState, type CardState } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { Db } from '../../../../db/pool.ts';
import { statement } from '../../../../db/statement.ts';

/** A card with everything that decides what one member may do with it. */
export type FoundCard = {
  id: number;
  card_no: string;
  secret_last4: string;
  state: CardState;
  frozen_at: Date | null;
  redeem_end_at: Date | null;
  owner_member_id: number | null;
  claimed_at: Date | null;
  activated_at: Date | null;
  activated_member_id: number | null;
  activation_request_id: string | null;
  agency_id: number | null;
  snapshot: ProductSnapshot;
  batch_state: BatchState;
  redeem_start_at: Date | null;
  awaits_receipt: boolean;
};

/** The member's side: their access, its version when this was read, and their wrong codes. */
export type FoundMember = {
  id: number;
  access_version: number;
  /** The balance of AI seconds when this was read. */
  ai_seconds_left: number;
  activated_at: Date | null;
  held: HeldAccess;
  misses: Misses;
  /** Cards of the same product this member has activated. */
  used_count: number;
};

export type LookupResult = { card: FoundCard | null; member: FoundMember };

/** By the hashes of the secret, or by the id of a card in the member's own wallet. */
export type CardLookup = { readonly hashes: Buffer[] } | { readonly card_id: number };

type Row = Omit<FoundCard, 'id' | 'snapshot'> & {
  id: number | null;
  snapshot: ProductSnapshot;
  member_id: number;
  access_version: number;
  ai_seconds_left: number;
  member_activated_at: Date | null;
  held: Record<string, number | null>;
  used_count: number;
  recent: number;
  today: number;
  from_address: number;
};

/** Access ends by course; null in JSON is permanent. */
function readHeld(held: Row['held']): HeldAccess {
  return new Map(Object.entries(held).map(([id, end]) => [Number(id), end === null ? 'permanent' : new Date(end)]));
}

function readRow(row: Row): LookupResult {
  const {
    id,
    member_id,
    access_version,
    ai_seconds_left,
    member_activated_at,
    held,
    used_count,
    recent,
    today,
    from_address,
    ...card
  } = row;
  return {
    card: id === null ? null : { id, ...card },
    member: {
      id: member_id,
      access_version,
      ai_seconds_left,
      activated_at: member_activated_at,
      held: readHeld(held),
      misses: { recent, today, from_address },
      used_count,
    },
  };
}

const before = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

type LookupParams = {
  member_id: number;
  hashes: Buffer[];
  card_id: number | null;
  ip: string;
  recent: Date;
  today: Date;
  hourly: Date;
};

const cardAndMember = (
  { member_id, ip, recent, today, hourly }: LookupParams,
  condition: RawBuilder<boolean>,
) => sql<Row>`
    select c.id, c.card_no, c.secret_last4, c.state, c.frozen_at, c.redeem_end_at, c.owner_member_id, c.claimed_at, c.activated_at, c.activated_member_id,
      c.activation_request_id, c.agency_id, c.awaits_receipt, b.product_snapshot as snapshot, b.state as batch_state, b.redeem_start_at,
      m.id as member_id, m.access_version, m.ai_seconds_left, m.activated_at as member_activated_at,
      (select coalesce(json_object_agg(h.course_id, h.end_ms), '{}') from (
        select e.course_id, case when bool_or(e.end_at is null) then null else extract(epoch from max(e.end_at)) * 1000 end as end_ms
        from entitlements e where e.member_id = m.id and e.kind = 'course' and e.revoked_at is null group by e.course_id) h) as held,
      (select count(*)::int from cards u where u.activated_member_id = m.id and u.product_id = c.product_id and u.state = ${cardState.activated}) as used_count,
      (select count(*)::int from card_misses x where x.member_id = m.id and x.created_at > ${recent}) as recent,
      (select count(*)::int from card_misses x where x.member_id = m.id and x.created_at > ${today}) as today,
      (select count(*)::int from card_misses x where x.ip = ${ip} and x.created_at > ${hourly}) as from_address
    from members m left join cards c on ${condition} left join card_batches b on b.id = c.batch_id
    where m.id = ${member_id}`;

const bySecret = statement((params: LookupParams) =>
  cardAndMember(params, sql<boolean>`c.secret_hash = any(${params.hashes}::bytea[])`),
);
const fromWallet = statement((params: LookupParams) =>
  cardAndMember(params, sql<boolean>`c.id = ${params.card_id} and c.owner_member_id = m.id`),
);

/** Reads everything activation needs in one round trip. */
export async function findCard(
  db: Db,
  { member_id, lookup, ip, now }: { member_id: number; lookup: CardLookup; ip: string; now: Date },
): Promise<LookupResult> {
  const common = {
    member_id,
    ip,
    hashes: [],
    card_id: null,
    recent: before(now, guessing.captcha.minutes),
    today: before(now, guessing.member.minutes),
    hourly: before(now, guessing.address.minutes),
  };
  const [row] = await ('hashes' in lookup ? bySecret : fromWallet)(db, { ...common, ...lookup });
  if (!row) throw new Error('the member of a session does not exist');
  return readRow(row);
}

export const isVoidedBatch = (card: FoundCard): boolean => card.batch_state === batchState.voided;
