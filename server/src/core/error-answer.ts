import { DatabaseError } from 'pg';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { errors, type ErrorCode } from '@kaike/shared/errors';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { Translate } from '@kaike/shared/kit/wording';
import { AdapterError } from './adapter-error.ts';
import { isDatabaseAway, isDatabaseBusy, isOutOfSpace } from '../db/outage/database-away.ts';
import { constraintError, takenColumn } from '../db/constraint-errors.ts';
import { AppError } from './app-error.ts';
import { deviceLabel } from './sessions/device-label.ts';

export type ErrorAnswer = {
  status: number;
  body: { code: ErrorCode; message: string } & Record<string, unknown>;
  retry_after?: number;
  is_fault: boolean;
  /** Invalid input that no check refused before it caused an error: the client's fault, but a check is missing. */
  is_unchecked?: boolean;
};

/** The resource whose labels take precedence, and the last word of the route, below which a common name may mean something else. */
type ErrorContext = { resource?: string | undefined; route?: string | undefined };

/** Label of a field: the one of the route, the resource's own, the common one, else the raw name. */
export function fieldLabel(t: Translate, key: string, resource?: string, route?: string): string {
  const candidates = [
    ...(route ? [`fields.at.${route}.${key}`] : []),
    ...(resource ? [`resources.${resource}.fields.${key}`] : []),
    `fields.${key}`,
    `auth.fields.${key}`,
  ];
  for (const candidate of candidates) {
    const text = t(candidate);
    if (text !== candidate) return text;
  }
  return key;
}

/** The texts of failed rules by field. */
function failureTexts(
  t: Translate,
  failures: FieldFailures,
  { resource, route }: ErrorContext,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(failures).map(([key, list]) => [
      key,
      [...new Set(list.map((failure) => failureMessage(t, failure, fieldLabel(t, key, resource, route))))],
    ]),
  );
}

/** What was closed, and what opens it. */
const closedOf = ({ offer, closed_lesson: lesson }: AppError['details']) => ({
  ...(offer ? { offer } : {}),
  ...(lesson ? { closed_lesson: lesson } : {}),
});

function messageOf({ code, details }: AppError, t: Translate): string {
  const device =
    details.device === undefined ? {} : { device: deviceLabel(details.device, t) || t('sign_in.unknown_device') };
  return details.message ?? t(`errors.${code}`, { ...details.params, ...device });
}

/** The texts of an error by field, with those of the checks that refused the same input. */
function fieldTexts(error: AppError, t: Translate, place: ErrorContext): [string, string[]][] {
  const { failures, field, others = [] } = error.details;
  const own: [string, string[]][] = failures
    ? Object.entries(failureTexts(t, failures, place))
    : field
      ? [[field, [messageOf(error, t)]]]
      : [];
  return [...own, ...others.flatMap((other) => fieldTexts(other, t, place))];
}

function answerAppError(error: AppError, t: Translate, place: ErrorContext): ErrorAnswer {
  const { details } = error;
  const message = messageOf(error, t);
  // Of what several checks say about one field, the first holds: they were made one after the other.
  const texts: Record<string, string[]> = {};
  for (const [field, lines] of fieldTexts(error, t, place)) texts[field] ??= lines;
  return {
    status: error.status,
    is_fault: false,
    body: {
      code: error.code,
      message: details.field ? message : (Object.values(texts)[0]?.[0] ?? message),
      ...(Object.keys(texts).length > 0 ? { errors: texts } : {}),
      ...(details.current === undefined ? {} : { current: details.current }),
      ...closedOf(details),
      ...(details.trashed ? { trashed: details.trashed } : {}),
      ...(details.redirect ? { redirect: details.redirect } : {}),
      ...(details.force_logout ? { force_logout: true } : {}),
    },
    ...(details.retry_after ? { retry_after: details.retry_after } : {}),
  };
}

/** When it is worth to try again: a database that was lost is soon back, space is made by a person. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'server.unavailable': 3,
  'server.busy': 3,
  'server.no_space': 60,
};
const adapterCodes: Partial<Record<AdapterError['code'], ErrorCode>> = {
  rate_limited: 'request.too_many',
  unavailable: 'provider.slow',
};
const transportCodes: Record<number, ErrorCode> = {
  400: 'request.malformed',
  404: 'request.not_found',
  408: 'request.timeout',
  413: 'request.too_large',
  415: 'request.unsupported_type',
  503: 'server.busy',
};

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AdapterError) return adapterCodes[error.code] ?? 'provider.failed';
  if (isOutOfSpace(error)) return 'server.no_space';
  if (isDatabaseAway(error)) return 'server.unavailable';
  if (isDatabaseBusy(error)) return 'server.busy';
  if (error instanceof DatabaseError) return constraintError(error) ?? 'server.internal';
  // Numbers, dates and depths out of range.
  if (error instanceof RangeError) return 'request.invalid';
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return transportCodes[status] ?? (status >= 400 && status < 500 ? 'request.malformed' : 'server.internal');
}

/** A value that another row has is said at its field, if the resource names it. */
function takenField(error: unknown, t: Translate, resource: string): string | null {
  const column = error instanceof DatabaseError ? takenColumn(error) : null;
  return column !== null && t(`resources.${resource}.fields.${column}`) !== `resources.${resource}.fields.${column}`
    ? column
    : null;
}

/** Turns anything thrown into the error answer of the contract; only codes and wording leave the server. */
export function answerError(error: unknown, t: Translate, resource?: string, route?: string): ErrorAnswer {
  if (error instanceof AppError) {
    const { about = { t, resource } } = error.details;
    return answerAppError(error, about.t, { resource: about.resource, route });
  }
  const code = codeOf(error);
  const seconds = retryAfterSeconds[code];
  const retry = seconds === undefined ? {} : { retry_after: seconds };
  const message = t(`errors.${code}`);
  const field = resource === undefined ? null : takenField(error, t, resource);
  return {
    status: errors[code],
    is_fault: errors[code] >= 500,
    is_unchecked: code === 'request.invalid',
    body: { code, message, ...(field === null ? {} : { errors: { [field]: [message] } }) },
    ...retry,
  };
}
