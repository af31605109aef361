/** What a vendor's refusal means, and so what follows: whether another vendor is tried, and what a person can do. */
export type AdapterErrorCode =
  /** The school's settings: a template, a signature, a bucket that the vendor does not have. Another vendor is tried. */
  | 'config_invalid'
  /** This request, not the account: a number that does not exist. No other vendor would take it either. */
  | 'rejected'
  /** Too much for this receiver or this minute. No other vendor is tried; notices wait. */
  | 'rate_limited'
  /** The account has no money or no calls left. Another vendor is tried. */
  | 'quota_exhausted'
  /** A key, a signature or a clock is wrong. Another vendor is tried. */
  | 'unauthorized'
  /** An answer that cannot be read. */
  | 'bad_response'
  /** No answer in time, 5xx, or the whole account is throttled. Another vendor is tried, and this one pauses. */
  | 'unavailable'
  /** The vendor cannot do this at all. */
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

/** Whether another vendor may be asked. What one refuses to say or hear is not offered to the next: its filter is not to be gone around. */
export const mayAskNext = (error: unknown): boolean => error instanceof AdapterError && error.code !== 'rejected';
