import { sql } from 'kysely';
import type { MediaItem } from '@kaike/shared/contracts/catalog/media';
import type * as mediaApi from '@kaike/shared/contracts/catalog/media';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { uploadError } from './upload-error.ts';
import { startProcessing } from './register-media.ts';

const columns = sql`id, title, status, progress, error, duration_sec, size, width, height, cover`;

async function findMedia(db: Db, key: string): Promise<MediaItem | undefined> {
  const { rows } =
    await sql<MediaItem>`select ${columns} from media where storage_key = ${key} and deleted_at is null`.execute(db);
  return rows[0];
}

/** Registers an uploaded file and starts its processing. Of several calls with one key, only one creates the row. */
export async function createMedia(call: AdminCallOf<typeof mediaApi.createMedia>): Promise<{ media: MediaItem }> {
  const { key, title } = call.body;
  const registered = await findMedia(call.ctx.db, key);
  if (registered) return { media: registered };
  const { size, video } = await call.ctx.adapters.storage
    .acceptUpload({ key, user_id: call.actor.user_id })
    .catch((error: unknown) => {
      throw uploadError(error);
    });
  const now = call.ctx.clock();
  return call.ctx.db.transaction().execute(async (trx) => {
    const inserted =
      await sql<MediaItem>`insert into media (storage_key, provider, provider_id, title, status, size, created_by, updated_by, created_at, updated_at)
      values (${key}, ${video?.host ?? 'local'}, ${video?.id ?? null}, ${title}, ${mediaStatus.processing}, ${size}, ${call.actor.user_id}, ${call.actor.user_id}, ${now}, ${now})
      on conflict (storage_key) do nothing returning ${columns}`.execute(trx);
    const [media] = inserted.rows;
    if (media) {
      await startProcessing(trx, media.id);
      await writeLog(trx, call, {
        resource: 'media',
        action: 'upload',
        record_id: media.id,
        record_title: title,
        after: { title, size },
      });
      return { media };
    }
    const existing = await findMedia(trx, key);
    assert(existing, 'record.not_found');
    return { media: existing };
  });
}
