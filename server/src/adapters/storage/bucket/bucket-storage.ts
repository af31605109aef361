import { open } from 'node:fs/promises';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { VendorClientDeps } from '../../http-client/vendor-clients.ts';
import type { PartEntry, StorageProvider } from '../provider.ts';
import { callVendor, openVendor, type Timeouts, type VendorReply } from '../vendor-http.ts';
import { bucketError } from './bucket-error.ts';
import { parseParts, parseTag, writeParts } from './bucket-xml.ts';

export type BucketCall = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  /** Names in lower case. */
  headers?: Record<string, string>;
};

/** How a service of buckets is called: what S3 and OSS have in common is below, what differs is here. */
export type BucketDialect = {
  name: string;
  sign: (call: BucketCall) => { url: string; headers: Record<string, string> };
  /** An address a browser may use until it expires. */
  address: (call: BucketCall, expiresAt: Date) => string;
  /** Whether the length of a part can be signed with its address. */
  signs_length: boolean;
  origins: readonly string[];
  timeouts: Timeouts;
} & VendorClientDeps;

type RequestContent = { body?: Uint8Array | string; is_safe: boolean };
type Source = { path: string; size: number; mime: string };

const mebibyte = 1024 ** 2;
const partBytes = 16 * mebibyte;
const maxParts = 9000;

async function call(dialect: BucketDialect, bucketCall: BucketCall, content: RequestContent): Promise<VendorReply> {
  const timeout = content.body === undefined ? dialect.timeouts.answer_ms : dialect.timeouts.transfer_ms;
  const reply = await callVendor({
    method: bucketCall.method,
    ...dialect.sign(bucketCall),
    ...content,
    timeout_ms: timeout,
    fetch: dialect.fetch,
  });
  // Some servers begin a long answer with 200 and end it with an error.
  const isError = reply.status >= 300 || /<Error>/.test(reply.text.slice(0, 500));
  if (isError) throw bucketError(reply);
  return reply;
}

/** A list that is cut off would be a shorter list, and the beginning of a refusal no refusal. */
function assertWhole(text: string, root: string): void {
  if (!text.trimEnd().endsWith(`</${root}>`)) throw new AdapterError('bad_response', { reason: 'cut_off' });
}

const isMissing = (error: unknown): boolean => error instanceof AdapterError && error.reason === 'no_such_file';

async function begin(dialect: BucketDialect, key: string, mime: string): Promise<string> {
  const headers = { 'content-type': mime || 'application/octet-stream' };
  const reply = await call(dialect, { method: 'POST', key, query: { uploads: '' }, headers }, { is_safe: true });
  const id = parseTag(reply.text, 'UploadId');
  if (id === '') throw new AdapterError('bad_response', { reason: 'no_upload_id' });
  return id;
}

async function list(dialect: BucketDialect, { key, upload_id: id }: { key: string; upload_id: string }) {
  const parts: PartEntry[] = [];
  for (let marker = '0'; ;) {
    const query = { uploadId: id, 'part-number-marker': marker };
    const { text } = await call(dialect, { method: 'GET', key, query }, { is_safe: true });
    assertWhole(text, 'ListPartsResult');
    parts.push(...parseParts(text));
    const next = parseTag(text, 'NextPartNumberMarker');
    if (parseTag(text, 'IsTruncated') !== 'true' || next === marker || next === '') return parts;
    marker = next;
  }
}

async function complete(
  dialect: BucketDialect,
  part: { key: string; upload_id: string; parts: readonly Pick<PartEntry, 'partNumber' | 'etag'>[] },
): Promise<void> {
  const { key, upload_id: id, parts } = part;
  const headers = { 'content-type': 'application/xml' };
  const target: BucketCall = { method: 'POST', key, query: { uploadId: id }, headers };
  const { text } = await call(dialect, target, { body: writeParts(parts), is_safe: false });
  assertWhole(text, 'CompleteMultipartUploadResult');
}

async function abort(dialect: BucketDialect, { key, upload_id: id }: { key: string; upload_id: string }) {
  await call(dialect, { method: 'DELETE', key, query: { uploadId: id } }, { is_safe: true }).catch((error: unknown) => {
    if (!(error instanceof AdapterError && error.code === 'rejected')) throw error;
  });
}

async function putParts(dialect: BucketDialect, key: string, { path, size, mime }: Source): Promise<void> {
  const length = Math.max(partBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte);
  const id = await begin(dialect, key, mime);
  const file = await open(path, 'r');
  try {
    const parts: Pick<PartEntry, 'partNumber' | 'etag'>[] = [];
    for (let from = 0; from < size; from += length) {
      const { buffer } = await file.read(Buffer.alloc(Math.min(length, size - from)), { position: from });
      const partNumber = parts.length + 1;
      const target: BucketCall = { method: 'PUT', key, query: { partNumber: String(partNumber), uploadId: id } };
      const reply = await call(dialect, target, { body: buffer, is_safe: true });
      parts.push({ partNumber, etag: reply.header('etag') });
    }
    await complete(dialect, { key, upload_id: id, parts });
  } catch (error) {
    await abort(dialect, { key, upload_id: id }).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function putWhole(dialect: BucketDialect, key: string, { path, size, mime }: Source): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(size), { position: 0 });
    const target: BucketCall = { method: 'PUT', key, headers: { 'content-type': mime } };
    await call(dialect, target, { body: buffer, is_safe: true });
  } finally {
    await file.close();
  }
}

/** A storage provider on a service of buckets. */
export function createBucketStorage(dialect: BucketDialect): StorageProvider {
  return {
    name: dialect.name,
    origins: dialect.origins,
    put: (key, file) => (file.size > partBytes ? putParts(dialect, key, file) : putWhole(dialect, key, file)),
    async read(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const { status, header, body } = await openVendor({
        method: 'GET',
        ...dialect.sign({ method: 'GET', key, headers }),
        is_safe: true,
        timeout_ms: dialect.timeouts.stalled_ms,
        fetch: dialect.fetch,
      });
      if (status === (range ? 206 : 200) && header('etag') !== '') return body;
      const text = (await body.toArray().catch(() => [])).map(String).join('');
      throw status < 300 ? new AdapterError('bad_response', { reason: 'not_the_file' }) : bucketError({ status, text });
    },
    async stat(key) {
      const reply = await call(dialect, { method: 'HEAD', key }, { is_safe: true }).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (reply === null) return null;
      if (reply.header('etag') === '') throw new AdapterError('bad_response', { reason: 'not_the_file' });
      return { size: Number(reply.header('content-length')), modified_at: new Date(reply.header('last-modified')) };
    },
    async remove(key) {
      await call(dialect, { method: 'DELETE', key }, { is_safe: true }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    directUrl: (key, expiresAt) => dialect.address({ method: 'GET', key }, expiresAt),
    uploads: {
      method: 'signed-parts',
      begin: ({ key, mime }) => begin(dialect, key, mime),
      sign: ({ key, upload_id: id, part_number: number, size, expires_at }) =>
        dialect.address(
          {
            method: 'PUT',
            key,
            query: { partNumber: String(number), uploadId: id },
            headers: dialect.signs_length ? { 'content-length': String(size) } : {},
          },
          expires_at,
        ),
      list: (part) => list(dialect, part),
      complete: (part) => complete(dialect, part),
      abort: (part) => abort(dialect, part),
    },
  };
}
