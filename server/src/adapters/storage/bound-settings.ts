import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { placesIn, type Capability } from '../provider.ts';
import { storageCapability } from './capability.ts';

export type BoundSetting = { setting: string; files: number };

const capability: Pick<Capability, 'providers'> = storageCapability;

/** Files whose row names a storage, and old copies of moved ones, to which an undo returns. */
async function countFiles(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ files: number }>`select coalesce(sum(coalesce(cardinality(members), 1)), 0)::int as files
    from stored_files where storage = ${name} or moved_from = ${name}`.execute(db);
  return rows[0]?.files ?? 0;
}

/** The first of these settings that says where a storage keeps files and still has some there; changed, they would be lost from sight. */
export async function findBound(db: Db, settings: readonly string[]): Promise<BoundSetting | null> {
  for (const { provider, setting } of placesIn(capability, settings)) {
    const files = await countFiles(db, provider);
    if (files > 0) return { setting, files };
  }
  return null;
}
