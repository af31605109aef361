import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { ByteRange } from '../http-range.ts';
import { makeUploadToken, parseAuthorization, verifyUploadToken } from '../kodo/upload-token.ts';
import { createObjectKey } from '../object-key.ts';
import { noSuchFile } from '../open-file.ts';
import type { FileFacts, StoreLimits } from '../port.ts';
import type { TokenRequest } from '../provider.ts';
import { objectPath, signPrivateUrl, verifyPrivateUrl } from '../signed-url.ts';
import { kindOfExtension } from '../sniff/sniff.ts';
import { acceptFile } from './accept-file.ts';
import { complete } from './complete-upload.ts';
import { abort, initiate, listParts, receivePart } from './kodo/kodo-parts.ts';
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
import type { LocalStorage, ReceivedUpload, StorageDeps } from './local-port.ts';
import { cleanExpiredUploads } from './parts.ts';
import { publishFile } from './publish-file.ts';
import { drainOnFailure, receiveFile } from './receive-file.ts';

/** Base path of the upload protocol on this server. */
export const kodoPath = '/uploads/kodo';
const replyTemplate = '{"key":$(key),"hash":$(etag),"size":$(fsize),"mime":$(mimeType),"name":$(fname)}';

/** Stores files below one folder and implements the Kodo upload protocol for browsers. */
export function createLocalStorage(config: LocalStorageConfig, deps: StorageDeps): LocalStorage {
  const context = makeLocalContext(config, deps);
  const { keys } = context;
  const { bucket, public_path } = context.config;
  return {
    name: 'local',
    origins: [],
    put: (key, { path }) => publishFile(path, pathOf(context, key), 'insert'),
    read: (key, range) => read(pathOf(context, key), range),
    stat: (key) => readFacts(pathOf(context, key)),
    remove: (key) => remove(context, key),
    directUrl: () => null,
    uploads: {
      method: 'kodo-parts',
      upload_url: kodoPath,
      bucket,
      token: (request) => makeToken(context, bucket, request),
    },
    makeToken: (name, request) => makeToken(context, name, request),
    readToken: (auth) => verifyUploadToken(parseAuthorization(auth), keys, nowSec(context)),
    uploadToken: (policy) => makeUploadToken(policy, keys),
    initiate: (target) => initiate(context, target),
    putPart: (request) => drainOnFailure(request.body, () => receivePart(context, request)),
    listParts: (request) => listParts(context, request),
    complete: (request) => complete(context, request),
    abort: (target) => abort(context, target),
    errorReply: makeErrorReply,
    root: context.config.root,
    path: (key) => pathOf(context, key),
    scratchPath: () => temporaryPath(context),
    receive: (ext, body, limits) => receive(context, body, { ext, limits }),
    signedUrl: (key, { expires_at, params }) =>
      signPrivateUrl(objectPath(public_path, key, params), Math.floor(expires_at.getTime() / 1000), keys),
    verifySignedUrl: (url) => verifyPrivateUrl(url, { public_path, keys, now_sec: nowSec(context) }),
    assertRoom: (bytes) => assertRoom(context, bytes),
    cleanExpired: () => cleanExpiredUploads(context.parts_root, nowSec(context)),
  };
}

function makeToken({ keys }: LocalContext, bucket: string, request: TokenRequest): string {
  const policy = {
    scope: `${bucket}:${request.key}`,
    deadline: Math.floor(request.expires_at.getTime() / 1000),
    insertOnly: 1,
    fsizeMin: 1,
    fsizeLimit: request.max_size,
    mimeLimit: request.accept.join(';'),
    detectMime: 1,
    returnBody: replyTemplate,
    endUser: String(request.user_id),
  } as const;
  return makeUploadToken(policy, keys);
}

/** Files the server created itself, without limits, are trusted to match their extension. */
async function receive(
  context: LocalContext,
  body: Readable | Uint8Array,
  { ext, limits }: { ext: string; limits: StoreLimits | undefined },
): Promise<ReceivedUpload> {
  await assertRoom(context, body instanceof Readable ? 0 : body.length);
  const key = createObjectKey(ext, context.deps.clock(), context.deps.random);
  const path = temporaryPath(context);
  const stream = body instanceof Readable ? body : Readable.from([Buffer.from(body)]);
  const { size, etag } = await receiveFile(stream, path, { max_bytes: limits?.max_size ?? context.config.max_size });
  const mime = kindOfExtension(ext)?.mime ?? 'application/octet-stream';
  if (limits === undefined) return { path, file: { key, hash: etag, size, mime, name: '' } };
  try {
    const policy = { fsizeMin: 1, fsizeLimit: limits.max_size, mimeLimit: limits.accept.join(';') };
    return { path, file: await acceptFile(context, policy, { path, size, etag, key, fname: limits.name }) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function readFacts(path: string): Promise<FileFacts | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true ? { size: stats.size, modified_at: stats.mtime } : null;
}

/** Opened before it is returned, so that a missing file is an error here and not in the middle of a response. */
async function read(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw noSuchFile(error);
  });
  return createReadStream(path, { fd: file, ...range });
}

/** A key of fewer than three segments would delete all files of a month or a year. */
async function remove(context: LocalContext, key: string): Promise<void> {
  if (key.split('/').length < 3) throw new AdapterError('rejected', { reason: 'invalid_key', status: 400 });
  await rm(pathOf(context, key), { recursive: true, force: true });
}
