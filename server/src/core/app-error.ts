import type { CourseOffer } from '@kaike/shared/contracts/courses';
import { errors, type ErrorCode } from '@kaike/shared/errors';
import type { FieldFailures } from '@kaike/shared/kit/read-input';

type Details = {
  /** Values for the placeholders of the wording. */
  params?: Record<string, string | number>;
  /** Failed rules by field; makes the answer a 422 with `errors`. */
  failures?: FieldFailures;
  /** Field the message belongs to, for errors found by the use case itself. */
  field?: string;
  /** The present row, for a stale write. */
  current?: unknown;
  /** What is on sale that opens what was refused. */
  offer?: CourseOffer;
  redirect?: string;
  force_logout?: boolean;
  /** A device of the person, for the wording. */
  device?: string;
  retry_after?: number;
  /** In place of the wording: what an operator has to say themselves. */
  said?: string;
  cause?: unknown;
};

/** The only error a use case throws on purpose: a code of the closed list, told to the person in their language. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code];
  }
}

/** Throws the error unless the condition holds, and tells the compiler so. */
export function assert(condition: unknown, code: ErrorCode, details?: Details): asserts condition {
  if (!condition) throw new AppError(code, details);
}
