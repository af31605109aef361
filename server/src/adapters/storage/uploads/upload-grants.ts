import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

export type StoredUploadGrant = {
  key: string;
  storage: string;
  user_id: number;
  max_size: number;
  accept: string[];
  upload_id: string;
  /** As the person calls the file. */
  name: string;
  /** Bytes, once the parts are joined. */
  uploaded_size: number | null;
};

const columns = sql`key, storage, user_id, max_size, accept, upload_id, name, uploaded_size`;

export async function findGrant(
  db: Db,
  { key, user_id }: Pick<StoredUploadGrant, 'key' | 'user_id'>,
): Promise<StoredUploadGrant | undefined> {
  const { rows } =
    await sql<StoredUploadGrant>`select ${columns} from upload_grants where key = ${key} and user_id = ${user_id}`.execute(
      db,
    );
  return rows[0];
}

/** Records a grant; one that exists stays as it is, whoever asks. */
export async function saveGrant(
  db: Db,
  row: Omit<StoredUploadGrant, 'upload_id' | 'uploaded_size'> & { created_at: Date },
): Promise<void> {
  await sql`insert into upload_grants (key, storage, user_id, max_size, accept, name, created_at)
    values (${row.key}, ${row.storage}, ${row.user_id}, ${row.max_size}, ${row.accept}::text[], ${row.name}, ${row.created_at})
    on conflict (key) do nothing`.execute(db);
}

export async function setUploadId(db: Db, key: string, uploadId: string): Promise<void> {
  await sql`update upload_grants set upload_id = ${uploadId} where key = ${key}`.execute(db);
}

export async function setUploadedSize(db: Db, key: string, size: number): Promise<void> {
  await sql`update upload_grants set uploaded_size = ${size} where key = ${key}`.execute(db);
}

export async function deleteGrant(db: Db, key: string): Promise<void> {
  await sql`delete from upload_grants where key = ${key}`.execute(db);
}

/** Grants from before a moment, each with whether its file arrived and counts. */
export async function findOldGrants(
  db: Db,
  before: Date,
  most: number,
): Promise<(StoredUploadGrant & { is_stored: boolean })[]> {
  const { rows } = await sql<StoredUploadGrant & { is_stored: boolean }>`select ${columns},
      exists (select 1 from stored_files f where f.key = g.key) or exists (select 1 from media m where m.storage_key = g.key) as is_stored
    from upload_grants g where created_at < ${before} order by created_at limit ${most}`.execute(db);
  return rows;
}
