import { sql } from 'kysely';
import { AdapterError } from '../../../core/adapter-error.ts';
import { knownMs } from '../places.ts';
import type { FileMoves, MoveReport } from '../port.ts';
import type { StorageProvider } from '../provider.ts';
import type { StorageParts } from '../storage-parts.ts';
import { keysOf, type StoredRow } from '../stored-files.ts';
import { inLanes } from '../work-files.ts';
import { adoptFiles } from './adopt-files.ts';
import { copyFile } from './copy-file.ts';

/** How long a move can be undone; then the old copies are removed. */
export const undoDays = 7;
const pageSize = 100;

const columns = sql`key, storage, size, created_at, members, moved_from`;

async function readPage({ db }: StorageParts, to: string, after: string): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`select ${columns} from stored_files
    where storage <> ${to} and key > ${after} order by key limit ${pageSize}`.execute(db);
  return rows;
}

/** From now on the file is read from its new place; false when it grew while it was copied. */
async function switchPlace({ db, clock }: StorageParts, row: StoredRow, to: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update stored_files
    set storage = ${to}, moved_from = ${row.storage}, moved_at = ${clock()}
    where key = ${row.key} and storage = ${row.storage} and size = ${row.size}
      and members is not distinct from ${row.members}::text[]`.execute(db);
  return numAffectedRows === 1n;
}

async function moveRow(parts: StorageParts, row: StoredRow, to: StorageProvider): Promise<void> {
  const { local, providers } = parts;
  const from = await providers.find(row.storage);
  await inLanes(keysOf(row), (key) => copyFile({ from, to, scratch: local.scratchPath() }, key));
  if (!(await switchPlace(parts, row, to.name))) throw new AdapterError('unavailable', { reason: 'changed_meanwhile' });
  // Copies of an earlier move can no longer be what an undo goes back to.
  if (row.moved_from !== null && row.moved_from !== to.name)
    await removeCopies(parts, { ...row, moved_from: row.moved_from });
}

async function removeCopies(
  { local, providers }: StorageParts,
  row: StoredRow & { moved_from: string },
): Promise<void> {
  const provider = await providers.find(row.moved_from);
  if (provider === local) await local.remove(row.key);
  else await inLanes(keysOf(row), (key) => provider.remove(key));
}

async function moveAll(parts: StorageParts, name: string, report: MoveReport): Promise<void> {
  const to = await parts.providers.find(name);
  await adoptFiles(parts);
  for (let after = ''; ;) {
    const page = await readPage(parts, name, after);
    for (const row of page) {
      after = row.key;
      await moveRow(parts, row, to).then(
        () => report.moved(row.key),
        (error: unknown) => report.failed(row.key, error),
      );
    }
    if (page.length < pageSize) return;
  }
}

/** Files go back to where their old copies are; those that grew since stay. */
async function undo({ db, clock }: StorageParts): Promise<number> {
  const since = new Date(clock().getTime() - undoDays * 86_400_000);
  const { numAffectedRows } = await sql`update stored_files
    set storage = moved_from, moved_from = storage, moved_at = ${clock()}
    where moved_from is not null and moved_at >= ${since}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function removeOldCopies(parts: StorageParts): Promise<number> {
  const { db, clock } = parts;
  const until = new Date(clock().getTime() - undoDays * 86_400_000);
  const { rows } = await sql<StoredRow & { moved_from: string }>`select ${columns} from stored_files
    where moved_from is not null and (moved_at is null or moved_at < ${until}) order by key limit ${pageSize}`.execute(
    db,
  );
  for (const row of rows) {
    await removeCopies(parts, row);
    await sql`update stored_files set moved_from = null, moved_at = null
      where key = ${row.key} and moved_from = ${row.moved_from}`.execute(db);
  }
  return rows.length;
}

async function finish(parts: StorageParts): Promise<{ removed: number; waiting: number }> {
  const { db, clock } = parts;
  const until = new Date(clock().getTime() - knownMs);
  // Without the time of its move a row cannot be undone, so nobody makes a copy current again while it is removed.
  await sql`update stored_files set moved_at = null where moved_from is not null and moved_at < ${until}`.execute(db);
  let removed = 0;
  for (let page = 1; page > 0; removed += page) page = await removeOldCopies(parts);
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from stored_files
    where moved_from is not null`.execute(db);
  return { removed, waiting: rows[0]?.waiting ?? 0 };
}

/** Moves of all files from one storage to another. */
export const createMoves = (parts: StorageParts): FileMoves => ({
  moveAll: (to, report) => moveAll(parts, to, report),
  undo: () => undo(parts),
  removeOldCopies: () => removeOldCopies(parts),
  finish: () => finish(parts),
});
