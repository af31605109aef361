import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** The colour of each of these subjects, or of the nearest above that has one. */
export async function loadSubjectColors(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; color: string }>`select distinct on (s.id) s.id, a.color
    from subjects s join subjects a on a.lft <= s.lft and a.rgt >= s.rgt
    where s.id = any(${ids}::bigint[]) and s.deleted_at is null and a.deleted_at is null and a.color <> ''
    order by s.id, a.lft desc`.execute(db);
  return new Map(rows.map(({ id, color }) => [id, color]));
}
