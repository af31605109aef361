import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';

export type StoredConfig = {
  key: string;
  value: string;
  version: number;
  updated_at: Date;
  updated_by_name: string | null;
};

/** Settings belong to the school: denied to agencies. */
export function checkIsSchool({ actor }: AdminCall): void {
  assert(!actor.admin.agency, 'access.denied');
}

/** Saved settings by key. */
export async function loadStored(db: Db): Promise<Map<string, StoredConfig>> {
  const rows = await db
    .selectFrom('configs as c')
    .leftJoin('users as u', 'u.id', 'c.updated_by')
    .select(['c.key', 'c.value', 'c.version', 'c.updated_at', 'u.name as updated_by_name'])
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}
