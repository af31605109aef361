import { AdapterError } from '../../../core/adapter-error.ts';
import { parseObject, textOf } from '../../call-service.ts';
import { createOss } from '../../storage/oss/oss.ts';
import type { PartEntry, SignedParts } from '../../storage/provider.ts';
import type { HostDeps } from '../host-deps.ts';
import { isNoSuchVideo, type CallVod } from './call-vod.ts';

/** The file of a video in the vendor's bucket, as the first credential names it. */
type Target = { video: string; endpoint: string; bucket: string; object: string };
type Upload = Target & { upload: string };
type Credential = { id: string; secret: string; security_token: string; expires_at: Date };
type Bucket = Pick<SignedParts, 'begin' | 'sign' | 'list' | 'complete' | 'abort'>;

type UploadParts = {
  call: CallVod;
  region: string;
  template_group: string;
  remove: (videoId: string) => Promise<void>;
};

/** A credential is renewed this long before it ends. */
const spareMs = 5 * 60_000;
const titleBytes = 128;

const decode = (text: string): Record<string, unknown> => parseObject(Buffer.from(text, 'base64').toString());

/** A title that fits, cut between characters. */
function titleOf(name: string): string {
  let title = '';
  for (const letter of name) {
    if (Buffer.byteLength(title + letter) > titleBytes) break;
    title += letter;
  }
  return title;
}

function readCredential(answer: Record<string, unknown>, now: Date): Credential {
  const auth = decode(textOf(answer, 'UploadAuth'));
  const [id, secret, token] = ['AccessKeyId', 'AccessKeySecret', 'SecurityToken'].map((key) => textOf(auth, key));
  const ends = Date.parse(textOf(auth, 'ExpireUTCTime'));
  const expiresAt = Number.isNaN(ends) ? now.getTime() + Number(textOf(auth, 'Expiration')) * 1000 : ends;
  if (!id || !secret || !token || !(expiresAt > 0)) throw new AdapterError('bad_response', { reason: 'no_credential' });
  return { id, secret, security_token: token, expires_at: new Date(expiresAt) };
}

function readTarget(answer: Record<string, unknown>): Target {
  const address = decode(textOf(answer, 'UploadAddress'));
  const [endpoint, bucket, object] = ['Endpoint', 'Bucket', 'FileName'].map((key) => textOf(address, key));
  const video = textOf(answer, 'VideoId');
  if (!video || !endpoint || !bucket || !object)
    throw new AdapterError('bad_response', { reason: 'no_upload_address' });
  return { video, endpoint, bucket, object };
}

export function parseUploadId(uploadId: string): Upload {
  const upload = parseObject(uploadId);
  const [video = '', endpoint = '', bucket = '', object = '', id = ''] = [
    'video',
    'endpoint',
    'bucket',
    'object',
    'upload',
  ].map((key) => textOf(upload, key));
  return { video, endpoint, bucket, object, upload: id };
}

/** Uploads to the bucket of Aliyun VOD with its temporary keys, which stay on this server: it signs every part. */
export function createVodUploads(
  { call, region, template_group: group, remove }: UploadParts,
  { clock, memory }: HostDeps,
): SignedParts {
  const until = ({ expires_at: end }: Credential): Date => new Date(end.getTime() - spareMs);
  const credentialOf = (video: string, load: () => Promise<Record<string, unknown>>): Promise<Credential> =>
    memory.remember(`vod-credential:${video}`, async () => {
      const value = readCredential(await load(), clock());
      return { value, until: until(value) };
    });
  const bucketOf = ({ bucket, endpoint }: Target, { id, secret, security_token }: Credential): Bucket => {
    const { uploads } = createOss(
      { key: { id, secret, security_token, region, bucket }, endpoint, domain: '' },
      { clock },
    );
    if (uploads.method !== 'signed-parts') throw new AdapterError('not_supported');
    return uploads;
  };
  async function open(uploadId: string): Promise<{ bucket: Bucket; part: { key: string; upload_id: string } }> {
    const upload = parseUploadId(uploadId);
    const credential = await credentialOf(upload.video, () =>
      call('RefreshUploadVideo', { VideoId: upload.video }, { is_safe: true }),
    );
    return { bucket: bucketOf(upload, credential), part: { key: upload.object, upload_id: upload.upload } };
  }
  return {
    async begin({ mime, name }) {
      const params = {
        Title: titleOf(name.replace(/\.\w+$/, '')),
        FileName: name,
        ...(group === '' ? {} : { TemplateGroupId: group }),
      };
      const created = await call('CreateUploadVideo', params, { is_safe: false });
      const target = readTarget(created);
      const credential = await credentialOf(target.video, () => Promise.resolve(created));
      const upload = await bucketOf(target, credential).begin({ key: target.object, mime, name });
      return JSON.stringify({ ...target, upload });
    },
    async sign({ upload_id, ...rest }) {
      const { bucket, part } = await open(upload_id);
      return bucket.sign({ ...rest, ...part });
    },
    async list({ upload_id }): Promise<PartEntry[]> {
      const { bucket, part } = await open(upload_id);
      return bucket.list(part);
    },
    async complete({ upload_id, parts }) {
      const { bucket, part } = await open(upload_id);
      await bucket.complete({ ...part, parts });
    },
    // The vendor drops the parts with the video.
    abort: ({ upload_id }) =>
      remove(parseUploadId(upload_id).video).catch((error: unknown) => {
        if (!isNoSuchVideo(error)) throw error;
      }),
  };
}
