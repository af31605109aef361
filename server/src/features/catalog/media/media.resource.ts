import { sql } from 'kysely';
import * as mediaApi from '@kaike/shared/contracts/catalog/media';
import { mediaActions, mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { retryableFailures } from '@kaike/shared/domain/catalog/media/media-failure';
import { allows } from '@kaike/shared/domain/status';
import { media } from '@kaike/shared/resources/catalog/media';
import type { AdminCall } from '../../../core/call.ts';
import { route } from '../../../core/route.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type RowOf,
  type Values,
} from '../../../kit/behaviour.ts';
import { addMediaLessons } from '../courses/public.ts';
import { leaveDeletedFolders, moveFiles } from './folders/move-files.ts';
import { getUploadToken } from './uploads/get-upload-token.ts';
import { isUsed } from './is-used.ts';
import { replaceFile } from './replace-file.ts';
import { getMediaPreview } from './handlers/get-media-preview.ts';
import { createMedia } from './uploads/create-media.ts';
import { startProcessing } from './uploads/register-media.ts';

const maxUses = 200;

const mayRetry = (row: RowOf<typeof media>): boolean =>
  allows(mediaActions, 'retry', row.status) && retryableFailures.some((failure) => failure === row.error);

/** Processes failed files again where a retry can help. */
async function retry({ trx, call, rows }: ActionRun<typeof media>): Promise<ActionResult> {
  const again = rows.filter(mayRetry).map((row) => row.id);
  await setColumns({ trx, call }, 'media', {
    ids: again,
    values: { status: mediaStatus.processing, progress: 0, error: '' },
  });
  for (const id of again) await startProcessing(trx, id);
  const failed = rows
    .filter((row) => !again.includes(row.id))
    .map((row): FailedRow => ({ id: row.id, code: 'media.cannot_retry' }));
  return { changed: again.length, failed };
}

/** Makes lessons of the files at the end of a chapter. */
async function addToCourse({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof media, 'add-to-course'>): Promise<ActionResult> {
  const added = await addMediaLessons({ trx, call }, { ...input, media: rows });
  const failed = rows.filter(({ id }) => !added.has(id)).map(({ id }): FailedRow => ({ id, code: 'media.in_course' }));
  return { changed: added.size, failed };
}

/** The lessons that use a file, and the courses whose trailer it is. */
async function findUses({ ctx }: AdminCall, row: RowOf<typeof media>): Promise<Values> {
  const { rows } = await sql<{ course_id: number; course_title: string; lesson_title: string | null }>`
    select c.id as course_id, c.title as course_title, l.title as lesson_title from lessons l join courses c on c.id = l.course_id and c.deleted_at is null
      where l.media_id = ${row.id} and l.deleted_at is null
    union all select id, title, null from courses where trailer_id = ${row.id} and deleted_at is null
    order by course_id, lesson_title nulls first limit ${maxUses}`.execute(ctx.db);
  return { used_in: rows };
}

export const mediaBehaviour = defineBehaviour(media, {
  computed: {
    lesson_count: sql`(select count(*)::int from lessons l where l.media_id = r.id and l.deleted_at is null)`,
    is_used: isUsed,
  },
  filters: {
    is_used: { columns: ['id'], has: (value) => sql<boolean>`${isUsed} = ${value}` },
  },
  extend: findUses,
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const used = await sql<{ id: number }>`select distinct media_id as id from lessons
      where media_id = any(${rows.map((row) => row.id)}::bigint[]) and deleted_at is null`.execute(trx);
    return used.rows.map(({ id }) => ({ id, code: 'media.in_use' }));
  },
  alsoLocks: { replace: (_write, { input }) => Promise.resolve([input.media_id]) },
  afterRestore: leaveDeletedFolders,
  actions: { retry, move: moveFiles, 'add-to-course': addToCourse, replace: replaceFile },
  routes: [
    route.admin(mediaApi.getUploadToken, { permission: 'admin.media.upload', handler: getUploadToken }),
    route.admin(mediaApi.createMedia, {
      permission: 'admin.media.upload',
      by_token: true,
      status: 201,
      handler: createMedia,
    }),
    route.admin(mediaApi.getMediaPreview, { permission: 'admin.media.show', handler: getMediaPreview }),
  ],
});
