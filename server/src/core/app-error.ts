import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import type { ClosedLesson } from '@kaike/shared/contracts/learning/lessons';
import { errors, type ErrorCode } from '@kaike/shared/errors';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { Translate } from '@kaike/shared/kit/wording';

type Details = {
  /** Values for the placeholders of the wording. */
  params?: Record<string, string | number>;
  /** Failed rules by field; makes the answer a 422 with `errors`. */
  failures?: FieldFailures;
  /** Field the message belongs to, for errors found by the use case itself. */
  field?: string;
  /** What the other checks of the same input refused. */
  others?: readonly AppError[];
  /** The current row, for a stale write. */
  current?: unknown;
  /** The product on sale that opens what was refused. */
  offer?: CourseOffer;
  /** The lesson that was refused. */
  closed_lesson?: ClosedLesson;
  /** A deleted row that has what was refused; it can be restored. */
  trashed?: { resource: string; id: number };
  redirect?: string;
  force_logout?: boolean;
  /** A device of the person, for the wording. */
  device?: string;
  retry_after?: number;
  /** The resource whose fields failed, and the translator that knows their names, where it is not the one of the request. */
  about?: { t: Translate; resource: string };
  /** Replaces the wording: the operator's own message. */
  message?: string;
  cause?: unknown;
};

/** The only error a use case throws on purpose: a code of the closed list, reported in the language of the person. */
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

/** Throws the error unless the condition holds, and narrows its type for the compiler. */
export function assert(condition: unknown, code: ErrorCode, details?: Details): asserts condition {
  if (!condition) throw new AppError(code, details);
}

const namesField = (error: unknown): error is AppError =>
  error instanceof AppError && (error.details.field !== undefined || error.details.failures !== undefined);

/**
 * Runs all checks of one input in turn and throws as one error what they refuse, so that a person learns of every field at once. A
 * refusal that names no field ends it at once, as does any other failure.
 */
export async function checkAll(...checks: readonly (() => unknown)[]): Promise<void> {
  const refusals: AppError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!namesField(error)) throw error;
      refusals.push(error);
    }
  }
  const [first, ...others] = refusals;
  if (first) throw others.length === 0 ? first : new AppError(first.code, { ...first.details, others });
}
