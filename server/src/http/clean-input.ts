import { AppError, assert } from './app-error.ts';

/** Levels of a body: more than any form or sheet has, few enough for everything that walks through it. */
const deepestLevel = 50;

/** NUL, which the database cannot hold, and halves of a character, which no text has. */
const unfit = /\0|\p{Cs}/u;

const cleanText = (text: string): string => (unfit.test(text) ? text.replace(/\0/g, '').replace(/\p{Cs}/gu, '\uFFFD') : text);

function cleanObject(value: Record<string, unknown>, level: number): void {
  for (const [key, part] of Object.entries(value)) {
    const name = cleanText(key);
    if (name !== key) delete value[key];
    value[name] = cleanInput(part, level + 1);
  }
}

/** What was sent, in place: texts lose what cannot be kept, and what is nested beyond all use is refused. */
export function cleanInput(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  assert(level < deepestLevel, 'request.malformed');
  if (Array.isArray(value)) for (const [index, part] of value.entries()) value[index] = cleanInput(part, level + 1);
  else cleanObject(value as Record<string, unknown>, level);
  return value;
}

/** A body is an object of fields, or there is none. */
export function cleanBody(body: unknown): unknown {
  if (body === undefined || body === null) return body;
  assert(typeof body === 'object' && !Array.isArray(body), 'request.malformed');
  return cleanInput(body);
}

const isNumber = (name: string): boolean => name === 'id' || name === 'part' || name.endsWith('_id');

/** The parts of an address: whole numbers where it names rows, and nowhere a text that no row can hold. */
export function checkParams(params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    const isFit = isNumber(name) ? /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) : !unfit.test(text);
    if (!isFit) throw new AppError('record.not_found');
  }
}
