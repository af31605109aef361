import { createHash, createHmac } from 'node:crypto';
import vectors from './vectors/aliyun-oss.json' with { type: 'json' };
import { startBucket, type BucketFake } from './bucket.ts';
import type { BytesRequest } from './listen-bytes.ts';

export const ossAccount = {
  bucket: vectors.bucket,
  region: vectors.region,
  id: vectors.accessKeyId,
  secret: vectors.accessKeySecret,
} as const;

const skewMs = 15 * 60_000;
const weekMs = 7 * 86_400_000;

const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Checks scheme V4 in the query, apart from the product's signer; the vendor's code, or null. */
export function wrongOssSignature(
  { method, path, url, headers }: BytesRequest,
  now: Date,
  account: { id: string; secret: string; region: string } = ossAccount,
): string | null {
  const query = url.searchParams;
  const [id, day, region, service, end] = (query.get('x-oss-credential') ?? '').split('/');
  if (!id || query.get('x-oss-signature-version') !== 'OSS4-HMAC-SHA256') return 'AccessDenied';
  if (id !== account.id) return 'InvalidAccessKeyId';
  if (region !== account.region || service !== 'oss' || end !== 'aliyun_v4_request') return 'AccessDenied';
  const time = query.get('x-oss-date') ?? '';
  const [age, life] = [now.getTime() - timeOf(time), Number(query.get('x-oss-expires')) * 1000];
  if (!(age >= -skewMs)) return 'RequestTimeTooSkewed';
  if (!(life > 0 && life <= weekMs) || age > life) return 'AccessDenied';
  const pairs: string[] = [];
  for (const pair of (path.split('?')[1] ?? '').split('&'))
    if (!pair.startsWith('x-oss-signature=')) pairs.push(pair.endsWith('=') ? pair.slice(0, -1) : pair);
  pairs.sort((a, b) => ((a.split('=')[0] ?? '') < (b.split('=')[0] ?? '') ? -1 : 1));
  const signed = Object.keys(headers).filter((name) => /^(content-type|content-md5|x-oss-.*)$/.test(name));
  const lines = signed.sort().map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${path.split('?')[0]}\n${pairs.join('&')}\n${lines.join('')}\n\nUNSIGNED-PAYLOAD`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  let key: Buffer = Buffer.from(`aliyun_v4${account.secret}`);
  for (const part of [day, region, service, end]) key = createHmac('sha256', key).update(String(part)).digest();
  const text = `OSS4-HMAC-SHA256\n${time}\n${day}/${region}/oss/aliyun_v4_request\n${hash}`;
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return expected === query.get('x-oss-signature') ? null : 'SignatureDoesNotMatch';
}

/** Aliyun OSS, reached by number, so that the bucket is part of the path. */
export const startOss = (clock: () => Date): Promise<BucketFake> =>
  startBucket({
    clock,
    wrongSignature: wrongOssSignature,
    keyOf: (path) => (path.startsWith(`/${ossAccount.bucket}/`) ? path.slice(ossAccount.bucket.length + 2) : null),
    least_part: 100 * 1024,
  });
