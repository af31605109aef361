import { access } from 'node:fs/promises';
import { AdapterError } from '../adapter-error.ts';
import { pathOf, type LocalContext } from './local-context.ts';
import { createObjectKey, extensionOf } from './object-key.ts';
import type { PutPolicy, StoredFile } from './port.ts';
import { isMimeAllowed } from './put-policy.ts';
import { keptAs, kindOfExtension, sniffFile } from './sniff.ts';

export type ArrivedFile = {
  path: string;
  size: number;
  etag: string;
  key: string | undefined;
  fname: string | undefined;
};

const MAX_NAME_LENGTH = 255;

/** The most bytes a policy lets in. */
export function sizeLimit({ config }: LocalContext, policy: PutPolicy): number {
  return Math.min(policy.fsizeLimit ?? config.max_size, config.max_size);
}

/** Refuses early what could only fail at the end: an insert of a key that is there. */
export async function assertAbsent(context: LocalContext, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const isThere = await access(pathOf(context, key)).then(
    () => true,
    () => false,
  );
  if (isThere) throw refuse('file_exists', 614);
}

/** Judges a whole file by its content and gives it its key; nothing is moved yet. */
export async function acceptFile(context: LocalContext, policy: PutPolicy, file: ArrivedFile): Promise<StoredFile> {
  if (file.size > sizeLimit(context, policy)) throw refuse('too_large', 413);
  if (file.size < (policy.fsizeMin ?? 1)) throw refuse('too_small', 403);
  const kind = await sniffFile(file.path);
  if (kind === undefined) throw refuse('type_not_allowed', 403);
  const key = file.key ?? createObjectKey(kind.ext, context.deps.clock(), context.deps.random);
  // A photo called .png that is a JPEG shows in every browser; a video called .png would be served as what it is not.
  const kept = keptAs(kind, kindOfExtension(extensionOf(key)));
  if (!isMimeAllowed((kept ?? kind).mime, policy.mimeLimit)) throw refuse('type_not_allowed', 403);
  if (kept === undefined) throw refuse('type_mismatch', 403);
  return {
    key,
    hash: file.etag,
    size: file.size,
    mime: kept.mime,
    name: cleanName(file.fname),
    end_user: policy.endUser,
  };
}

/** The last part of a path of any system, without control characters: shown to people, never used as a path. */
function cleanName(fname: string | undefined): string {
  const last = (fname ?? '').split(/[/\\]/).at(-1) ?? '';
  return last.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_NAME_LENGTH);
}

function refuse(reason: string, status: number): AdapterError {
  return new AdapterError('rejected', { reason, status });
}
