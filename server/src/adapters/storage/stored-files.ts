import { sql } from 'kysely';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Db } from '../../db/pool.ts';

export type StoredRow = {
  key: string;
  storage: string;
  size: number;
  created_at: Date;
  members: string[] | null;
  moved_from: string | null;
};

const columns = sql`key, storage, size, created_at, members, moved_from`;

/** The key of the row that covers a key: a folder for the files in it. */
export const rootOf = (key: string): string => key.split('/').slice(0, 3).join('/');

export async function findStored(db: Db, key: string): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`select ${columns} from stored_files where key = ${rootOf(key)}`.execute(db);
  return rows[0];
}

/** The keys of all files of a row. */
export const keysOf = ({ key, members }: Pick<StoredRow, 'key' | 'members'>): string[] =>
  members?.map((name) => `${key}/${name}`) ?? [key];

/**
 * Records where a file or folder is; of a folder that grows, the new names and size. Copies from before a move lack what is
 * new, so the move can no longer be undone. Throws when the folder was moved while it grew; the work is repeated there.
 */
export async function saveStored(
  db: Db,
  row: Pick<StoredRow, 'key' | 'storage' | 'size' | 'created_at' | 'members'>,
): Promise<void> {
  const { numAffectedRows } = await sql`insert into stored_files (key, storage, size, created_at, members)
    values (${row.key}, ${row.storage}, ${row.size}, ${row.created_at}, ${row.members}::text[])
    on conflict (key) do update set size = excluded.size, members = excluded.members,
      moved_at = case when stored_files.members is distinct from excluded.members then null else stored_files.moved_at end
    where stored_files.storage = excluded.storage`.execute(db);
  if (numAffectedRows === 0n) throw new AdapterError('unavailable', { reason: 'moved_meanwhile' });
}

export async function deleteStored(db: Db, key: string): Promise<void> {
  await sql`delete from stored_files where key = ${key}`.execute(db);
}
