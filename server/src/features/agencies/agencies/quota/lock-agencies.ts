import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';

export type LockedAgency = {
  id: number;
  user_id: number | null;
  parent_id: number | null;
  name: string;
  lft: number;
  rgt: number;
  card_num: number;
  held_num: number;
  unlimited: number;
  daily_cap: number | null;
  status: number;
  product_ids: number[];
  contract_start: string | null;
  contract_end: string | null;
};

/**
 * Locks agencies in ascending id order so that transactions cannot deadlock. A caller that needs several locks them all in one
 * call, before locking any single one; cards, batches and cartons are locked before agencies.
 */
export async function lockAgencies(trx: Db, ids: readonly number[]): Promise<Map<number, LockedAgency>> {
  const { rows } =
    await sql<LockedAgency>`select id, user_id, parent_id, name, lft, rgt, card_num, held_num, unlimited, daily_cap, status, product_ids,
      contract_start::text, contract_end::text
    from agencies where id = any(${ids}::bigint[]) and deleted_at is null order by id for no key update`.execute(trx);
  assert(rows.length === new Set(ids).size, 'record.not_found');
  return new Map(rows.map((row) => [row.id, row]));
}
