import { AdapterError } from '../../../core/adapter-error.ts';
import type { StorageParts } from '../storage-parts.ts';
import { isMimeAllowed } from '../kodo/put-policy.ts';
import { kodoPath } from '../local/local.ts';
import { createObjectKey } from '../object-key.ts';
import type { UploadGrant, UploadGrantRequest } from '../port.ts';
import { kindOfExtension } from '../sniff/sniff.ts';
import { findGrant, saveGrant } from './upload-grants.ts';

/** The deadline is checked after the last byte has arrived, so a long video over a slow connection needs hours. */
const validMs = 6 * 3_600_000;
/** While parts are joined, they and the joined file are both on the disk. */
const roomFactor = 2;
const mebibyte = 1024 ** 2;
/** S3 takes no smaller parts than 5 MiB, except the last. */
const partSizes = { 'kodo-parts': 4 * mebibyte, 'signed-parts': 8 * mebibyte };

/** Grants an upload to the storage the settings choose; one that has begun stays where it began. */
export async function grantUpload(
  { db, clock, random, local, providers }: StorageParts,
  request: UploadGrantRequest,
): Promise<UploadGrant> {
  const { user_id, max_size, accept } = request;
  const kind = kindOfExtension(request.ext);
  if (kind === undefined || !isMimeAllowed(kind.mime, accept.join(';')))
    throw new AdapterError('rejected', { reason: 'type_not_allowed', status: 403 });
  if (request.size > max_size) throw new AdapterError('rejected', { reason: 'too_large', status: 413 });
  const earlier = request.key === undefined ? undefined : await findGrant(db, { key: request.key, user_id });
  const provider = earlier ? await providers.find(earlier.storage) : await providers.chosen();
  if (provider === local) await local.assertRoom(request.size * roomFactor);
  const now = clock();
  const key = request.key ?? createObjectKey(kind.ext, now, random);
  await saveGrant(db, { key, storage: provider.name, user_id, max_size, accept, created_at: now });
  const token = { key, user_id, max_size, accept, expires_at: new Date(now.getTime() + validMs) };
  const { method } = provider.uploads;
  const access =
    provider.uploads.method === 'kodo-parts'
      ? {
          upload_url: provider.uploads.upload_url,
          bucket: provider.uploads.bucket,
          token: provider.uploads.token(token),
        }
      : { upload_url: kodoPath, bucket: provider.name, token: local.makeToken(provider.name, token) };
  const { expires_at } = token;
  return { driver: provider.name, method, ...access, key, part_size: partSizes[method], expires_at, max_size, accept };
}
