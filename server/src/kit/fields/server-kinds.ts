import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import type { FieldKind } from '@kaike/shared/kit/field';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** The server part of a field kind, beyond its column and filter, which are in `kinds`. */
export type ServerKind = {
  /** Cleans a validated value for storage. */
  readonly clean?: (value: unknown) => unknown;
};

const asRead: ServerKind = {};

/** The server part of every field kind. */
export const serverKinds: Record<FieldKind, ServerKind> = {
  id: asRead,
  text: asRead,
  long_text: asRead,
  mobile: asRead,
  email: asRead,
  password: asRead,
  integer: asRead,
  decimal: asRead,
  money: asRead,
  duration: asRead,
  bytes: asRead,
  boolean: asRead,
  choice: asRead,
  date: asRead,
  date_time: asRead,
  relation: asRead,
  relations: asRead,
  tags: asRead,
  image: asRead,
  json: asRead,
  rich_text: { clean: (value) => (typeof value === 'string' ? sanitizeRichText(htmlOfText(value)) : value) },
  icon: asRead,
  url: asRead,
  file: asRead,
  images: asRead,
  map_point: asRead,
  cover_style: asRead,
  color: { clean: (value) => (typeof value === 'string' ? value.toLowerCase() : value) },
};
