import { AdapterError, type AdapterErrorCode } from '../../../core/adapter-error.ts';
import { parseTag } from './bucket-xml.ts';

type Refusal = readonly [RegExp, AdapterErrorCode, { reason: string; status?: number }?];

/** The vendors' codes, S3's and those of OSS. */
const refusals: readonly Refusal[] = [
  [/^NoSuchKey$/, 'rejected', { reason: 'no_such_file', status: 404 }],
  [/^NoSuchUpload$/, 'rejected', { reason: 'no_such_upload', status: 612 }],
  [/^(InvalidPart|InvalidPartOrder)$/, 'rejected', { reason: 'no_such_part', status: 701 }],
  [/^(FileAlreadyExists|PreconditionFailed)$/, 'rejected', { reason: 'file_exists', status: 614 }],
  [/^EntityTooLarge$/, 'rejected', { reason: 'too_large', status: 413 }],
  [
    /^(NoSuchBucket|InvalidBucketName|PermanentRedirect|AuthorizationHeaderMalformed)$/,
    'config_invalid',
    { reason: 'no_such_bucket' },
  ],
  [/^RequestTimeTooSkewed$/, 'unauthorized', { reason: 'clock_skewed' }],
  [/^(ExpiredToken|SecurityTokenExpired|TokenRefreshRequired)$/, 'unauthorized', { reason: 'expired_credential' }],
  [/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity)/, 'unauthorized', { reason: 'wrong_key' }],
  [/^(AccessDenied|AllAccessDisabled|Forbidden)/, 'unauthorized', { reason: 'access_denied' }],
  [/^(UserDisable|QuotaExceeded|AccountProblem|XMinioStorageFull)/, 'quota_exhausted', { reason: 'account' }],
  [/^(SlowDown|TooManyRequests|RequestLimitExceeded|Throttl)/, 'rate_limited'],
  [/^(InternalError|ServiceUnavailable|RequestTimeout)$/, 'unavailable', { reason: 'server_error' }],
];

const byStatus: Record<number, string> = { 403: 'AccessDenied', 404: 'NoSuchKey', 429: 'SlowDown' };

/** The error for a reply that is none of success; the vendor's own words stay in `cause`, for the log. */
export function bucketError({ status, text }: { status: number; text: string }): AdapterError {
  const code = parseTag(text, 'Code') || (status >= 500 ? 'InternalError' : (byStatus[status] ?? ''));
  const cause = new Error(`${status} ${code} ${parseTag(text, 'Message')} ${parseTag(text, 'RequestId')}`.trim());
  const refusal = refusals.find(([pattern]) => pattern.test(code));
  if (!refusal) return new AdapterError(status >= 500 ? 'unavailable' : 'bad_response', { cause });
  const [, adapterCode, detail] = refusal;
  return new AdapterError(adapterCode, { ...detail, cause });
}
