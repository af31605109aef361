import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import type { Renditions } from '../renditions.ts';
import { signPlayback } from '../sign-playback.ts';

const validMs = 3_600_000;

/** A temporary address at which an administrator can watch a ready video. */
export async function getMediaPreview({
  ctx,
  params,
  actor,
}: AdminCall & ById): Promise<{ mode: 'hls' | 'mp4'; url: string; expires_at: string }> {
  const { rows } = await sql<{ status: number; renditions: Renditions | null }>`select status, renditions from media
    where id = ${params.id} and deleted_at is null`.execute(ctx.db);
  const [media] = rows;
  assert(media, 'record.not_found');
  assert(media.status === mediaStatus.ready && media.renditions, 'media.not_ready');
  const expiresAt = new Date(ctx.clock().getTime() + validMs);
  const playback = signPlayback(ctx.adapters.storage, media.renditions, {
    expires_at: expiresAt,
    params: { u: String(actor.user_id) },
  });
  return { ...playback, expires_at: expiresAt.toISOString() };
}
