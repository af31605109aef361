import { sql } from 'kysely';
import type { media } from '@kaike/shared/resources/catalog/media';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { ActionResult, ActionRun, RowOf, Undo, Write } from '../../../../kit/behaviour.ts';
import { setColumns } from '../../../../kit/write/assign-input.ts';

/** Refuses a folder that does not exist; the others stay as long as the transaction runs, as deleting one waits for it. */
async function checkFolder(trx: Db, id: number): Promise<void> {
  const { rows } = await sql`select 1 from media_folders where id = ${id} and deleted_at is null for share`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError('record.not_found', { field: 'folder_id' });
}

/** Back into the folders the files came from, those of one folder at once. */
function undoOf(rows: readonly RowOf<typeof media>[]): Undo[] {
  return [...new Set(rows.map((row) => row.folder_id))].map((folder) => ({
    resource: 'media',
    action: 'move',
    ids: rows.filter((row) => row.folder_id === folder).map(({ id }) => id),
    input: { folder_id: folder },
  }));
}

/** Puts files into a folder, or out of theirs. Those that are there already count as moved. */
export async function moveFiles({ trx, call, rows, input }: ActionRun<typeof media, 'move'>): Promise<ActionResult> {
  const folder = input.folder_id ?? null;
  if (folder !== null) await checkFolder(trx, folder);
  const moved = rows.filter((row) => row.folder_id !== folder);
  const ids = moved.map(({ id }) => id);
  await setColumns({ trx, call }, 'media', { ids, values: { folder_id: folder } });
  return { changed: rows.length, failed: [], undo: undoOf(moved) };
}

/** Files that return from the trash after their folder was deleted are in none. */
export async function leaveDeletedFolders({ trx }: Write, rows: readonly RowOf<typeof media>[]): Promise<void> {
  await sql`update media m set folder_id = null from media_folders f
    where m.id = any(${rows.map(({ id }) => id)}::bigint[]) and f.id = m.folder_id and f.deleted_at is not null`.execute(
    trx,
  );
}
