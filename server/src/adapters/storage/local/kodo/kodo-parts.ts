import { rm } from 'node:fs/promises';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { assertAbsent, sizeLimit } from '../accept-file.ts';
import { assertRoom, nowSec, temporaryName, type LocalContext } from '../local-context.ts';
import { decodeObjectKey } from '../../object-key.ts';
import {
  createUpload,
  MAX_PART_BYTES,
  MAX_PART_NUMBER,
  loadParts,
  loadUpload,
  UPLOAD_DAYS,
  uploadFolder,
  writePart,
} from '../parts.ts';
import type { PartList, PartTarget, PutPartRequest, PutPolicy, UploadTarget } from '../local-port.ts';
import { assertBucket, isInsertOnly, resolveKey } from '../../kodo/put-policy.ts';
import { parseAuthorization, verifyUploadToken } from '../../kodo/upload-token.ts';

const DEFAULT_MAX_PARTS = 1000;

export type AuthorizedUpload = { policy: PutPolicy; key: string | undefined; folder: string; expire_at: number };

/** Begins a multipart upload; it is valid for seven days, even if the token expires earlier. */
export async function initiate(
  context: LocalContext,
  target: UploadTarget,
): Promise<{ uploadId: string; expireAt: number }> {
  const { policy, key } = authorize(context, target);
  if (isInsertOnly(policy)) await assertAbsent(context, key);
  await assertRoom(context, 0);
  const expireAt = nowSec(context) + UPLOAD_DAYS * 86_400;
  const meta = { bucket: target.bucket, key, end_user: policy.endUser, expire_at: expireAt };
  return { uploadId: await createUpload(context.parts_root, meta, context.deps.random), expireAt };
}

/** Stores one part; the sum of all parts is kept within the policy's size while the bytes arrive. */
export async function receivePart(
  context: LocalContext,
  request: PutPartRequest,
): Promise<{ etag: string; md5: string }> {
  const { policy, folder } = await authorizeUpload(context, request);
  const { part_number, body, content_md5: md5, content_length: length } = request;
  if (!Number.isInteger(part_number) || part_number < 1 || part_number > MAX_PART_NUMBER)
    throw refuse('invalid_part_number', 400);
  const others = (await loadParts(folder)).filter((part) => part.partNumber !== part_number);
  const room = sizeLimit(context, policy) - others.reduce((sum, part) => sum + part.size, 0);
  await assertRoom(context, length ?? 0);
  const limits = { max_bytes: Math.min(MAX_PART_BYTES, room), content_length: length, content_md5: md5 };
  return writePart(folder, { part_number, body, ...limits }, temporaryName(context));
}

/** Lists the stored parts, so that an interrupted upload can resume instead of starting over. */
export async function listParts(
  context: LocalContext,
  request: PartTarget & { max_parts?: number; part_number_marker?: number },
): Promise<PartList> {
  const { folder, expire_at } = await authorizeUpload(context, request);
  const marker = request.part_number_marker ?? 0;
  const parts = (await loadParts(folder))
    .filter((part) => part.partNumber > marker)
    .slice(0, request.max_parts ?? DEFAULT_MAX_PARTS)
    .map(({ partNumber, etag, size, putTime }) => ({ partNumber, etag, size, putTime }));
  return {
    uploadId: request.upload_id,
    expireAt: expire_at,
    partNumberMarker: parts.at(-1)?.partNumber ?? marker,
    parts,
  };
}

/** Deletes an upload and its parts. */
export async function abort(context: LocalContext, target: PartTarget): Promise<void> {
  const { folder } = await authorizeUpload(context, target);
  await rm(folder, { recursive: true, force: true });
}

/** Verifies the token and finds the upload it may continue; one begun for another key or user is reported as missing. */
export async function authorizeUpload(context: LocalContext, target: PartTarget): Promise<AuthorizedUpload> {
  const { policy, key } = authorize(context, target);
  const folder = uploadFolder(context.parts_root, target.upload_id);
  const meta = await loadUpload(folder, nowSec(context));
  const isSame = meta.bucket === target.bucket && meta.key === key && meta.end_user === policy.endUser;
  if (!isSame) throw refuse('no_such_upload', 612);
  return { policy, key, folder, expire_at: meta.expire_at };
}

function authorize(context: LocalContext, target: UploadTarget): { policy: PutPolicy; key: string | undefined } {
  const policy = verifyUploadToken(parseAuthorization(target.auth), context.keys, nowSec(context));
  assertBucket(policy, target.bucket);
  if (target.bucket !== context.config.bucket) throw refuse('no_such_bucket', 631);
  return { policy, key: resolveKey(policy, decodeObjectKey(target.encoded_key)) };
}

function refuse(reason: string, status: number): AdapterError {
  return new AdapterError('rejected', { reason, status });
}
