import { sql, type RawBuilder } from 'kysely';
import type { RiskBatch, RiskEvent, RiskMember, RiskEvidence } from '@kaike/shared/contracts/cards/card-risk';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import type { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import type { Db } from '../../../db/pool.ts';
import type { RowOf } from '../../../kit/behaviour.ts';
import { evidenceOf, membersOf, openCards } from './risk-target.ts';

/** The newest events, at most this many. */
const maxEvents = 50;

const memberName = sql`coalesce(nullif(m.real_name, ''), nullif(u.name, ''), u.username, '')`;
const people = sql`join members m on m.id = e.member_id left join users u on u.id = m.user_id`;

/** Events as rows of member_id, card_id, card_no, ip, reason, at, batch_id: misses for guessing, activations for other rules. */
function eventsOf(row: RowOf<typeof cardRisks>): RawBuilder<unknown> {
  const span = (column: string): RawBuilder<unknown> =>
    sql`${sql.ref(column)} between ${row.first_at}::timestamptz and ${row.last_at}::timestamptz`;
  if (String(row.rule).startsWith('guessing')) {
    const who = row.member_id === null ? sql`x.ip = ${row.ip}` : sql`x.member_id = ${row.member_id}`;
    return sql`select 'miss' as kind, x.created_at as at, x.member_id, null::bigint as card_id, '' as card_no, coalesce(x.ip, '') as ip, x.reason, null::bigint as batch_id
      from card_misses x where ${who} and ${span('x.created_at')}`;
  }
  const who = row.ip === null ? sql`c.agency_id = ${row.agency_id}` : sql`c.activation_ip = ${row.ip}`;
  const strangers = row.rule === 'region' ? sql`and c.activated_member_id = any(${membersOf(row)}::bigint[])` : sql``;
  return sql`select 'activation' as kind, c.activated_at as at, c.activated_member_id as member_id, c.id as card_id, c.card_no, coalesce(c.activation_ip, '') as ip, '' as reason, c.batch_id
    from cards c where ${who} and ${span('c.activated_at')} ${strangers}`;
}

async function readEvents(db: Db, row: RowOf<typeof cardRisks>): Promise<RiskEvent[]> {
  const { rows } =
    await sql<RiskEvent>`select e.kind, e.at, e.member_id, ${memberName} as member_name, e.card_id, e.card_no, e.ip, e.reason
    from (${eventsOf(row)} order by at desc limit ${maxEvents + 1}) e ${people} order by e.at desc`.execute(db);
  return rows;
}

async function readMembers(db: Db, row: RowOf<typeof cardRisks>): Promise<RiskMember[]> {
  const { rows } = await sql<RiskMember>`select m.id, m.member_no, ${memberName} as name, m.status, e.count, e.last_at
    from (select x.member_id, count(*)::int as count, max(x.at) as last_at from (${eventsOf(row)}) x where x.member_id is not null group by x.member_id order by 2 desc, 1 limit ${maxEvents}) e
    ${people} order by e.count desc, m.id`.execute(db);
  return rows;
}

async function readBatches(db: Db, row: RowOf<typeof cardRisks>): Promise<RiskBatch[]> {
  const { rows } = await sql<RiskBatch>`select b.id, b.name, b.batch_no, e.count
    from (select x.batch_id, count(*)::int as count from (${eventsOf(row)}) x where x.batch_id is not null group by x.batch_id) e join card_batches b on b.id = e.batch_id
    order by e.count desc, b.id limit ${maxEvents}`.execute(db);
  return rows;
}

async function readAffected(db: Db, row: RowOf<typeof cardRisks>): Promise<{ cards: number; members: number }> {
  const { rows } = await sql<{
    cards: number;
    members: number;
  }>`select (select count(*)::int from cards where ${openCards(row)}) as cards,
    (select count(*)::int from members where id = any(${membersOf(row)}::bigint[]) and status = ${memberStatus.effective} and deleted_at is null) as members`.execute(
    db,
  );
  return rows[0] ?? { cards: 0, members: 0 };
}

async function readAgency(db: Db, row: RowOf<typeof cardRisks>): Promise<RiskEvidence['agency']> {
  if (row.agency_id === null) return null;
  const agency = await db
    .selectFrom('agencies')
    .select(['id', 'name'])
    .where('id', '=', Number(row.agency_id))
    .executeTakeFirst();
  return agency ? { ...agency, area: evidenceOf(row).agency_area ?? '' } : null;
}

/** The evidence of a finding (members, batches, events) and what each response would affect now. */
export async function describeRisk(db: Db, row: RowOf<typeof cardRisks>): Promise<{ story: RiskEvidence }> {
  const [events, members, batches, affected, agency] = await Promise.all([
    readEvents(db, row),
    readMembers(db, row),
    readBatches(db, row),
    readAffected(db, row),
    readAgency(db, row),
  ]);
  const { areas, usual_per_hour: usual, of } = evidenceOf(row);
  return {
    story: {
      members,
      batches,
      agency,
      events: events.slice(0, maxEvents),
      has_more: events.length > maxEvents,
      areas: areas ?? [],
      usual_per_hour: usual ?? null,
      of: of ?? null,
      cards_to_freeze: affected.cards,
      members_to_stop: affected.members,
    },
  };
}
