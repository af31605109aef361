import { createHash, createHmac } from 'node:crypto';
import rpc from '../vectors/aliyun-rpc-hmac-sha1.json' with { type: 'json' };
import vod from '../vectors/aliyun-vod-url-and-callback.json' with { type: 'json' };
import { startBucket, type BucketFake } from '../bucket.ts';
import { listenBytes, type BytesListener, type BytesRequest, type BytesResponse } from '../listen-bytes.ts';
import { wrongOssSignature } from '../oss.ts';

const region = 'cn-shanghai';
const bucket = 'outin-example';
const skewMs = 15 * 60_000;
const stsSeconds = 3600;
export const vodEventKey = vod.callback2.authKey;

/** The settings of an account at this fake. */
export const vodSettings = ({ base, uploads }: { base: string; uploads: string }) => ({
  video_driver: 'aliyun' as const,
  vod_access_key_id: rpc.accessKeyId,
  vod_access_key_secret: rpc.accessKeySecret,
  vod_region: region,
  vod_domain: base,
  vod_url_key: vod.typeA.key,
  vod_callback_key: vodEventKey,
  vod_upload_origin: uploads,
  vod_endpoint: base,
});

export type FakeStream = {
  definition: string;
  format: 'm3u8' | 'mp4';
  file: string;
  height: number;
  encrypted?: boolean;
};
export type FakeVideo = {
  title: string;
  object: string;
  status: string;
  duration: number;
  files: Map<string, Buffer>;
  streams: FakeStream[];
};

export type VodFake = BytesListener & {
  videos: Map<string, FakeVideo>;
  bucket: BucketFake;
  /** Where browsers upload to. */
  uploads: string;
  actions: () => string[];
  /** Changes what is known of a video, as the vendor does while it works. */
  change: (id: string, changes: Partial<FakeVideo>) => void;
  refuseAs: (code: string) => void;
  /** From now on the network serves pages of these origins, and who names no page; null: everybody. */
  allowPages: (origins: readonly string[] | null) => void;
  /** From now on no temporary key is taken that was given out before. */
  expireKeys: () => void;
};

/** Percent-encoding as RFC 3986 has it, apart from the product's. */
const escaped = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** Checks scheme RPC v1 as its documentation describes it; the vendor's code, or null. */
export function wrongRpcSignature({ method, path }: Pick<BytesRequest, 'method' | 'path'>, now: Date): string | null {
  const pairs = [...new URLSearchParams(path.slice(path.indexOf('?') + 1))];
  const params = new Map(pairs);
  if (params.get('AccessKeyId') !== rpc.accessKeyId) return 'InvalidAccessKeyId.NotFound';
  if (!(Math.abs(now.getTime() - Date.parse(params.get('Timestamp') ?? '')) <= skewMs))
    return 'InvalidTimeStamp.Expired';
  const signed = pairs.filter(([name]) => name !== 'Signature').map(([name, value]) => [escaped(name), escaped(value)]);
  signed.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const text = `${method}&%2F&${escaped(signed.map((pair) => pair.join('=')).join('&'))}`;
  const expected = createHmac('sha1', `${rpc.accessKeySecret}&`).update(text).digest('base64');
  return params.get('Signature') === expected ? null : 'SignatureDoesNotMatch';
}

/** Checks scheme A of the CDN, with no time beyond what the address says. */
export function isCdnAddress({ url }: Pick<BytesRequest, 'url'>, now: Date): boolean {
  const [time = '', random, uid, hash] = (url.searchParams.get('auth_key') ?? '').split('-');
  const text = [url.pathname, time, random, uid, vod.typeA.key].join('-');
  return createHash('md5').update(text).digest('hex') === hash && Number(time) * 1000 >= now.getTime();
}

/** The headers of an event, signed for an address. */
export function signedEvent(url: string, now: Date, key: string = vodEventKey): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  const signature = createHash('md5').update([url, time, key].join('|')).digest('hex');
  return { 'content-type': 'application/json', 'x-vod-timestamp': time, 'x-vod-signature': signature };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
const typeOf = (file: string): string => (file.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4');

function serve(bytes: Buffer, file: string, range: string | undefined): BytesResponse {
  const headers = { 'content-type': typeOf(file), 'accept-ranges': 'bytes' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers, body: bytes };
  const end = Math.min(to ? Number(to) : Infinity, bytes.length - 1);
  const content = { 'content-range': `bytes ${from}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...content }, body: bytes.subarray(Number(from), end + 1) };
}

/** Aliyun VOD with its bucket and its network: refuses what is not signed, or was signed too long ago. */
export async function startAliyunVod(clock: () => Date): Promise<VodFake> {
  const [videos, nonces, log] = [new Map<string, FakeVideo>(), new Set<string>(), [] as string[]];
  const keys = new Map<string, { token: string; until: number }>();
  let [refusal, issued, created] = ['', 0, 0];
  let pages: readonly string[] | null = null;
  const listener = await listenBytes((request) => answer(request));
  const store = await startBucket({
    clock,
    least_part: 100 * 1024,
    keyOf: (path) => (path.startsWith(`/${bucket}/`) ? path.slice(bucket.length + 2) : null),
    wrongSignature(request, now) {
      const { searchParams: query } = request.url;
      const id = (query.get('x-oss-credential') ?? '').split('/')[0] ?? '';
      const key = keys.get(id);
      if (!key || key.token !== query.get('x-oss-security-token')) return 'InvalidAccessKeyId';
      if (key.until < now.getTime()) return 'SecurityTokenExpired';
      return wrongOssSignature(request, now, { id, secret: `secret of ${id}`, region });
    },
  });

  const say = (body: object): BytesResponse => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ RequestId: `request-${log.length}`, ...body }),
  });
  const refuse = (Code: string): BytesResponse => ({
    ...say({ Code, Message: Code, HostId: 'vod' }),
    status: Code === 'InvalidVideo.NotFound' ? 404 : Code.startsWith('Throttling') ? 429 : 403,
  });

  function credential(id: string, { object }: FakeVideo): BytesResponse {
    issued += 1;
    const [key, until] = [`STS.${issued}`, clock().getTime() + stsSeconds * 1000];
    keys.set(key, { token: `token+/${issued}==`, until });
    return say({
      VideoId: id,
      UploadAddress: encoded({ Endpoint: store.base, Bucket: bucket, FileName: object }),
      UploadAuth: encoded({
        AccessKeyId: key,
        AccessKeySecret: `secret of ${key}`,
        SecurityToken: `token+/${issued}==`,
        Expiration: String(stsSeconds),
        ExpireUTCTime: new Date(until).toISOString(),
      }),
    });
  }

  function create(query: URLSearchParams): BytesResponse {
    const [title, file] = [query.get('Title') ?? '', query.get('FileName') ?? ''];
    if (title === '' || Buffer.byteLength(title) > 128) return refuse('InvalidTitle');
    const extension = /\.\w+$/.exec(file)?.[0];
    if (!extension) return refuse('InvalidFileName');
    created += 1;
    const id = createHash('md5').update(`${listener.base} ${created}`).digest('hex');
    const video = {
      title,
      object: `sv/${id}${extension}`,
      status: 'Uploading',
      duration: 0,
      files: new Map(),
      streams: [],
    };
    videos.set(id, video);
    return credential(id, video);
  }

  function play(id: string, { status, streams, duration }: FakeVideo): BytesResponse {
    if (status !== 'Normal') return refuse('Forbidden.IllegalStatus');
    const PlayInfo = streams.map(({ definition, format, file, height, encrypted }) => ({
      Definition: definition,
      Format: format,
      // The vendor names a domain of its own, which the school's stands for.
      PlayURL: `http://vod.example.com/${id}/${file}?auth_key=of-the-vendor`,
      Width: Math.round((height * 16) / 9),
      Height: height,
      Bitrate: String(height),
      Encrypt: encrypted ? 1 : 0,
      StreamType: 'video',
      Duration: String(duration),
    }));
    return say({ VideoBase: { VideoId: id, Status: status }, PlayInfoList: { PlayInfo } });
  }

  const info = (id: string, { title, status, duration }: FakeVideo): BytesResponse =>
    say({
      Video: {
        VideoId: id,
        Title: title,
        Status: status,
        Duration: duration,
        CoverURL: `${listener.base}/${id}/cover.png`,
      },
    });

  function act(action: string, query: URLSearchParams): BytesResponse {
    if (action === 'CreateUploadVideo') return create(query);
    const id = query.get('VideoId') ?? query.get('VideoIds') ?? '';
    const video = videos.get(id);
    if (!video) return refuse('InvalidVideo.NotFound');
    if (action === 'RefreshUploadVideo') return credential(id, video);
    if (action === 'GetVideoInfo') return info(id, video);
    if (action === 'GetPlayInfo') return play(id, video);
    if (action !== 'DeleteVideo') return refuse('InvalidAction.NotFound');
    videos.delete(id);
    return say({});
  }

  function call(request: BytesRequest): BytesResponse {
    const query = request.url.searchParams;
    const wrong = wrongRpcSignature(request, clock());
    if (wrong !== null || refusal !== '') return refuse(wrong ?? refusal);
    const nonce = query.get('SignatureNonce') ?? '';
    if (nonces.has(nonce)) return refuse('SignatureNonceUsed');
    nonces.add(nonce);
    if (query.get('Version') !== '2017-03-21') return refuse('InvalidVersion');
    log.push(query.get('Action') ?? '');
    return act(query.get('Action') ?? '', query);
  }

  function answer(request: BytesRequest): BytesResponse {
    if (request.url.pathname === '/') return call(request);
    const [, id = '', file = ''] = request.url.pathname.split('/');
    const bytes = videos.get(id)?.files.get(file);
    const { referer } = request.headers;
    if (pages && referer && !pages.includes(new URL(referer).origin)) return { status: 403 };
    if (!isCdnAddress(request, clock())) return { status: 403 };
    return bytes ? serve(bytes, file, request.headers.range) : { status: 404 };
  }

  return {
    ...listener,
    videos,
    bucket: store,
    uploads: store.base,
    actions: () => [...log],
    change(id, changes) {
      const video = videos.get(id);
      if (!video) throw new Error(`no video ${id}`);
      Object.assign(video, changes);
    },
    refuseAs(code) {
      refusal = code;
    },
    allowPages(origins) {
      pages = origins;
    },
    expireKeys: () => keys.forEach((key) => Object.assign(key, { until: 0 })),
    async close() {
      await listener.close();
      await store.close();
    },
  };
}
