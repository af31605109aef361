import type { Readable } from 'node:stream';
import { AdapterError } from '../../core/adapter-error.ts';
import { isRangeCurrent, isUnmodified, parseRange, type ByteRange, type Validators } from './http-range.ts';
import { extensionOf } from './object-key.ts';
import type { FileFacts, OpenedFile, OpenRequest } from './port.ts';
import { kindOfExtension, type FileKind } from './sniff/sniff.ts';

const STREAMING_TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};
const ONE_YEAR_SEC = 31_536_000;

type Source = {
  stat: (key: string) => Promise<FileFacts | null>;
  read: (key: string, range?: ByteRange) => Promise<Readable>;
};

/** The error for a file that is not there. */
export const noSuchFile = (cause?: unknown): AdapterError =>
  new AdapterError('rejected', { reason: 'no_such_file', status: 404, cause });

/** Responds to one GET or HEAD for a stored file by RFC 9110; the caller must read or destroy the stream. */
export async function openFile(source: Source, key: string, request: OpenRequest): Promise<OpenedFile> {
  const facts = await source.stat(key);
  if (facts === null) throw noSuchFile();
  const validators = validatorsOf(facts);
  const headers = baseHeaders(validators, request.cache ?? 'private');
  if (isUnmodified(request, validators)) return { status: 304, headers, stream: null };
  const isRanged = request.method === 'GET' && isRangeCurrent(request.if_range, validators);
  const range = isRanged ? parseRange(request.range, validators.size) : undefined;
  if (range === 'unsatisfiable') return unsatisfiable(validators);
  const length = range === undefined ? facts.size : range.end - range.start + 1;
  const full = { ...headers, ...contentHeaders(key), 'content-length': String(length) };
  const stream = request.method === 'GET' ? await source.read(key, range) : null;
  if (range === undefined) return { status: 200, headers: full, stream };
  return {
    status: 206,
    headers: { ...full, 'content-range': `bytes ${range.start}-${range.end}/${facts.size}` },
    stream,
  };
}

function unsatisfiable({ size }: Validators): OpenedFile {
  return { status: 416, headers: { 'content-range': `bytes */${size}`, 'content-length': '0' }, stream: null };
}

/** Size and time make a strong tag, because stored files are never written in place. */
function validatorsOf({ size, modified_at }: FileFacts): Validators {
  const stamp = modified_at.getTime().toString(16);
  return { size, etag: `"${size.toString(16)}-${stamp}"`, last_modified: modified_at.toUTCString() };
}

function baseHeaders({ etag, last_modified }: Validators, cache: 'private' | 'public'): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    etag,
    'last-modified': last_modified,
    'cache-control': cache === 'private' ? 'private' : `public, max-age=${ONE_YEAR_SEC}, immutable`,
  };
}

/** Uploads are untrusted: browsers must not sniff another type or run anything. A sandbox would keep them from showing a PDF. */
function contentHeaders(key: string): Record<string, string> {
  const ext = extensionOf(key);
  const kind = kindOfExtension(ext);
  const type = STREAMING_TYPES[ext] ?? kind?.mime ?? 'application/octet-stream';
  const headers: Record<string, string> = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  if (ext !== 'pdf') headers['content-security-policy'] = "default-src 'none'; sandbox";
  if (type === 'application/octet-stream' || (kind !== undefined && isOnlyDownloaded(kind)))
    headers['content-disposition'] = 'attachment';
  return headers;
}

/** Apart from pictures, audio and video, only a PDF may be shown, as browsers open it in their own viewer. */
function isOnlyDownloaded({ ext, family }: FileKind): boolean {
  return ext !== 'pdf' && ['document', 'text', 'archive', 'installer'].includes(family);
}
