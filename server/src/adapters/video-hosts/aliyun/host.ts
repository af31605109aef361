import { timingSafeEqual } from 'node:crypto';
import { AdapterError } from '../../../core/adapter-error.ts';
import { callService, objectOf, parseObject, textOf } from '../../call-service.ts';
import { collectUpTo } from '../../collect-up-to.ts';
import { openVendor } from '../../storage/vendor-http.ts';
import { signCdnUrl, signVodEvent } from '../../vendors/sign-aliyun-vod.ts';
import type { HostDeps } from '../host-deps.ts';
import type { HostedFailure, HostedState, HostEvent, VideoHost } from '../port.ts';
import { createVodCall, isNoSuchVideo, type VodAccount } from './call-vod.ts';
import { parseStreams } from './parse-streams.ts';
import { tryPlaying } from '../try-playing.ts';
import { createVodUploads, parseUploadId } from './uploads.ts';

export type AliyunHostConfig = VodAccount & {
  /** The origin of the school's CDN domain. */
  domain: string;
  url_key: string;
  callback_key: string;
  template_group: string;
  upload_origin: string;
  region: string;
};

const timeoutMs = 10_000;
const keepMs = 5 * 60_000;
/** Addresses that the vendor signs outlive the longest lesson that begins with one of them. */
const vendorSec = 12 * 3600;
const coverBytes = 10 * 1024 ** 2;
const replayMs = 300_000;

const failures: Readonly<Record<string, HostedFailure>> = {
  UploadFail: 'missing',
  TranscodeFail: 'transcode_failed',
  Blocked: 'blocked',
};

function readState(video: Record<string, unknown>): HostedState {
  const status = textOf(video, 'Status');
  const reason = failures[status];
  if (reason !== undefined) return { state: 'failed', reason };
  if (status !== 'Normal') return { state: 'waiting', is_empty: status === 'Uploading' };
  return { state: 'ready', duration_sec: Number(textOf(video, 'Duration')), cover_url: textOf(video, 'CoverURL') };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Aliyun VOD. */
export function createAliyunHost(config: AliyunHostConfig, deps: HostDeps): VideoHost {
  const { domain, url_key, callback_key } = config;
  const { clock, nonce, memory, fetch } = deps;
  const call = createVodCall(config, deps);
  const remember = <T>(key: string, load: () => Promise<T>): Promise<T> =>
    memory.remember(key, async () => ({ value: await load(), until: new Date(clock().getTime() + keepMs) }));

  const read = async (id: string): Promise<HostedState> =>
    readState(objectOf(await call('GetVideoInfo', { VideoId: id }, { is_safe: true }), 'Video'));

  async function loadStreams(id: string) {
    const params = { VideoId: id, Formats: 'm3u8,mp4', AuthTimeout: String(vendorSec), ResultType: 'Single' };
    return parseStreams(await call('GetPlayInfo', params, { is_safe: true }), domain);
  }

  function signedUrl(url: string, deadline: Date): string {
    const { origin } = new URL(url);
    // Nothing that a playlist names may send a browser elsewhere.
    if (origin !== domain) throw new AdapterError('bad_response', { reason: 'foreign_segment' });
    if (url_key === '') return url;
    const random = nonce().replaceAll('-', '');
    return signCdnUrl(url, { key: url_key, deadline: Math.ceil(deadline.getTime() / 1000), random });
  }

  async function loadPlaylist(url: string): Promise<string> {
    const address = signedUrl(url, new Date(clock().getTime() + timeoutMs));
    const reply = await callService({ method: 'GET', url: address, timeout_ms: timeoutMs, is_safe: true, fetch });
    if (reply.status === 200 && reply.text.startsWith('#EXTM3U')) return reply.text;
    const code = reply.status === 403 ? 'unauthorized' : reply.status >= 500 ? 'unavailable' : 'bad_response';
    throw new AdapterError(code, {
      reason: 'playlist',
      cause: `its address answered ${reply.status}`,
      status: reply.status,
    });
  }

  async function cover(url: string): Promise<Uint8Array | null> {
    const host = URL.parse(url)?.host;
    if (host === undefined) return null;
    const isOurs = host === new URL(domain).host;
    const deadline = new Date(clock().getTime() + timeoutMs);
    const address = isOurs ? signedUrl(url.replace(/^https?:\/\/[^/]+/, domain), deadline) : url;
    const request = { method: 'GET', url: address, is_safe: true, timeout_ms: timeoutMs, fetch } as const;
    const { status, body } = await openVendor(request);
    const bytes = await collectUpTo(coverBytes, body);
    return status === 200 ? bytes : null;
  }

  async function remove(id: string): Promise<void> {
    await call('DeleteVideo', { VideoIds: id }, { is_safe: true }).catch((error: unknown) => {
      if (!isNoSuchVideo(error)) throw error;
    });
  }

  function readEvent({ url, headers, body }: HostEvent): string | null {
    const time = headers['x-vod-timestamp'] ?? '';
    const isLate = !(Math.abs(clock().getTime() - Number(time) * 1000) <= replayMs);
    if (callback_key === '' || isLate) return null;
    if (!isSame(signVodEvent(url, time, callback_key), headers['x-vod-signature'] ?? '')) return null;
    return textOf(parseObject(body), 'VideoId');
  }

  return {
    name: 'aliyun',
    uploads: createVodUploads({ call, region: config.region, template_group: config.template_group, remove }, deps),
    videoOf: (uploadId) => parseUploadId(uploadId).video,
    read,
    streams: (id) => remember(`vod-streams:${domain}:${id}`, () => loadStreams(id)),
    playlist: ({ url }) => remember(`vod-playlist:${url}`, () => loadPlaylist(url)),
    cover,
    signedUrl,
    remove,
    readEvent,
    async probe(played) {
      await read('0'.repeat(32)).catch((error: unknown) => {
        // Only who may read gets to know that there is no such video.
        if (!isNoSuchVideo(error)) throw error;
      });
      if (!played) return false;
      const streams = await loadStreams(played.video_id).catch((error: unknown) => {
        if (!isNoSuchVideo(error)) throw error;
        return [];
      });
      const addressOf = (url: string): string => signedUrl(url, new Date(clock().getTime() + timeoutMs));
      return tryPlaying(streams, { page_origin: played.page_origin, is_signed: url_key !== '', addressOf, fetch });
    },
    origins: [domain, config.upload_origin],
  };
}
