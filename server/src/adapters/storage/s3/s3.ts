import {
  authorizeS3,
  canonicalQuery,
  compactTime,
  encodePath,
  presignS3,
  unsignedPayload,
  type S3Key,
} from '../../vendors/sign-s3.ts';
import { createBucketStorage, type BucketCall } from '../bucket/bucket-storage.ts';
import type { StorageProvider } from '../provider.ts';
import { timeouts, type VendorDeps } from '../vendor-http.ts';

export type S3Config = {
  /** `https://host`, without the bucket. */
  endpoint: string;
  bucket: string;
  key: S3Key;
  /** The bucket is the first part of the path, as on most servers of one's own; else it is part of the host. */
  is_path_style: boolean;
  /** Where browsers reach the same service, when that is not the endpoint. */
  public_endpoint: string;
};

/** The longest an address may be valid. */
const maxSeconds = 604_800;

/** Any service that speaks the S3 protocol. */
export function createS3(
  { endpoint, bucket, key, is_path_style, public_endpoint }: S3Config,
  { clock, fetch, ...deps }: VendorDeps,
): StorageProvider {
  const targetOf = (base: string, call: BucketCall) => {
    const { protocol, host } = new URL(base);
    const path = `/${is_path_style ? `${bucket}/` : ''}${encodePath(call.key)}`;
    return { origin: `${protocol}//${is_path_style ? host : `${bucket}.${host}`}`, path };
  };
  const forBrowsers = public_endpoint || endpoint;
  return createBucketStorage({
    name: 's3',
    origins: [targetOf(forBrowsers, { method: 'GET', key: '' }).origin],
    signs_length: true,
    timeouts: { ...timeouts, ...deps },
    fetch,
    sign(call) {
      const { origin, path } = targetOf(endpoint, call);
      const { method, query = {} } = call;
      const headers = {
        ...call.headers,
        host: new URL(origin).host,
        'x-amz-content-sha256': unsignedPayload,
        'x-amz-date': compactTime(clock()),
      };
      const authorization = authorizeS3(key, { method, path, query, headers, payload: unsignedPayload });
      const search = canonicalQuery(query);
      return { url: `${origin}${path}${search === '' ? '' : `?${search}`}`, headers: { ...headers, authorization } };
    },
    address(call, expiresAt) {
      const { origin, path } = targetOf(forBrowsers, call);
      const now = clock();
      const seconds = Math.min(maxSeconds, Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)));
      const headers = { ...call.headers, host: new URL(origin).host };
      return `${origin}${path}?${presignS3(key, { method: call.method, path, query: call.query ?? {}, headers }, { now, seconds })}`;
    },
  });
}
