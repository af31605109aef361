import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';

const GIB = 1024 ** 3;
/** Below the first, somebody should make room soon; below the second, writes fail before long. */
export const scarceBytes = 5 * GIB;
export const lackingBytes = 0.5 * GIB;

export const formatGib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

/** Bytes that are free where a folder is, or will be. */
export async function measureFreeSpace(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

/** The folder of the database; null where it stands on another machine or the account may not know. */
export async function findDatabaseFolder(pool: pg.Pool): Promise<string | null> {
  const { host } = pool.options;
  const isHere = host === undefined || host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (!isHere) return null;
  // The setting is for superusers and monitors; asking for it as another account is an error that PostgreSQL would log.
  const { rows } = await pool.query<{ folder: string | null }>(
    `select case when pg_has_role('pg_read_all_settings', 'member') then current_setting('data_directory') end as folder`,
  );
  const folder = rows[0]?.folder ?? null;
  return folder !== null && existsSync(folder) ? folder : null;
}
