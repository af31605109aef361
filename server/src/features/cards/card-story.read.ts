import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Row, Values } from '../../kit/behaviour.ts';

type Entitlement = { id: number; kind: string; course_id: number | null; course_title: string | null; amount: number | null; start_at: Date; end_at: Date | null; revoked_at: Date | null };
type Entry = { action: string; operator: string; reason: string; created_at: Date };
type Person = { id: number; member_no: string; name: string };

const storyLength = 100;

async function readEntitlements(db: Db, cardId: number): Promise<Entitlement[]> {
  const { rows } = await sql<Entitlement>`select e.id, e.kind, e.course_id, c.title as course_title, e.amount, e.start_at, e.end_at, e.revoked_at
    from entitlements e left join courses c on c.id = e.course_id where e.source_type = 'card' and e.source_id = ${cardId} order by e.id`.execute(db);
  return rows;
}

async function readEntries(db: Db, cardId: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select action, operator, reason, created_at from logs
    where resource = 'cards' and record_id = ${String(cardId)} order by id desc limit ${storyLength}`.execute(db);
  return rows;
}

async function readPeople(db: Db, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`select m.id, m.member_no, coalesce(nullif(m.real_name, ''), nullif(u.name, ''), u.username, '') as name
    from members m left join users u on u.id = m.user_id where m.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** What happened to a card beyond its own columns: who has it, what it opened, who did what to it and why. */
export async function readStory(db: Db, card: Row): Promise<Values> {
  const people = [card['owner_member_id'], card['activated_member_id']].filter((id): id is number => typeof id === 'number');
  const [entitlements, entries, members, batch] = await Promise.all([
    readEntitlements(db, card.id), readEntries(db, card.id), readPeople(db, people),
    db.selectFrom('card_batches').select(['name', 'batch_no', 'created_at', 'redeem_start_at']).where('id', '=', Number(card['batch_id'])).executeTakeFirst(),
  ]);
  return { story: { entitlements, entries, members, batch: batch ?? null } };
}
