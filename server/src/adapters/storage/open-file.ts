import { open, type FileHandle } from 'node:fs/promises';
import { AdapterError } from '../../core/adapter-error.ts';
import { isRangeCurrent, isUnmodified, parseRange, type ByteRange, type Validators } from './http-range.ts';
import { extensionOf } from './object-key.ts';
import type { OpenedFile, OpenRequest } from './port.ts';
import { kindOfExtension, type FileKind } from './sniff/sniff.ts';

const STREAMING_TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};
const ONE_YEAR_SEC = 31_536_000;

/** Responds to one GET or HEAD for a file on disk by RFC 9110; the stream always closes the file. */
export async function openFile(path: string, request: OpenRequest): Promise<OpenedFile> {
  const file = await openExisting(path);
  try {
    const reply = await respond(file, path, request);
    if (reply.stream === null) await file.close();
    return reply;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function respond(file: FileHandle, path: string, request: OpenRequest): Promise<OpenedFile> {
  const validators = await readValidators(file);
  const headers = baseHeaders(validators, request.cache ?? 'private');
  if (isUnmodified(request, validators)) return { status: 304, headers, stream: null };
  const isRanged = request.method === 'GET' && isRangeCurrent(request.if_range, validators);
  const range = isRanged ? parseRange(request.range, validators.size) : undefined;
  if (range === 'unsatisfiable') return unsatisfiable(validators);
  return send({ file, path, range, size: validators.size, headers, has_body: request.method === 'GET' });
}

type Sending = {
  file: FileHandle;
  path: string;
  range: ByteRange | undefined;
  size: number;
  headers: Record<string, string>;
  has_body: boolean;
};

function send({ file, path, range, size, headers, has_body: hasBody }: Sending): OpenedFile {
  const length = range === undefined ? size : range.end - range.start + 1;
  const full = { ...headers, ...contentHeaders(path), 'content-length': String(length) };
  const stream = hasBody ? file.createReadStream(range ?? { start: 0, end: Math.max(0, size - 1) }) : null;
  if (range === undefined) return { status: 200, headers: full, stream };
  return { status: 206, headers: { ...full, 'content-range': `bytes ${range.start}-${range.end}/${size}` }, stream };
}

function unsatisfiable({ size }: Validators): OpenedFile {
  return { status: 416, headers: { 'content-range': `bytes */${size}`, 'content-length': '0' }, stream: null };
}

/** Size and time make a strong tag, because stored files are replaced by a rename and never written in place. */
async function readValidators(file: FileHandle): Promise<Validators> {
  const { size, mtimeMs, mtime } = await file.stat();
  const stamp = Math.round(mtimeMs * 1000).toString(16);
  return { size, etag: `"${size.toString(16)}-${stamp}"`, last_modified: mtime.toUTCString() };
}

function baseHeaders(
  { etag, last_modified: lastModified }: Validators,
  cache: 'private' | 'public',
): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    etag,
    'last-modified': lastModified,
    'cache-control': cache === 'private' ? 'private' : `public, max-age=${ONE_YEAR_SEC}, immutable`,
  };
}

/** Uploads are untrusted: browsers must not sniff another type or run anything. A sandbox would keep them from showing a PDF. */
function contentHeaders(path: string): Record<string, string> {
  const ext = extensionOf(path);
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

async function openExisting(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (cause) {
    throw new AdapterError('rejected', { reason: 'no_such_file', status: 404, cause });
  }
  throw new AdapterError('rejected', { reason: 'no_such_file', status: 404 });
}
