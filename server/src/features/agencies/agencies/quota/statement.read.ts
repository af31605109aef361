import { sql } from 'kysely';
import type { Statement } from '@kaike/shared/contracts/agencies/agencies';
import { addDays, startOfDay } from '@kaike/shared/kit/dates/school-days';
import type { agencies as agenciesResource } from '@kaike/shared/resources/agencies/agencies';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { RowOf } from '../../../../kit/behaviour.ts';

/** The most lines worth printing; the totals cover everything. */
const maxLines = 2000;
const maxDays = 366;
const dayMs = 86_400_000;

type Span = { agency_id: number; start: Date; end: Date };
type LineRow = Omit<Statement['lines'][number], 'created_at'> & { created_at: Date };

async function openingOf(db: Db, { agency_id: id, start }: Span): Promise<number> {
  const { rows } = await sql<{
    opening: number;
  }>`select coalesce(sum(delta), 0)::int as opening from card_num_logs where agency_id = ${id} and created_at < ${start}`.execute(
    db,
  );
  return rows[0]?.opening ?? 0;
}

async function typesOf(db: Db, { agency_id: id, start, end }: Span): Promise<Statement['types']> {
  const { rows } = await sql<
    Statement['types'][number]
  >`select type, count(*)::int as count, sum(delta)::int as delta from card_num_logs
    where agency_id = ${id} and created_at >= ${start} and created_at < ${end} group by type order by type`.execute(db);
  return rows;
}

/** Newest first, like the list. Agencies outside the reader's subtree are not named. */
async function linesOf(
  db: Db,
  { agency_id: id, start, end }: Span,
  reader: { lft: number; rgt: number } | null,
): Promise<Statement['lines']> {
  const { rows } = await sql<LineRow>`select l.id, l.created_at, l.type, l.delta, l.balance_after, l.remark,
      case when ${reader === null} or g.lft between ${reader?.lft ?? 0} and ${reader?.rgt ?? 0} then coalesce(g.name, '') else '' end as counterparty
    from card_num_logs l left join agencies g on g.id = l.counterparty_id
    where l.agency_id = ${id} and l.created_at >= ${start} and l.created_at < ${end} order by l.id desc limit ${maxLines}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** The moments of whole days in the school's time zone; at most a year. */
function spanOf({ from, to }: { from: string; to: string }): Omit<Span, 'agency_id'> {
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))];
  assert(start < end && end.getTime() - start.getTime() <= maxDays * dayMs, 'agency.span', { field: 'to' });
  return { start, end };
}

/** Balance before and after a span, and its moves by type. */
async function readFigures(db: Db, span: Span): Promise<Pick<Statement, 'opening' | 'types' | 'closing'>> {
  const opening = await openingOf(db, span);
  const types = await typesOf(db, span);
  return { opening, types, closing: opening + types.reduce((sum, { delta }) => sum + delta, 0) };
}

/**
 * The statement of an agency for days, at a moment at which nothing moves in its ledger: in a snapshot, or while the agency is
 * locked.
 */
export async function loadStatement(
  { ctx, actor }: Pick<AdminCall, 'ctx' | 'actor'>,
  trx: Db,
  row: RowOf<typeof agenciesResource>,
  { from, to }: { from: string; to: string },
): Promise<Statement> {
  const span = { agency_id: row.id, ...spanOf({ from, to }) };
  const { opening, types, closing } = await readFigures(trx, span);
  const lines = await linesOf(trx, span, actor.admin.agency);
  return {
    agency: { id: row.id, code: String(row.code), name: row.name, contact_name: String(row.contact_name) },
    from,
    to,
    opening,
    types,
    lines,
    closing,
    made_at: ctx.clock().toISOString(),
    left_out: types.reduce((sum, { count }) => sum + count, 0) - lines.length,
  };
}
