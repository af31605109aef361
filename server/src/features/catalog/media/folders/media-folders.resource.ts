import { sql } from 'kysely';
import { filesCounted } from '@kaike/shared/domain/constants';
import { mediaFolders } from '@kaike/shared/resources/catalog/media-folders';
import { defineBehaviour, type FailedRow } from '../../../../kit/behaviour.ts';

export const mediaFoldersBehaviour = defineBehaviour(mediaFolders, {
  computed: {
    file_count: sql`(select nullif(count(*)::int, ${filesCounted + 1}) from (select 1 from media_folders s join media m on m.folder_id = s.id
      where s.lft between r.lft and r.rgt and s.deleted_at is null and m.deleted_at is null limit ${filesCounted + 1}) f)`,
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const blocked = await sql<{ id: number; has_folders: boolean; has_files: boolean }>`select * from (select f.id,
        exists (select 1 from media_folders b where b.parent_id = f.id and b.deleted_at is null and b.id <> all(${ids}::bigint[])) as has_folders,
        exists (select 1 from media m where m.folder_id = f.id and m.deleted_at is null) as has_files
      from media_folders f where f.id = any(${ids}::bigint[])) f where has_folders or has_files`.execute(trx);
    return blocked.rows.map((row): FailedRow => {
      return { id: row.id, code: row.has_files ? 'media_folder.has_files' : 'media_folder.has_folders' };
    });
  },
});
