import { sql } from 'kysely';
import type { Db } from './pool.ts';

const manyRows = 100;

type Growth = {
  table: string;
  added: number;
  /** Share of the previous rows from which the growth matters. */ share: number;
};

/** Analyzes a table that has grown a lot, so that plans and estimates are right at once and not only after the next autovacuum. */
export async function analyzeIfGrown(db: Db, { table, added, share }: Growth): Promise<void> {
  if (added < manyRows) return;
  const { rows } = await sql<{
    estimate: number;
  }>`select reltuples as estimate from pg_class where oid = ${table}::regclass`.execute(db);
  if (added > share * (rows[0]?.estimate ?? 0)) await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db);
}
