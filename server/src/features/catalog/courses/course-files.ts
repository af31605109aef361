import { sql } from 'kysely';
import type { Attachment } from '@kaike/shared/contracts/catalog/courses';
import type { Db } from '../../../db/pool.ts';
import { fileAddress } from '../../../kit/files.ts';

/** Downloads by address, in that order; missing files are omitted. */
export async function attachmentsOf(db: Db, addresses: readonly string[]): Promise<Attachment[]> {
  if (addresses.length === 0) return [];
  const { rows } =
    await sql<Attachment>`select f.id, f.name, f.ext, f.size from unnest(${addresses}::text[]) with ordinality as a(address, place)
    join files f on f.key = right(a.address, -length(${fileAddress('')}::text)) order by a.place`.execute(db);
  return rows;
}
