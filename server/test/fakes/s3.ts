import { createHash, createHmac } from 'node:crypto';
import vectors from './vectors/s3-sigv4.json' with { type: 'json' };
import { startBucket, type BucketFake } from './bucket.ts';
import type { BytesRequest } from './listen-bytes.ts';

export const s3Account = {
  bucket: 'course-demo',
  region: vectors.region,
  id: vectors.access_key_id,
  secret: vectors.secret_access_key,
} as const;

const skewMs = 15 * 60_000;
const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();

const timeOf = (text: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
};

/** The raw pairs of a query as they were sent, sorted, without the signature itself; a bare name gets its equals sign. */
const sortedPairs = (path: string): string =>
  (path.split('?')[1] ?? '')
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort((a, b) => ((a.split('=')[0] ?? '') < (b.split('=')[0] ?? '') ? -1 : 1))
    .join('&');

type Claim = { credential: string; names: string; signature: string; time: string; payload: string; expires: number };

function claimOf({ url, headers }: BytesRequest): Claim {
  const query = url.searchParams;
  if (query.has('X-Amz-Signature'))
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      names: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      time: query.get('X-Amz-Date') ?? '',
      payload: 'UNSIGNED-PAYLOAD',
      expires: Number(query.get('X-Amz-Expires')),
    };
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+),\s?SignedHeaders=([^,]+),\s?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [time, payload] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])];
  return { credential, names, signature, time, payload, expires: 0 };
}

/** Checks signature V4 as its documentation describes it, apart from the product's signer; the vendor's code, or null. */
export function wrongS3Signature(request: BytesRequest, now: Date): string | null {
  const claim = claimOf(request);
  const [id, day, region, service, end] = claim.credential.split('/');
  if (claim.credential === '') return 'AccessDenied';
  if (id !== s3Account.id) return 'InvalidAccessKeyId';
  if (region !== s3Account.region || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed';
  const age = now.getTime() - timeOf(claim.time);
  if (claim.expires > 0 ? age < -skewMs : !(Math.abs(age) <= skewMs)) return 'RequestTimeTooSkewed';
  if (claim.expires > 604_800 || (claim.expires > 0 && age > claim.expires * 1000)) return 'AccessDenied';
  const names = claim.names.split(';');
  const unsigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name));
  if (!names.includes('host') || unsigned.length > 0) return 'AccessDenied';
  const canonical = `${request.method}\n${request.path.split('?')[0]}\n${sortedPairs(request.path)}\n${names
    .map((name) => `${name}:${String(request.headers[name])}\n`)
    .join('')}\n${claim.names}\n${claim.payload}`;
  const hash = createHash('sha256').update(canonical, 'utf8').digest('hex');
  const key = mac(mac(mac(mac(Buffer.from(`AWS4${s3Account.secret}`), String(day)), region), service), end);
  const expected = mac(key, `AWS4-HMAC-SHA256\n${claim.time}\n${day}/${region}/s3/aws4_request\n${hash}`);
  return expected.toString('hex') === claim.signature ? null : 'SignatureDoesNotMatch';
}

/** An S3 service with path-style addresses. */
export const startS3 = (clock: () => Date): Promise<BucketFake> =>
  startBucket({
    clock,
    wrongSignature: wrongS3Signature,
    keyOf: (path) => (path.startsWith(`/${s3Account.bucket}/`) ? path.slice(s3Account.bucket.length + 2) : null),
    least_part: 5 * 1024 ** 2,
  });
