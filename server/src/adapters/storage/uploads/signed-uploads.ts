import { createHash } from 'node:crypto';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { StorageParts } from '../storage-parts.ts';
import { assertBucket, resolveKey } from '../kodo/put-policy.ts';
import type { CompleteRequest, PartTarget, UploadTarget } from '../local/local-port.ts';
import { decodeObjectKey, extensionOf } from '../object-key.ts';
import type { PartEntry, SignedParts } from '../provider.ts';
import { kindOfExtension } from '../sniff/sniff.ts';
import { findGrant, setUploadedSize, setUploadId, type StoredUploadGrant } from './upload-grants.ts';
import { findPlace, finishedSize } from './upload-place.ts';

const partAddressMs = 3_600_000;
const uploadSec = 7 * 86_400;
const maxParts = 10_000;

/** Uploads whose parts go to addresses signed here; everything else of the protocol is answered here, as for the own disk. */
export type SignedUploads = {
  initiate: (target: UploadTarget) => Promise<{ uploadId: string; expireAt: number }>;
  signPart: (target: PartTarget & { part_number: number; size: number }) => Promise<{ url: string }>;
  listParts: (target: PartTarget & { part_number_marker?: number }) => Promise<{ parts: PartEntry[] }>;
  complete: (request: CompleteRequest) => Promise<{ key: string; size: number }>;
  abort: (target: PartTarget) => Promise<void>;
};

type Authorized = { grant: StoredUploadGrant; parts: SignedParts; finishedSize: () => Promise<number | null> };

const refuse = (reason: string, status: number): AdapterError => new AdapterError('rejected', { reason, status });
/** Vendors put any characters into their names of uploads, and more than fit into an address. */
const encodeId = (id: string): string => createHash('sha256').update(id).digest('base64url');
const sizeOf = (parts: readonly { size: number }[]): number => parts.reduce((sum, { size }) => sum + size, 0);

export function createSignedUploads(storageParts: StorageParts): SignedUploads {
  const { db, clock, local } = storageParts;
  async function authorize(target: UploadTarget): Promise<Authorized> {
    const policy = local.readToken(target.auth);
    assertBucket(policy, target.bucket);
    const key = resolveKey(policy, decodeObjectKey(target.encoded_key)) ?? '';
    const grant = await findGrant(db, { key, user_id: Number(policy.endUser) });
    if (!grant || grant.storage !== target.bucket) throw refuse('no_such_upload', 612);
    const place = await findPlace(storageParts, grant.storage);
    if (place.uploads.method !== 'signed-parts') throw refuse('no_such_bucket', 631);
    return { grant, parts: place.uploads, finishedSize: () => finishedSize(place, grant) };
  }

  async function authorizeUpload(target: PartTarget): Promise<Authorized> {
    const upload = await authorize(target);
    const { upload_id: id } = upload.grant;
    if (id === '' || encodeId(id) !== target.upload_id) throw refuse('no_such_upload', 612);
    return upload;
  }

  return {
    async initiate(target) {
      const { grant, parts, finishedSize: readSize } = await authorize(target);
      if ((await readSize()) !== null) throw refuse('file_exists', 614);
      const { key, name } = grant;
      const id = await parts.begin({ key, name, mime: kindOfExtension(extensionOf(key))?.mime ?? '' });
      await setUploadId(db, grant.key, id);
      return { uploadId: encodeId(id), expireAt: Math.floor(clock().getTime() / 1000) + uploadSec };
    },
    async signPart(target) {
      const { grant, parts } = await authorizeUpload(target);
      const { part_number, size } = target;
      if (!(part_number >= 1 && part_number <= maxParts) || !Number.isSafeInteger(part_number))
        throw refuse('invalid_part_number', 400);
      if (!(size >= 1 && size <= grant.max_size)) throw refuse('too_large', 413);
      const expires_at = new Date(clock().getTime() + partAddressMs);
      return { url: await parts.sign({ key: grant.key, upload_id: grant.upload_id, part_number, size, expires_at }) };
    },
    async listParts(target) {
      const { grant, parts } = await authorizeUpload(target);
      const after = target.part_number_marker ?? 0;
      return { parts: (await parts.list(grant)).filter((part) => part.partNumber > after) };
    },
    async complete(request) {
      const { grant, parts, finishedSize: readSize } = await authorizeUpload(request);
      const finished = await readSize();
      if (finished !== null) return { key: grant.key, size: finished };
      const numbers = new Set(request.parts.map(({ partNumber }) => partNumber));
      const size = sizeOf((await parts.list(grant)).filter(({ partNumber }) => numbers.has(partNumber)));
      if (size > grant.max_size) {
        await parts.abort(grant);
        throw refuse('too_large', 413);
      }
      await parts.complete({ key: grant.key, upload_id: grant.upload_id, parts: request.parts });
      await setUploadedSize(db, grant.key, size);
      return { key: grant.key, size };
    },
    async abort(target) {
      const { grant, parts } = await authorizeUpload(target);
      await parts.abort(grant);
    },
  };
}
