import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import type { media } from '@kaike/shared/resources/catalog/media';
import { AppError, assert } from '../../../core/app-error.ts';
import type { ActionResult, ActionRun, Write } from '../../../kit/behaviour.ts';
import { applyVideoLength } from '../courses/public.ts';
import { isUsed } from './is-used.ts';

type Stored = { id: number; kind: number; status: number; duration_sec: number; is_used: boolean; image: string };

/** The entry is the same afterwards, with the file of the image. */
async function takeFile({ trx, call }: Write, id: number, image: string): Promise<void> {
  await sql`update media m set storage_key = o.storage_key, provider = o.provider, provider_id = o.provider_id, status = o.status,
      progress = o.progress, error = o.error, duration_sec = o.duration_sec, size = o.size, width = o.width, height = o.height, cover = o.cover,
      renditions = o.renditions, version = m.version + 1, updated_at = ${call.ctx.clock()}, updated_by = ${call.actor.user_id}
    from jsonb_populate_record(null::media, ${image}::jsonb) o where m.id = ${id}`.execute(trx);
}

/** Exchanges the files of the two entries and puts the other one into the trash, from where it can be brought back. */
export async function replaceFile({
  trx,
  call,
  rows: [row],
  input,
}: ActionRun<typeof media, 'replace'>): Promise<ActionResult> {
  assert(row, 'record.not_found');
  const { rows } =
    await sql<Stored>`select r.id, r.kind, r.status, r.duration_sec, ${isUsed} as is_used, to_jsonb(r)::text as image
    from media r where r.id = any(${[row.id, input.media_id]}::bigint[]) and r.deleted_at is null order by r.id = ${row.id} desc`.execute(
      trx,
    );
  const [own, other] = rows;
  const field = 'media_id';
  if (!own || !other) throw new AppError('request.invalid', { failures: { [field]: [{ rule: 'in', params: [] }] } });
  if (other.kind !== own.kind)
    throw new AppError(own.kind === mediaKind.sound ? 'lesson.needs_sound' : 'lesson.needs_video', { field });
  assert(other.status === mediaStatus.ready, 'media.not_ready', { field });
  assert(!other.is_used, 'media.in_use', { field });
  const write = { trx, call };
  // No two entries have one file, not even for a moment.
  await sql`update media set storage_key = null where id = any(${[own.id, other.id]}::bigint[])`.execute(trx);
  await takeFile(write, own.id, other.image);
  await takeFile(write, other.id, own.image);
  await sql`update media set deleted_at = ${call.ctx.clock()} where id = ${other.id}`.execute(trx);
  await applyVideoLength(trx, { id: own.id, duration_sec: other.duration_sec });
  return { changed: 1, failed: [] };
}
