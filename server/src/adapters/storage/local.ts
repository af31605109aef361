import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AdapterError } from '../../core/adapter-error.ts';
import { complete } from './complete-upload.ts';
import { abort, initiate, listParts, putPart } from './kodo/kodo-parts.ts';
import { makeErrorReply } from './kodo/kodo-reply.ts';
import {
  assertRoom,
  makeLocalContext,
  nowSec,
  pathOf,
  temporaryPath,
  type LocalContext,
  type LocalStorageConfig,
} from './local-context.ts';
import { createObjectKey } from './object-key.ts';
import { openFile } from './open-file.ts';
import { cleanExpiredUploads } from './parts.ts';
import type { LocalStorage, StorageDeps, StoredFile, UploadGrant, UploadGrantRequest } from './port.ts';
import { publishFile } from './publish-file.ts';
import { isMimeAllowed } from './kodo/put-policy.ts';
import { putForm } from './kodo/put-form.ts';
import { drainOnFailure, receiveFile } from './receive-file.ts';
import { objectPath, signPrivateUrl, verifyPrivateUrl } from './signed-url.ts';
import { kindOfExtension } from './sniff/sniff.ts';
import { makeUploadToken } from './kodo/upload-token.ts';

/** The vendor's own uploader sends files up to this size as one form. */
const FORM_BYTES = 4 * 1024 * 1024;
const VALID_SEC = 3600;
/** The deadline is checked after the last byte has arrived, so a long video over a slow connection needs hours. */
const VIDEO_VALID_SEC = 6 * 3600;
const REPLY_TEMPLATE = '{"key":$(key),"hash":$(etag),"size":$(fsize),"mime":$(mimeType),"name":$(fname)}';

/** Stores files below one folder and implements the Kodo upload protocol for browsers. */
export function createLocalStorage(config: LocalStorageConfig, deps: StorageDeps): LocalStorage {
  const context = makeLocalContext(config, deps);
  const { keys } = context;
  const publicPath = context.config.public_path;
  return {
    grantUpload: (request) => grantUpload(context, request),
    uploadToken: (policy) => makeUploadToken(policy, keys),
    initiate: (target) => initiate(context, target),
    putPart: (request) => drainOnFailure(request.body, () => putPart(context, request)),
    listParts: (request) => listParts(context, request),
    complete: (request) => complete(context, request),
    abort: (target) => abort(context, target),
    putForm: (request) => drainOnFailure(request.body, () => putForm(context, request)),
    store: (ext, body) => store(context, ext, body),
    newKey: (ext) => newKey(context, ext),
    path: (key) => pathOf(context, key),
    open: async (key, request) => openFile(pathOf(context, key), request),
    remove: (key) => remove(context, key),
    signedUrl: (key, { expires_at: expiresAt, params }) =>
      signPrivateUrl(objectPath(publicPath, key, params), Math.floor(expiresAt.getTime() / 1000), keys),
    errorReply: makeErrorReply,
    verifySignedUrl: (url) => verifyPrivateUrl(url, { public_path: publicPath, keys, now_sec: nowSec(context) }),
    assertRoom: (bytes) => assertRoom(context, bytes),
    cleanExpired: () => cleanExpiredUploads(context.parts_root, nowSec(context)),
  };
}

function grantUpload(context: LocalContext, request: UploadGrantRequest): UploadGrant {
  const kind = kindOfExtension(request.ext.toLowerCase());
  const mimeLimit = request.accept.join(';');
  if (kind === undefined || !isMimeAllowed(kind.mime, mimeLimit))
    throw new AdapterError('rejected', { reason: 'type_not_allowed', status: 403 });
  if (request.size > request.max_size) throw new AdapterError('rejected', { reason: 'too_large', status: 413 });
  const { bucket } = context.config;
  const key = request.key ?? createObjectKey(kind.ext, context.deps.clock(), context.deps.random);
  const deadline = nowSec(context) + (request.valid_sec ?? (kind.family === 'video' ? VIDEO_VALID_SEC : VALID_SEC));
  const token = makeUploadToken(
    {
      scope: `${bucket}:${key}`,
      deadline,
      insertOnly: 1,
      fsizeMin: 1,
      fsizeLimit: request.max_size,
      mimeLimit,
      detectMime: 1,
      returnBody: REPLY_TEMPLATE,
      endUser: request.end_user,
    },
    context.keys,
  );
  return {
    driver: 'local',
    method: request.size > FORM_BYTES ? 'kodo-parts' : 'kodo-form',
    bucket,
    token,
    key,
    fields: { token, key },
    expires_at: new Date(deadline * 1000),
    max_size: request.max_size,
    accept: request.accept,
  };
}

/** Files the server created itself are trusted to match their extension. */
async function store(context: LocalContext, ext: string, body: Readable | Uint8Array): Promise<StoredFile> {
  await assertRoom(context, body instanceof Readable ? 0 : body.length);
  const key = newKey(context, ext);
  const path = temporaryPath(context);
  const stream = body instanceof Readable ? body : Readable.from([Buffer.from(body)]);
  const { size, etag } = await receiveFile(stream, path, { max_bytes: context.config.max_size });
  await publishFile(path, pathOf(context, key), 'insert');
  const mime = kindOfExtension(ext)?.mime ?? 'application/octet-stream';
  return { key, hash: etag, size, mime, name: '', end_user: undefined };
}

function newKey({ deps }: LocalContext, ext: string): string {
  return createObjectKey(ext, deps.clock(), deps.random);
}

/** A key of fewer than three segments would delete all files of a month or a year. */
async function remove(context: LocalContext, key: string): Promise<void> {
  if (key.split('/').length < 3) throw new AdapterError('rejected', { reason: 'invalid_key', status: 400 });
  await rm(pathOf(context, key), { recursive: true, force: true });
}
