import { sql } from 'kysely';
import type { Db } from './pool.ts';

const manyRows = 100;

type Growth = {
  table: string;
  added: number;
  /** Of the rows known before, from which the difference matters. */ share: number;
};

/** After much was added to a table: plans and estimates are made anew at once, not when the database next looks by itself. */
export async function analyzeIfGrown(db: Db, { table, added, share }: Growth): Promise<void> {
  if (added < manyRows) return;
  const { rows } = await sql<{
    known: number;
  }>`select reltuples as known from pg_class where oid = ${table}::regclass`.execute(db);
  if (added > share * (rows[0]?.known ?? 0)) await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db);
}
