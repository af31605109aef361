import { createHash } from 'node:crypto';
import { listenBytes, type BytesListener, type BytesRequest, type BytesResponse } from './listen-bytes.ts';

export type FakeObject = { bytes: Buffer; mime: string; at: Date };
export type BucketFake = BytesListener & {
  objects: Map<string, FakeObject>;
  uploads: Map<string, { key: string; mime: string; parts: Map<number, Buffer> }>;
  /** Refuses everything with this code, as an account does that may do nothing; '' for none. */
  refuseAs: (code: string) => void;
};

type Rules = {
  clock: () => Date;
  /** The code of the refusal, or null. */
  wrongSignature: (request: BytesRequest, now: Date) => string | null;
  /** The key a path names, null for another bucket. */
  keyOf: (path: string) => string | null;
  least_part: number;
};

const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchBucket: 404,
  InvalidPart: 400,
  EntityTooSmall: 400,
  SlowDown: 503,
  InternalError: 500,
};
const refuse = (code: string): BytesResponse => ({
  status: statuses[code] ?? 403,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>R1</RequestId></Error>`,
});
const xml = (body: string): BytesResponse => ({ status: 200, headers: { 'content-type': 'application/xml' }, body });
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function serveObject({ bytes, mime, at }: FakeObject, range: string | undefined): BytesResponse {
  const headers = {
    'content-type': mime,
    etag: etagOf(bytes),
    'last-modified': at.toUTCString(),
    'accept-ranges': 'bytes',
  };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers, body: bytes };
  const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1;
  const content = { 'content-range': `bytes ${from}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...content }, body: bytes.subarray(Number(from), end + 1) };
}

/** A service of buckets that keeps what it is given, and tells its refusals as XML. */
export async function startBucket({ clock, wrongSignature, keyOf, least_part }: Rules): Promise<BucketFake> {
  const objects: BucketFake['objects'] = new Map();
  const uploads: BucketFake['uploads'] = new Map();
  let refusal = '';

  function answerUpload(request: BytesRequest, key: string, id: string): BytesResponse {
    const upload = uploads.get(id);
    if (upload?.key !== key) return refuse('NoSuchUpload');
    const { method, url, body } = request;
    if (method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') return uploads.delete(id) ? { status: 204 } : refuse('NoSuchUpload');
    if (method === 'GET') return listParts(upload.parts, Number(url.searchParams.get('part-number-marker') ?? 0));
    return finish(id, upload, body.toString());
  }

  /** Two parts at a time, so that clients must ask for the rest. */
  function listParts(parts: Map<number, Buffer>, marker: number): BytesResponse {
    const rest = [...parts].filter(([number]) => number > marker).sort(([a], [b]) => a - b);
    const page = rest.slice(0, 2);
    const list = page.map(
      ([number, bytes]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes).replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Part>`,
    );
    return xml(
      `<ListPartsResult><NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker><IsTruncated>${rest.length > 2}</IsTruncated>${list.join('')}</ListPartsResult>`,
    );
  }

  function finish(
    id: string,
    { key, mime, parts }: { key: string; mime: string; parts: Map<number, Buffer> },
    list: string,
  ) {
    const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
    const bodies = named.map(([, number, etag = '']) => {
      const bytes = parts.get(Number(number));
      return bytes && etagOf(bytes) === etag.replaceAll('&quot;', '"') ? bytes : null;
    });
    // The refusal comes with status 200, as some servers do it here.
    if (bodies.length === 0 || bodies.includes(null)) return { ...refuse('InvalidPart'), status: 200 };
    const whole = bodies.filter((bytes) => bytes !== null);
    if (whole.slice(0, -1).some((bytes) => bytes.length < least_part)) return refuse('EntityTooSmall');
    objects.set(key, { bytes: Buffer.concat(whole), mime, at: clock() });
    uploads.delete(id);
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }

  function answer(request: BytesRequest): BytesResponse {
    const wrong = wrongSignature(request, clock());
    if (wrong !== null || refusal !== '') return refuse(wrong ?? refusal);
    const key = keyOf(decodeURIComponent(request.url.pathname));
    if (key === null) return refuse('NoSuchBucket');
    const { method, url, headers, body } = request;
    const mime = headers['content-type'] ?? 'application/octet-stream';
    const id = url.searchParams.get('uploadId');
    if (id !== null) return answerUpload(request, key, id);
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const created = `upload/${uploads.size + 1}+=`;
      uploads.set(created, { key, mime, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'PUT') {
      objects.set(key, { bytes: body, mime, at: clock() });
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const object = objects.get(key);
    return object ? serveObject(object, headers.range) : refuse('NoSuchKey');
  }

  const listener = await listenBytes(answer);
  return {
    ...listener,
    objects,
    uploads,
    refuseAs: (code) => {
      refusal = code;
    },
  };
}
