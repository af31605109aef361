import { sql } from 'kysely';
import { createMedia, getMediaPreview, getUploadToken } from '@kaike/shared/contracts/media';
import { fileTypes } from '@kaike/shared/domain/file-types';
import { mediaActions, mediaStatus, type MediaStatus } from '@kaike/shared/domain/media-status';
import { retriedFailures, type MediaFailure } from '@kaike/shared/domain/media-failure';
import { mediaKind } from '@kaike/shared/domain/media-kind';
import { allows } from '@kaike/shared/domain/status';
import { route } from '../../http/route.ts';
import { setColumns } from '../../kit/assign-input.ts';
import type { ActionGiven, ActionResult, FailedRow, ResourceBehaviour, Row } from '../../kit/behaviour.ts';
import { grantUpload } from './grant-upload.ts';
import { previewMedia } from './preview-media.ts';
import { registerMedia, startProcessing } from './register-media.ts';

const mayRetry = (row: Row): boolean =>
  allows(mediaActions, 'retry', row['status'] as MediaStatus) && retriedFailures.includes(row['error'] as MediaFailure);

/** Processes failed files again, where another try can help. */
async function retry({ trx, call, rows }: ActionGiven): Promise<ActionResult> {
  const again = rows.filter(mayRetry).map((row) => row.id);
  await setColumns({ trx, call }, 'media', { ids: again, values: { status: mediaStatus.processing, progress: 0, error: '' } });
  for (const id of again) await startProcessing(trx, id);
  const failed = rows.filter((row) => !again.includes(row.id)).map((row): FailedRow => ({ id: row.id, code: 'media.cannot_retry' }));
  return { changed: again.length, failed };
}

const soundNames = `\\.(${Object.entries(fileTypes).filter(([, { family }]) => family === 'audio').map(([ext]) => ext).join('|')})$`;

export const mediaBehaviour: ResourceBehaviour = {
  computed: {
    kind: sql`case when r.storage_key ~ ${soundNames} then ${mediaKind.sound}::int else ${mediaKind.video}::int end`,
    lesson_count: sql`(select count(*)::int from lessons l where l.media_id = r.id and l.deleted_at is null)`,
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const used = await sql<{ id: number }>`select distinct media_id as id from lessons
      where media_id = any(${rows.map((row) => row.id)}::bigint[]) and deleted_at is null`.execute(trx);
    return used.rows.map(({ id }) => ({ id, code: 'media.in_use' }));
  },
  actions: { retry },
  routes: [
    route.admin(getUploadToken, { permission: 'admin.media.upload', handler: grantUpload }),
    route.admin(createMedia, { permission: 'admin.media.upload', handler: registerMedia }),
    route.admin(getMediaPreview, { permission: 'admin.media.show', handler: previewMedia }),
  ],
};
