import type { Secrets } from '../../core/secrets.ts';

const purpose = 'card-print';

type Part = { print_id: number; part: number };

const nameOf = ({ print_id: printId, part }: Part): string => `${printId}/${part}`;

/** Encrypts a stored file, so that a copy of the database reveals no secrets. */
export const sealFile = (secrets: Secrets, bytes: Buffer, part: Part): Buffer =>
  secrets.seal(purpose, bytes, nameOf(part));

/** Decrypts the file. Throws when the bytes were changed, moved to another part, or sealed under another key. */
export const openFile = (secrets: Secrets, sealed: Buffer, part: Part): Buffer =>
  secrets.open(purpose, sealed, nameOf(part));
