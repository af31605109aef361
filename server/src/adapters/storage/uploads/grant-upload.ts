import { AdapterError } from '../../../core/adapter-error.ts';
import type { StorageParts } from '../storage-parts.ts';
import { isMimeAllowed } from '../kodo/put-policy.ts';
import { kodoPath } from '../local/local.ts';
import { createObjectKey } from '../object-key.ts';
import type { UploadGrant, UploadGrantRequest } from '../port.ts';
import { kindOfExtension } from '../sniff/sniff.ts';
import { findGrant, saveGrant } from './upload-grants.ts';
import { choosePlace, findPlace } from './upload-place.ts';

/** The deadline is checked after the last byte has arrived, so a long video over a slow connection needs hours. */
const validMs = 6 * 3_600_000;
/** While parts are joined, they and the joined file are both on the disk. */
const roomFactor = 2;
const mebibyte = 1024 ** 2;
/** S3 takes no smaller parts than 5 MiB, except the last. */
const partSizes = { 'kodo-parts': 4 * mebibyte, 'signed-parts': 8 * mebibyte };

/** Grants an upload to the storage or the host the settings choose; one that has begun stays where it began. */
export async function grantUpload(parts: StorageParts, request: UploadGrantRequest): Promise<UploadGrant> {
  const { db, clock, random, local } = parts;
  const { user_id, max_size, accept, name } = request;
  const kind = kindOfExtension(request.ext);
  if (kind === undefined || !isMimeAllowed(kind.mime, accept.join(';')))
    throw new AdapterError('rejected', { reason: 'type_not_allowed', status: 403 });
  if (request.size > max_size) throw new AdapterError('rejected', { reason: 'too_large', status: 413 });
  const earlier = request.key === undefined ? undefined : await findGrant(db, { key: request.key, user_id });
  const place = await (earlier ? findPlace(parts, earlier.storage) : choosePlace(parts, kind.mime));
  if (place.storage === local) await local.assertRoom(request.size * roomFactor);
  const now = clock();
  const key = request.key ?? createObjectKey(kind.ext, now, random);
  await saveGrant(db, { key, storage: place.name, user_id, max_size, accept, name, created_at: now });
  const token = { key, user_id, max_size, accept, expires_at: new Date(now.getTime() + validMs) };
  const { method } = place.uploads;
  const access =
    place.uploads.method === 'kodo-parts'
      ? {
          upload_url: place.uploads.upload_url,
          bucket: place.uploads.bucket,
          token: place.uploads.token(token),
        }
      : { upload_url: kodoPath, bucket: place.name, token: local.makeToken(place.name, token) };
  const { expires_at } = token;
  return { driver: place.name, method, ...access, key, part_size: partSizes[method], expires_at, max_size, accept };
}
