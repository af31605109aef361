import { sql } from 'kysely';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { Db } from '../../../../db/pool.ts';
import type { RowOf, Values } from '../../../../kit/behaviour.ts';
import { loadLearning, loadLedger, loadOrders } from './card-use.read.ts';

type Entitlement = {
  id: number;
  kind: string;
  course_id: number | null;
  course_title: string | null;
  amount: number | null;
  start_at: Date;
  end_at: Date | null;
  revoked_at: Date | null;
};
type Entry = { action: string; operator: string; reason: string; created_at: Date };
type MemberEvent = { action: string; member_id: number; reason: string; created_at: Date };
type StoryMember = { id: number; member_no: string; name: string };

const storyLength = 100;

async function readEntitlements(db: Db, cardId: number): Promise<Entitlement[]> {
  const { rows } =
    await sql<Entitlement>`select e.id, e.kind, e.course_id, c.title as course_title, e.amount, e.start_at, e.end_at, e.revoked_at
    from entitlements e left join courses c on c.id = e.course_id where e.source_type = 'card' and e.source_id = ${cardId} order by e.id`.execute(
      db,
    );
  return rows;
}

async function readEntries(db: Db, cardId: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select action, operator, reason, created_at from logs
    where resource = 'cards' and record_id = ${String(cardId)} order by id desc limit ${storyLength}`.execute(db);
  return rows;
}

async function readEvents(db: Db, cardId: number): Promise<MemberEvent[]> {
  const { rows } =
    await sql<MemberEvent>`select action, member_id, reason, created_at from card_events where card_id = ${cardId} order by id limit ${storyLength}`.execute(
      db,
    );
  return rows;
}

/** The card it replaced and the card that replaced it. */
async function readReplacements(
  db: Db,
  card: RowOf<typeof cards>,
): Promise<{ id: number; card_no: string; is_older: boolean }[]> {
  const { rows } = await sql<{
    id: number;
    card_no: string;
    is_older: boolean;
  }>`select id, card_no, replaced_by is not distinct from ${card.id} as is_older
    from cards where replaced_by = ${card.id} or id = ${card.replaced_by ?? null}`.execute(db);
  return rows;
}

/** The carton it was packed in; a replacement has none. */
async function readCarton(
  db: Db,
  card: RowOf<typeof cards>,
): Promise<{ id: number; carton_no: number; scan_code: string; state: number; received_at: Date | null } | null> {
  const { rows } = await sql<{
    id: number;
    carton_no: number;
    scan_code: string;
    state: number;
    received_at: Date | null;
  }>`select k.id, k.carton_no, k.scan_code, k.state, k.received_at
    from cards c join card_cartons k on k.batch_id = c.batch_id and c.batch_seq between k.first_seq and k.last_seq where c.id = ${card.id} limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function readPeople(db: Db, ids: readonly number[]): Promise<StoryMember[]> {
  const { rows } =
    await sql<StoryMember>`select m.id, m.member_no, coalesce(nullif(m.real_name, ''), nullif(u.name, ''), u.username, '') as name
    from members m left join users u on u.id = m.user_id where m.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** The history of a card beyond its own columns: who has it, what it opened and led to, who did what to it and why. */
export async function loadStory(db: Db, card: RowOf<typeof cards>): Promise<Values> {
  const [entitlements, entries, events, replacements, learning, ledger, orders, carton, batch] = await Promise.all([
    readEntitlements(db, card.id),
    readEntries(db, card.id),
    readEvents(db, card.id),
    readReplacements(db, card),
    loadLearning(db, card),
    loadLedger(db, card),
    loadOrders(db, card),
    readCarton(db, card),
    db
      .selectFrom('card_batches')
      .select(['name', 'batch_no', 'created_at', 'redeem_start_at'])
      .where('id', '=', Number(card.batch_id))
      .executeTakeFirst(),
  ]);
  const people = [card.owner_member_id, card.activated_member_id, ...events.map((event) => event.member_id)].filter(
    (id): id is number => typeof id === 'number',
  );
  const members = await readPeople(db, [...new Set(people)]);
  return {
    story: {
      entitlements,
      entries,
      events,
      replacements,
      learning,
      ledger,
      orders,
      carton,
      members,
      batch: batch ?? null,
    },
  };
}
