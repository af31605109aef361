import { sql } from 'kysely';
import type { AgencyHome } from '@kaike/shared/contracts/agencies/agencies';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import { loadFunnel } from '../funnel.read.ts';
import { loadWeeks } from '../weeks.read.ts';
import { type AgencyNode, findOwn, linkOf } from '../agency-home.read.ts';

type CardRow = {
  stock: number;
  issued: number;
  activated: number;
  expiring_30: number;
  expiring_60: number;
  expiring_90: number;
  issued_recently: number;
};

const paceDays = 30;

const dayMs = 86_400_000;

const shareUnit = 10_000;

async function readCards(call: AdminCall, { lft, rgt }: AgencyNode): Promise<CardRow> {
  const now = call.ctx.clock();
  const until = (days: number): Date => new Date(now.getTime() + days * dayMs);
  const expiring = (days: number) =>
    sql`count(*) filter (where c.state in (${cardState.issued}, ${cardState.claimed}) and c.redeem_end_at between ${now} and ${until(days)})::int`;
  const { rows } = await sql<CardRow>`select count(*) filter (where c.state = ${cardState.stock})::int as stock,
      count(*) filter (where c.state in (${cardState.issued}, ${cardState.claimed}))::int as issued, count(*) filter (where c.state = ${cardState.activated})::int as activated,
      ${expiring(30)} as expiring_30, ${expiring(60)} as expiring_60, ${expiring(90)} as expiring_90,
      count(*) filter (where c.issued_at > ${until(-paceDays)})::int as issued_recently
    from cards c where c.agency_id in (select id from agencies where lft between ${lft} and ${rgt})`.execute(
    call.ctx.db,
  );
  assert(rows[0], 'server.internal');
  return rows[0];
}

function summarise({ issued_recently: recentlyIssued, ...cards }: CardRow): AgencyHome['cards'] {
  const out = cards.issued + cards.activated;
  return {
    ...cards,
    sell_through: out === 0 ? null : Math.round((cards.activated * shareUnit) / out),
    days_of_cover: recentlyIssued === 0 ? null : Math.floor((cards.stock * paceDays) / recentlyIssued),
  };
}

async function readLow(call: AdminCall, { lft, rgt }: AgencyNode): Promise<AgencyHome['low']> {
  const { rows } = await sql<
    Omit<AgencyHome['low'][number], 'since'> & { since: Date }
  >`select id, name, card_num - held_num as free, low_stock_at, low_since as since
    from agencies where lft between ${lft} and ${rgt} and low_since is not null and status <> ${agencyStatus.ended} and deleted_at is null
    order by lft limit 20`.execute(call.ctx.db);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

async function readChildren(call: AdminCall, { id }: AgencyNode): Promise<AgencyHome['children']> {
  const { rows } = await sql<
    AgencyHome['children'][number]
  >`select id, name, code, status, card_num as balance from agencies
    where parent_id = ${id} and deleted_at is null order by id limit 100`.execute(call.ctx.db);
  return rows;
}

/** An agency's stock, sales and learning, including its descendants. */
export async function getAgencyHome(call: AdminCall): Promise<AgencyHome> {
  const own = await findOwn(call);
  const below = sql`select id from agencies where lft between ${own.lft} and ${own.rgt}`;
  const [cards, funnel, weeks, low, children] = await Promise.all([
    readCards(call, own),
    loadFunnel(call.ctx.db, own),
    loadWeeks(call.ctx.db, below, call.ctx.clock()),
    readLow(call, own),
    readChildren(call, own),
  ]);
  const { lft: _lft, rgt: _rgt, ...agency } = own;
  return {
    agency: { ...agency, unlimited: own.unlimited === 1 },
    cards: summarise(cards),
    funnel,
    weeks,
    low,
    children,
    link: linkOf(call, own.code),
  };
}
