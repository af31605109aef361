import { createHash } from 'node:crypto';

/** Tells accounts apart without keeping their keys. */
export const accountOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');
