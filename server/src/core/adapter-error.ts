export type AdapterErrorCode =
  | 'config_invalid'
  | 'rejected'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'unauthorized'
  | 'bad_response'
  | 'unavailable'
  | 'not_supported';

export type AdapterErrorDetail = {
  cause?: unknown;
  /** A stable identifier within the code, such as `expired_token`; never text for a person. */
  reason?: string;
  /** The status to respond with, when the provider's protocol has its own. */
  status?: number;
};

/** The only error adapters throw: one of a closed set of codes, with the provider's own error in `cause` for the log. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
  readonly code: AdapterErrorCode;
  readonly reason: string | undefined;
  readonly status: number | undefined;

  constructor(code: AdapterErrorCode, detail: AdapterErrorDetail = {}) {
    super(detail.reason === undefined ? code : `${code}: ${detail.reason}`, { cause: detail.cause });
    this.code = code;
    this.reason = detail.reason;
    this.status = detail.status;
  }
}
