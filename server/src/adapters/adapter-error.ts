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
  /** A stable word within the code, such as `expired_token`; never text for a person. */
  reason?: string;
  /** What the provider's protocol answers with, when it has a status of its own. */
  status?: number;
};

/** The one way an adapter fails: a closed code for us, the provider's own words in `cause` for the log. */
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
