import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** Totals are counted up to this number; beyond it the planner's estimate is returned. */
const countedRows = 10_000;
/** Counted up to this number while the planner's statistics are stale: right after many inserts an estimate may be half the real number. */
const countedWhileBehind = 100_000;
/** Share of changed rows from which the planner's statistics count as stale. Autovacuum analyzes at about the same share. */
const behindShare = 0.1;

/** The rows that are counted, and the fields that are summed over them. */
export type Matching = { from: RawBuilder<unknown>; where: RawBuilder<boolean>; summed?: readonly string[] };
export type Sums = Record<string, number>;
/** What one look at the rows up to the bound returns; `sums` is null where nothing is summed. */
export type Tally = { count: number; sums: Sums | null };
/** Sums are of all rows, or absent. */
export type RowCount = { total: number; exact: boolean; sums: Sums | null };

/** The rows that are counted, up to one more than the bound. */
export const boundedRows = ({ from, where, summed = [] }: Matching, bound = countedRows): RawBuilder<unknown> =>
  sql`select ${sql.join([sql`1`, ...summed.map((key) => sql`r.${sql.ref(key)}`)])} from ${from} r where ${where} limit ${bound + 1}`;

const sumsOf = (summed: readonly string[]): RawBuilder<unknown> =>
  summed.length === 0
    ? sql`null`
    : sql`json_build_object(${sql.join(summed.flatMap((key) => [sql`${sql.lit(key)}`, sql`coalesce(sum(x.${sql.ref(key)}), 0)`]))})`;

/** A query of one row with one column, the tally. */
export const tallyOf = (matching: Matching, bound = countedRows): RawBuilder<{ tally: Tally }> =>
  sql`select json_build_object('count', count(*), 'sums', ${sumsOf(matching.summed ?? [])}) as tally from (${boundedRows(matching, bound)}) x`;

type Plan = { 'Plan Rows': number; 'Relation Name'?: string; Plans?: Plan[] };

const tablesOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(tablesOf),
];

/** Whether so much of a table changed since the last analyze that the planner's estimates are unreliable. */
async function isBehind(db: Db, tables: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    is_behind: boolean;
  }>`select coalesce(bool_or(reltuples < 0 or pg_stat_get_mod_since_analyze(oid) > ${behindShare} * reltuples), false) as is_behind
    from pg_class where relname = any(${tables}::text[]) and relkind in ('r', 'p', 'm') and pg_table_is_visible(oid)`.execute(
    db,
  );
  return rows[0]?.is_behind ?? false;
}

/** Exact up to the bound, an estimate of the planner beyond; while the statistics are stale, exact up to a higher bound. */
export async function honestCount(db: Db, { count, sums }: Tally, { from, where }: Matching): Promise<RowCount> {
  if (count <= countedRows) return { total: count, exact: true, sums };
  const {
    rows: [explained],
  } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }];
  }>`explain (format json) select 1 from ${from} r where ${where}`.execute(db);
  const plan = explained?.['QUERY PLAN'][0].Plan;
  const estimated = Math.max(count, plan?.['Plan Rows'] ?? 0);
  if (!plan || estimated > countedWhileBehind || !(await isBehind(db, tablesOf(plan))))
    return { total: estimated, exact: false, sums: null };
  const {
    rows: [further],
  } = await tallyOf({ from, where }, countedWhileBehind).execute(db);
  const total = further?.tally.count ?? estimated;
  return { total, exact: total <= countedWhileBehind, sums: null };
}

/** Counts rows, and sums them: exact up to a bound; beyond, an estimate of the planner and no sums. */
export async function countRows(db: Db, matching: Matching): Promise<RowCount> {
  const { rows } = await tallyOf(matching).execute(db);
  return honestCount(db, rows[0]?.tally ?? { count: 0, sums: null }, matching);
}
