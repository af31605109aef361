import { createHash, createHmac } from 'node:crypto';
import vectors from './vectors/qiniu.json' with { type: 'json' };
import type { FakeObject } from './bucket.ts';
import { listenBytes, type BytesListener, type BytesRequest, type BytesResponse } from './listen-bytes.ts';

export const qiniuAccount = { bucket: 'course-demo', ak: vectors.accessKey, sk: vectors.secretKey } as const;

export type QiniuFake = BytesListener & { objects: Map<string, FakeObject>; refuseAs: (status: number) => void };

type Policy = { scope: string; deadline: number; insertOnly?: number; fsizeLimit?: number; mimeLimit?: string };

const webBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/\+/g, '-').replace(/\//g, '_');
const signature = (text: string): string => webBase64(createHmac('sha1', qiniuAccount.sk).update(text).digest());
const say = (status: number, body: object): BytesResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-reqid': 'R1' },
  body: JSON.stringify(body),
});
const refuse = (status: number, error: string): BytesResponse => say(status, { error });

/** The policy of an upload token, or the refusal. */
function readToken(token: string, now: Date): Policy | BytesResponse {
  const [ak, sign, encoded = ''] = token.split(':');
  if (ak !== qiniuAccount.ak || sign !== signature(encoded)) return refuse(401, 'bad token');
  const policy = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Policy;
  return policy.deadline * 1000 > now.getTime() ? policy : refuse(401, 'expired token');
}

const isRefusal = (value: Policy | BytesResponse): value is BytesResponse => 'status' in value;
const etagOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url');

/** The fields of a form, the file as bytes. */
function readForm({ headers, body }: BytesRequest): Map<string, Buffer> {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const fields = new Map<string, Buffer>();
  for (const piece of body.toString('latin1').split(`--${boundary}`)) {
    const [head = '', ...rest] = piece.split('\r\n\r\n');
    const name = /name="([^"]+)"/.exec(head)?.[1];
    if (name) fields.set(name, Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1'));
  }
  return fields;
}

/** Qiniu Kodo on one host: uploads by form and in parts, stat and delete, and private downloads. */
export async function startQiniu(clock: () => Date): Promise<QiniuFake> {
  const objects: QiniuFake['objects'] = new Map();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  let refusal = 0;

  function keep(policy: Policy, key: string, { bytes, mime }: { bytes: Buffer; mime: string }): BytesResponse {
    if (policy.scope !== qiniuAccount.bucket && policy.scope !== `${qiniuAccount.bucket}:${key}`)
      return refuse(403, "key doesn't match with scope");
    if (policy.insertOnly === 1 && objects.has(key)) return refuse(614, 'file exists');
    if (bytes.length > (policy.fsizeLimit ?? Infinity)) return refuse(413, 'exceed FsizeLimit');
    objects.set(key, { bytes, mime, at: clock() });
    return say(200, { hash: etagOf(bytes), key });
  }

  function takeForm(request: BytesRequest): BytesResponse {
    const form = readForm(request);
    const policy = readToken(form.get('token')?.toString() ?? '', clock());
    if (isRefusal(policy)) return policy;
    return keep(policy, form.get('key')?.toString() ?? '', {
      bytes: form.get('file') ?? Buffer.alloc(0),
      mime: 'application/octet-stream',
    });
  }

  function takeParts(request: BytesRequest): BytesResponse {
    const policy = readToken((request.headers.authorization ?? '').replace('UpToken ', ''), clock());
    if (isRefusal(policy)) return policy;
    const [, , bucket, , encoded = '', , id, number] = request.url.pathname.split('/');
    if (bucket !== qiniuAccount.bucket) return refuse(631, 'no such bucket');
    const key = Buffer.from(encoded, 'base64url').toString();
    if (id === undefined) {
      const created = `kodo${uploads.size + 1}`;
      uploads.set(created, { key, parts: new Map() });
      return say(200, { uploadId: created, expireAt: 0 });
    }
    const upload = uploads.get(id);
    if (upload?.key !== key) return refuse(612, 'no such uploadId');
    if (request.method === 'PUT') {
      upload.parts.set(Number(number), request.body);
      return say(200, { etag: etagOf(request.body), md5: '' });
    }
    if (request.method === 'GET') {
      const after = Number(request.url.searchParams.get('part-number-marker') ?? 0);
      const parts = [...upload.parts]
        .filter(([one]) => one > after)
        .map(([one, bytes]) => ({ partNumber: one, etag: etagOf(bytes), size: bytes.length }));
      return say(200, { uploadId: id, parts });
    }
    if (request.method === 'DELETE') return uploads.delete(id) ? say(200, {}) : refuse(612, 'no such uploadId');
    const { parts } = JSON.parse(request.body.toString()) as { parts: { partNumber: number; etag: string }[] };
    const bodies = parts.map((part) => upload.parts.get(part.partNumber) ?? Buffer.alloc(0));
    if (bodies.some((bytes, index) => etagOf(bytes) !== parts[index]?.etag)) return refuse(701, 'invalid part');
    const answer = keep(policy, key, { bytes: Buffer.concat(bodies), mime: 'application/octet-stream' });
    if (answer.status === 200) uploads.delete(id);
    return answer;
  }

  function manage({ method, url, headers, path }: BytesRequest): BytesResponse {
    const type = headers['content-type'];
    const text = `${method} ${path}\nHost: ${headers.host}${type ? `\nContent-Type: ${type}` : ''}\n\n`;
    if (headers.authorization !== `Qiniu ${qiniuAccount.ak}:${signature(text)}`) return refuse(401, 'bad token');
    const [, operation, entry = ''] = url.pathname.split('/');
    const [bucket, key = ''] = Buffer.from(entry, 'base64url').toString().split(':');
    if (bucket !== qiniuAccount.bucket) return refuse(631, 'no such bucket');
    const object = objects.get(key);
    if (!object) return refuse(612, 'no such file or directory');
    if (operation === 'delete') return objects.delete(key) ? say(200, {}) : refuse(612, 'no such file or directory');
    const { bytes, mime, at } = object;
    return say(200, { fsize: bytes.length, hash: etagOf(bytes), mimeType: mime, putTime: at.getTime() * 10_000 });
  }

  function download({ url, headers, path }: BytesRequest): BytesResponse {
    const [unsigned = '', token] = `http://${headers.host}${path}`.split('&token=');
    if (decodeURIComponent(token ?? '') !== `${qiniuAccount.ak}:${signature(unsigned)}`)
      return refuse(401, 'bad token');
    if (Number(url.searchParams.get('e')) * 1000 <= clock().getTime()) return refuse(403, 'expired');
    const object = objects.get(decodeURIComponent(url.pathname.slice(1)));
    if (!object) return refuse(404, 'Document not found');
    const { bytes, mime } = object;
    const type = { 'content-type': mime, 'accept-ranges': 'bytes' };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, headers: type, body: bytes };
    const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1;
    const range = { 'content-range': `bytes ${from}-${end}/${bytes.length}` };
    return { status: 206, headers: { ...type, ...range }, body: bytes.subarray(Number(from), end + 1) };
  }

  function answer(request: BytesRequest): BytesResponse {
    const { pathname } = request.url;
    if (refusal > 0) return refuse(refusal, 'refused');
    if (pathname === '/') return takeForm(request);
    if (pathname.startsWith('/buckets/')) return takeParts(request);
    return /^\/(stat|delete)\//.test(pathname) ? manage(request) : download(request);
  }

  const listener = await listenBytes(answer);
  return {
    ...listener,
    objects,
    refuseAs: (status) => {
      refusal = status;
    },
  };
}
