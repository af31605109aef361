import { isIP } from 'node:net';
import { encodePath } from '../../vendors/sign-s3.ts';
import { presignOss, type OssKey } from '../../vendors/sign-oss.ts';
import { createBucketStorage, type BucketCall } from '../bucket/bucket-storage.ts';
import type { StorageProvider } from '../provider.ts';
import { timeouts, type VendorDeps } from '../vendor-http.ts';

export type OssConfig = {
  key: OssKey;
  /** `https://host` without the bucket; the public one of the region when empty. */
  endpoint: string;
  /** A domain bound to the bucket, for browsers; without one the vendor makes browsers download some types. */
  domain: string;
};

const callSeconds = 900;
const maxSeconds = 604_800;

/** The address of the bucket: part of the host, or of the path where the host is a number. */
function bucketAddress(endpoint: string, bucket: string): string {
  const { protocol, host, hostname } = new URL(endpoint);
  return isIP(hostname) ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`;
}

/** Aliyun OSS. */
export function createOss(
  { key, endpoint, domain }: OssConfig,
  { clock, fetch, ...deps }: VendorDeps,
): StorageProvider {
  const own = bucketAddress(endpoint || `https://oss-${key.region}.aliyuncs.com`, key.bucket);
  // The internal endpoint is reached by servers of the vendor only.
  const forUploads = own.replace('-internal.aliyuncs.com', '.aliyuncs.com');
  const forReading = domain || forUploads;
  const addressOf = (base: string, call: BucketCall, seconds: number): string => {
    const request = { method: call.method, key: call.key, query: call.query ?? {}, headers: call.headers ?? {} };
    return `${base}/${encodePath(call.key)}?${presignOss(key, request, { now: clock(), seconds })}`;
  };
  return createBucketStorage({
    name: 'oss',
    origins: [...new Set([forUploads, forReading].map((address) => new URL(address).origin))],
    signs_length: false,
    timeouts: { ...timeouts, ...deps },
    fetch,
    sign: (call) => ({ url: addressOf(own, call, callSeconds), headers: call.headers ?? {} }),
    address(call, expiresAt) {
      const seconds = Math.ceil((expiresAt.getTime() - clock().getTime()) / 1000);
      const base = call.method === 'GET' ? forReading : forUploads;
      return addressOf(base, call, Math.min(maxSeconds, Math.max(1, seconds)));
    },
  });
}
