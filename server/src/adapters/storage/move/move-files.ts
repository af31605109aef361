import { sql } from 'kysely';
import { AdapterError } from '../../../core/adapter-error.ts';
import { knownMs } from '../places.ts';
import type { FileMover, MovedFile, MovesOverview, StoragePlace } from '../port.ts';
import type { StorageProvider } from '../provider.ts';
import type { StorageParts } from '../storage-parts.ts';
import { keysOf, type StoredRow } from '../stored-files.ts';
import { inLanes } from '../work-files.ts';
import { adoptFiles } from './adopt-files.ts';
import { copyFile } from './copy-file.ts';

/** How long a move can be undone; then the old copies are removed. */
export const undoDays = 7;
const dayMs = 86_400_000;
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

async function* moveAll(parts: StorageParts, name: string, start: string): AsyncGenerator<MovedFile> {
  const to = await parts.providers.find(name);
  if (start === '') await adoptFiles(parts);
  for (let after = start; ;) {
    const page = await readPage(parts, name, after);
    for (const row of page) {
      after = row.key;
      yield await moveRow(parts, row, to).then(
        () => ({ key: row.key, error: null }),
        (error: unknown) => ({ key: row.key, error }),
      );
    }
    if (page.length < pageSize) return;
  }
}

async function countOthers(parts: StorageParts, to: string): Promise<number> {
  const { db } = parts;
  await adoptFiles(parts);
  const { rows } = await sql<{ files: number }>`select count(*)::int as files from stored_files
    where storage <> ${to}`.execute(db);
  return rows[0]?.files ?? 0;
}

async function overview({ db, clock, local, providers }: StorageParts): Promise<MovesOverview> {
  const since = new Date(clock().getTime() - undoDays * dayMs);
  const { rows: places } = await sql<Omit<StoragePlace, 'is_set_up'>>`select storage, count(*)::int as files,
    sum(size)::float8 as bytes from stored_files group by storage`.execute(db);
  const { rows: old } = await sql<{
    files: number;
    bytes: number;
    first: Date | null;
    last: Date | null;
    removing: number;
  }>`
    select count(*) filter (where moved_at >= ${since})::int as files,
      coalesce(sum(size) filter (where moved_at >= ${since}), 0)::float8 as bytes,
      min(moved_at) filter (where moved_at >= ${since}) as first, max(moved_at) as last,
      count(*) filter (where moved_at is null or moved_at < ${since})::int as removing
    from stored_files where moved_from is not null`.execute(db);
  const [row] = old;
  const until = (moved: Date | null): Date | null => moved && new Date(moved.getTime() + undoDays * dayMs);
  const setUp = (await providers.all()).map((provider) => provider.name);
  const names = new Set([local.name, ...setUp, ...places.map(({ storage }) => storage)]);
  const placeOf = (storage: string): StoragePlace => ({
    files: 0,
    bytes: 0,
    ...places.find((one) => one.storage === storage),
    storage,
    is_set_up: setUp.includes(storage),
  });
  return {
    places: [...names].map(placeOf),
    undo: {
      files: row?.files ?? 0,
      bytes: row?.bytes ?? 0,
      first_until: until(row?.first ?? null),
      last_until: row && row.files > 0 ? until(row.last) : null,
    },
    removing: row?.removing ?? 0,
  };
}

/** Files go back to where their old copies are; those that grew since stay. */
async function undo({ db, clock }: StorageParts): Promise<number> {
  const since = new Date(clock().getTime() - undoDays * dayMs);
  const { numAffectedRows } = await sql`update stored_files
    set storage = moved_from, moved_from = storage, moved_at = ${clock()}
    where moved_from is not null and moved_at >= ${since}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function removeOldCopies(parts: StorageParts): Promise<number> {
  const { db, clock } = parts;
  const until = new Date(clock().getTime() - undoDays * dayMs);
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

async function giveUpUndo({ db, clock }: StorageParts): Promise<{ given_up: number; waiting: number }> {
  const until = new Date(clock().getTime() - knownMs);
  // Without the time of its move a row cannot be undone, so nobody makes a copy current again while it is removed.
  const { numAffectedRows } = await sql`update stored_files set moved_at = null
    where moved_from is not null and moved_at < ${until}`.execute(db);
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from stored_files
    where moved_from is not null and moved_at is not null`.execute(db);
  return { given_up: Number(numAffectedRows ?? 0), waiting: rows[0]?.waiting ?? 0 };
}

async function finish(parts: StorageParts): Promise<{ removed: number; waiting: number }> {
  const { waiting } = await giveUpUndo(parts);
  let removed = 0;
  for (let page = 1; page > 0; removed += page) page = await removeOldCopies(parts);
  return { removed, waiting };
}

/** Moves of all files from one storage to another. */
export function createMoves(parts: StorageParts): FileMover {
  // What is stored from now on has its row, so that one look at the disk is enough for the numbers that are shown.
  let adopting: Promise<void> | null = null;
  const adoptOnce = (): Promise<void> => {
    adopting ??= adoptFiles(parts).catch((error: unknown) => {
      adopting = null;
      throw error;
    });
    return adopting;
  };
  return {
    moveAll: (to, after = '') => moveAll(parts, to, after),
    countOthers: (to) => countOthers(parts, to),
    overview: async () => {
      await adoptOnce();
      return overview(parts);
    },
    undo: (db = parts.db) => undo({ ...parts, db }),
    giveUpUndo: (db = parts.db) => giveUpUndo({ ...parts, db }),
    removeOldCopies: () => removeOldCopies(parts),
    finish: () => finish(parts),
  };
}
