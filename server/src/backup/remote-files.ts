import type pg from 'pg';

export type RemoteFiles = { storage: string; count: number; mebibytes: string };

/** The files that other storages hold, which an archive of the data folder does not contain. */
export async function countRemoteFiles(pool: pg.Pool): Promise<RemoteFiles[]> {
  const { rows } = await pool.query<{ storage: string; count: string; size: string }>(
    "select storage, count(*) as count, sum(size) as size from stored_files where storage <> 'local' group by storage order by storage",
  );
  return rows.map(({ storage, count, size }) => ({
    storage,
    count: Number(count),
    mebibytes: (Number(size) / 1024 ** 2).toFixed(1),
  }));
}
