import { AdapterError, type AdapterErrorCode } from '../core/adapter-error.ts';

/** Vendor codes with the error each becomes and, where it is not the vendor's own code, the reason. */
export type Refusals = readonly (readonly [RegExp, AdapterErrorCode, reason?: string])[];

/** Vendors repeat in their words what they were sent: numbers of phones and of ID cards stay out of the log. */
const hideNumbers = (text: string): string => text.replaceAll(/\d{6,}[\dXx]*/g, '***');

/** The error of a vendor that answered and refused; what it said is kept for the log. */
export function refusalOf(
  refusals: Refusals,
  refusal: { code: string; text: string; request_id: string },
): AdapterError {
  const [, code, reason] = refusals.find(([pattern]) => pattern.test(refusal.code)) ?? [null, 'rejected' as const];
  return new AdapterError(code, {
    reason: reason ?? refusal.code,
    cause: { ...refusal, text: hideNumbers(refusal.text) },
  });
}
