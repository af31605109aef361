import type { UploadToken } from '@kaike/shared/contracts/catalog/media';
import type * as media from '@kaike/shared/contracts/catalog/media';
import type { QueryOf } from '@kaike/shared/kit/contract';
import type { UploadGrant } from '../../../../adapters/storage/port.ts';
import type { AdminCall } from '../../../../core/call.ts';
import { uploadError } from './upload-error.ts';

const accept = [
  'video/mp4',
  'video/quicktime',
  'video/x-matroska',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
  'audio/wav',
];
const mebibyte = 1024 ** 2;

const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1] ?? '';

type UploadQuery = QueryOf<typeof media.getUploadToken>;

async function grant(
  { ctx, actor }: AdminCall<Record<string, unknown>, UploadQuery>,
  query: UploadQuery,
  maxMegabytes: number,
): Promise<UploadGrant> {
  const name = query.key || query.name;
  return ctx.adapters.storage.grantUpload({
    ext: extensionOf(name),
    name: query.name,
    size: query.size,
    max_size: maxMegabytes * mebibyte,
    accept,
    user_id: actor.user_id,
    // The storage refuses to resume another user's upload; it knows who started it.
    ...(query.key ? { key: query.key } : {}),
  });
}

/** Grants an administrator the upload of one video or sound of the announced size directly to the storage. */
export async function getUploadToken(call: AdminCall<Record<string, unknown>, UploadQuery>): Promise<UploadToken> {
  const maxMegabytes = await call.ctx.settings.get('upload_max_mb');
  const granted = await grant(call, call.query, maxMegabytes).catch((error: unknown) => {
    throw uploadError(error, { max: maxMegabytes });
  });
  return { ...granted, expires_at: granted.expires_at.toISOString() };
}
