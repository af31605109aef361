import { AdapterError, type AdapterErrorCode } from '../../../core/adapter-error.ts';
import { parseObject, textOf } from '../../call-service.ts';

const byStatus: Record<number, readonly [AdapterErrorCode, { reason: string; status?: number }?]> = {
  401: ['unauthorized', { reason: 'wrong_key' }],
  403: ['unauthorized', { reason: 'access_denied' }],
  404: ['rejected', { reason: 'no_such_file', status: 404 }],
  413: ['rejected', { reason: 'too_large', status: 413 }],
  419: ['quota_exhausted', { reason: 'account' }],
  573: ['rate_limited'],
  612: ['rejected', { reason: 'no_such_file', status: 404 }],
  614: ['rejected', { reason: 'file_exists', status: 614 }],
  630: ['config_invalid', { reason: 'no_such_bucket' }],
  631: ['config_invalid', { reason: 'no_such_bucket' }],
  701: ['rejected', { reason: 'no_such_part', status: 701 }],
};

/** The error for a reply that is none of success; the vendor's own words stay in `cause`, for the log. */
export function qiniuError({ status, text }: { status: number; text: string }): AdapterError {
  const words = textOf(parseObject(text), 'error');
  const cause = new Error(`${status} ${words}`.trim());
  if (status === 401 && words.startsWith('expired'))
    return new AdapterError('unauthorized', { reason: 'clock_skewed', cause });
  const [code, detail] = byStatus[status] ?? [status >= 500 ? 'unavailable' : 'bad_response'];
  return new AdapterError(code, { ...detail, cause });
}
