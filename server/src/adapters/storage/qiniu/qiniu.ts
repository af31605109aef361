import { open } from 'node:fs/promises';
import { AdapterError } from '../../../core/adapter-error.ts';
import { parseObject, textOf } from '../../call-service.ts';
import type { VendorClientDeps } from '../../http-client/vendor-clients.ts';
import { encodePath } from '../../vendors/sign-s3.ts';
import { managementHeaders } from '../kodo/authorize-management.ts';
import { encodeUrlSafe, makeUploadToken, type KeyPair } from '../kodo/upload-token.ts';
import type { StorageProvider, TokenRequest } from '../provider.ts';
import { signPrivateUrl } from '../signed-url.ts';
import {
  callVendor,
  openVendor,
  timeouts,
  type VendorCall,
  type VendorDeps,
  type VendorReply,
} from '../vendor-http.ts';
import { qiniuError } from './qiniu-error.ts';

export type QiniuConfig = {
  keys: KeyPair;
  bucket: string;
  /** The upload host of the bucket's region. */
  up_host: string;
  /** The domain files are read from. */
  domain: string;
  is_private: boolean;
  /** The host of stat and delete. */
  rs_host: string;
};

type Source = { path: string; size: number; mime: string };

const mebibyte = 1024 ** 2;
const formBytes = 4 * mebibyte;
const partBytes = 16 * mebibyte;
const maxParts = 9000;
const tokenSec = 3600;
/** Kodo counts times in tenths of microseconds. */
const ticksPerMs = 10_000;

async function call(request: VendorCall): Promise<VendorReply> {
  const reply = await callVendor(request);
  if (reply.status !== 200) throw qiniuError(reply);
  return reply;
}

function readAnswer({ text }: VendorReply, name: string): string {
  const value = textOf(parseObject(text), name);
  if (value === '') throw new AdapterError('bad_response', { reason: `no_${name}` });
  return value;
}

async function readBytes(path: string, from: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    return (await file.read(Buffer.alloc(length), { position: from })).buffer;
  } finally {
    await file.close();
  }
}

type Uploading = { up_host: string; token: string; timeout_ms: number } & VendorClientDeps;

async function putForm(
  { up_host, token, timeout_ms, fetch }: Uploading,
  { key, path, size, mime }: Source & { key: string },
): Promise<void> {
  const body = new FormData();
  body.set('token', token);
  body.set('key', key);
  body.set('file', new Blob([await readBytes(path, 0, size)], { type: mime }), key.split('/').at(-1) ?? '');
  await call({ method: 'POST', url: up_host, body, is_safe: true, timeout_ms, fetch });
}

async function putParts(
  { up_host, token, timeout_ms, fetch }: Uploading,
  file: Source & { key: string; bucket: string },
): Promise<void> {
  const uploads = `${up_host}/buckets/${file.bucket}/objects/${encodeUrlSafe(file.key)}/uploads`;
  const headers = { authorization: `UpToken ${token}` };
  const id = readAnswer(
    await call({ method: 'POST', url: uploads, headers, is_safe: true, timeout_ms, fetch }),
    'uploadId',
  );
  const length = Math.max(partBytes, Math.ceil(file.size / maxParts / mebibyte) * mebibyte);
  const parts: { partNumber: number; etag: string }[] = [];
  for (let from = 0; from < file.size; from += length) {
    const partNumber = parts.length + 1;
    const body = await readBytes(file.path, from, Math.min(length, file.size - from));
    const reply = await call({
      method: 'PUT',
      url: `${uploads}/${id}/${partNumber}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body,
      is_safe: true,
      timeout_ms,
      fetch,
    });
    parts.push({ partNumber, etag: readAnswer(reply, 'etag') });
  }
  await call({
    method: 'POST',
    url: `${uploads}/${id}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ parts, mimeType: file.mime }),
    is_safe: false,
    timeout_ms,
    fetch,
  });
}

/** Qiniu Kodo. Browsers upload by its own protocol, with a token for one key. */
export function createQiniu(config: QiniuConfig, { clock, fetch, ...deps }: VendorDeps): StorageProvider {
  const { answer_ms, stalled_ms, transfer_ms } = { ...timeouts, ...deps };
  const { keys, bucket, up_host, domain, rs_host } = config;
  const nowSec = (): number => Math.floor(clock().getTime() / 1000);
  const addressOf = (key: string, expiresAt: Date): string => {
    const address = `${domain}/${encodePath(key)}`;
    return config.is_private ? signPrivateUrl(address, Math.ceil(expiresAt.getTime() / 1000), keys) : address;
  };
  const manage = (method: 'GET' | 'POST', operation: string, key: string): Promise<VendorReply> => {
    const url = `${rs_host}/${operation}/${encodeUrlSafe(`${bucket}:${key}`)}`;
    return call({
      method,
      url,
      headers: managementHeaders(method, url, keys),
      is_safe: true,
      timeout_ms: answer_ms,
      fetch,
    });
  };
  const orMissing = (error: unknown): null => {
    if (error instanceof AdapterError && error.reason === 'no_such_file') return null;
    throw error;
  };
  const token = ({ key, user_id, max_size, accept, expires_at }: TokenRequest): string =>
    makeUploadToken(
      {
        scope: `${bucket}:${key}`,
        deadline: Math.floor(expires_at.getTime() / 1000),
        insertOnly: 1,
        fsizeMin: 1,
        fsizeLimit: max_size,
        mimeLimit: accept.join(';'),
        detectMime: 1,
        endUser: String(user_id),
      },
      keys,
    );
  return {
    name: 'qiniu',
    origins: [...new Set([up_host, domain].map((address) => new URL(address).origin))],
    put(key, file) {
      // Our own files may replace an earlier state of themselves, such as the playlist of a folder.
      const ours = makeUploadToken({ scope: `${bucket}:${key}`, deadline: nowSec() + tokenSec }, keys);
      const uploading = { up_host, token: ours, timeout_ms: transfer_ms, fetch };
      return file.size > formBytes
        ? putParts(uploading, { ...file, key, bucket })
        : putForm(uploading, { ...file, key });
    },
    async read(key, range) {
      const { status, body } = await openVendor({
        method: 'GET',
        url: addressOf(key, new Date(clock().getTime() + tokenSec * 1000)),
        headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
        is_safe: true,
        timeout_ms: stalled_ms,
        fetch,
      });
      if (status === (range ? 206 : 200)) return body;
      const text = (await body.toArray().catch(() => [])).map(String).join('');
      throw status < 300 ? new AdapterError('bad_response', { reason: 'not_the_file' }) : qiniuError({ status, text });
    },
    async stat(key) {
      const reply = await manage('GET', 'stat', key).catch(orMissing);
      if (reply === null) return null;
      const [size, ticks] = [readAnswer(reply, 'fsize'), readAnswer(reply, 'putTime')].map(Number);
      return { size: size ?? 0, modified_at: new Date((ticks ?? 0) / ticksPerMs) };
    },
    async remove(key) {
      await manage('POST', 'delete', key).catch(orMissing);
    },
    directUrl: addressOf,
    uploads: { method: 'kodo-parts', upload_url: up_host, bucket, token },
  };
}
