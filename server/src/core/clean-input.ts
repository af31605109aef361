import { isNumberParam } from '@kaike/shared/kit/contract';
import { AppError, assert } from './app-error.ts';

/** Levels of a body: more than any form or sheet has, few enough for recursion. */
const deepestLevel = 50;

/** NUL, which the database cannot store, and unpaired surrogates, which no valid text has. */
const unfit = /\0|\p{Cs}/u;

const cleanText = (text: string): string =>
  unfit.test(text) ? text.replace(/\0/g, '').replace(/\p{Cs}/gu, '\uFFFD') : text;

function cleanObject(value: Record<string, unknown>, level: number): void {
  for (const [key, part] of Object.entries(value)) {
    const name = cleanText(key);
    if (name !== key) delete value[key];
    value[name] = cleanInput(part, level + 1);
  }
}

/** Cleans search input in place: characters no row can hold are removed from texts, and input nested too deeply is refused. */
export function cleanInput(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  assert(level < deepestLevel, 'request.malformed');
  if (Array.isArray(value)) for (const [index, part] of value.entries()) value[index] = cleanInput(part, level + 1);
  else cleanObject(value as Record<string, unknown>, level);
  return value;
}

function isFit(value: unknown, level: number): boolean {
  if (typeof value === 'string') return !unfit.test(value);
  if (typeof value !== 'object' || value === null) return true;
  assert(level < deepestLevel, 'request.malformed');
  return Object.entries(value).every(([key, part]) => !unfit.test(key) && isFit(part, level + 1));
}

/** A body is an object of fields, or absent. Input to be stored is never cleaned: it is stored as sent, or refused by field name. */
export function checkBody(body: unknown): void {
  if (body === undefined || body === null) return;
  assert(typeof body === 'object' && !Array.isArray(body), 'request.malformed');
  const failing = Object.entries(body)
    .filter(([, value]) => !isFit(value, 1))
    .map(([key]) => key);
  assert(!Object.keys(body).some((key) => unfit.test(key)), 'request.malformed');
  if (failing.length > 0)
    throw new AppError('request.invalid', {
      failures: Object.fromEntries(failing.map((key) => [key, [{ rule: 'unfit_text', params: [] }]])),
    });
}

/** Keys of the transport, which every body may carry beside its fields. */
const carried = new Set(['_token', 'json']);

/** An unknown field is refused by name instead of being dropped silently. */
export function refuseUnknown(fields: object, body: unknown): void {
  const unknown = Object.keys(body ?? {}).filter((key) => !(key in fields) && !carried.has(key));
  if (unknown.length > 0)
    throw new AppError('request.invalid', {
      failures: Object.fromEntries(unknown.map((key) => [key, [{ rule: 'unknown_field', params: [] }]])),
    });
}

function readParam(name: string, text: string): number | string {
  const isNumber = isNumberParam(name);
  const isFit = isNumber ? /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) : !unfit.test(text);
  if (!isFit) throw new AppError('record.not_found');
  return isNumber ? Number(text) : text;
}

/** Path parameters: ids are whole numbers, and no text may hold what no row can. */
export const parseParams = (params: object): Record<string, number | string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, readParam(name, String(text))]));
