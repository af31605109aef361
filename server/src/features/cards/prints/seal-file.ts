import type { Secrets } from '../../../core/secrets.ts';

const purpose = 'card-print';

type SealedPart = { print_id: number; part: number };

const nameOf = ({ print_id, part }: SealedPart): string => `${print_id}/${part}`;

/** Encrypts a stored file, so that a copy of the database reveals no secrets. */
export const sealFile = (secrets: Secrets, bytes: Buffer, part: SealedPart): Buffer =>
  secrets.seal(purpose, bytes, nameOf(part));

/** Decrypts the file. Throws when the bytes were changed, moved to another part, or sealed under another key. */
export const openFile = (secrets: Secrets, sealed: Buffer, part: SealedPart): Buffer =>
  secrets.open(purpose, sealed, nameOf(part));
