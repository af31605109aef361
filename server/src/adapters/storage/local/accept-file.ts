import { access } from 'node:fs/promises';
import { AdapterError } from '../../../core/adapter-error.ts';
import { pathOf, type LocalContext } from './local-context.ts';
import { createObjectKey, extensionOf } from '../object-key.ts';
import type { PutPolicy, StoredFile } from './local-port.ts';
import { isMimeAllowed } from '../kodo/put-policy.ts';
import { storedKind, kindOfExtension, sniffFile } from '../sniff/sniff.ts';

export type ReceivedFile = {
  path: string;
  size: number;
  etag: string;
  key: string | undefined;
  fname: string | undefined;
};

/** What of a policy concerns the file itself. */
type Limits = Pick<PutPolicy, 'fsizeMin' | 'fsizeLimit' | 'mimeLimit'>;

const MAX_NAME_LENGTH = 255;

/** The maximum file size a policy allows. */
export function sizeLimit({ config }: LocalContext, policy: Pick<PutPolicy, 'fsizeLimit'>): number {
  return Math.min(policy.fsizeLimit ?? config.max_size, config.max_size);
}

/** Refuses early an insert of a key that exists, which would otherwise fail only at the end. */
export async function assertAbsent(context: LocalContext, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const isPresent = await access(pathOf(context, key)).then(
    () => true,
    () => false,
  );
  if (isPresent) throw refuse('file_exists', 614);
}

/** Checks a complete file by its content and chooses its key; nothing is moved yet. */
export async function acceptFile(context: LocalContext, policy: Limits, file: ReceivedFile): Promise<StoredFile> {
  if (file.size > sizeLimit(context, policy)) throw refuse('too_large', 413);
  if (file.size < (policy.fsizeMin ?? 1)) throw refuse('too_small', 403);
  const kind = await sniffFile(file.path);
  if (kind === undefined) throw refuse('type_not_allowed', 403);
  const key = file.key ?? createObjectKey(kind.ext, context.deps.clock(), context.deps.random);
  // A JPEG named .png displays in every browser; a video named .png would be served with a wrong type.
  const stored = storedKind(kind, kindOfExtension(extensionOf(key)));
  if (!isMimeAllowed((stored ?? kind).mime, policy.mimeLimit)) throw refuse('type_not_allowed', 403);
  if (stored === undefined) throw refuse('type_mismatch', 403);
  return {
    key,
    hash: file.etag,
    size: file.size,
    mime: stored.mime,
    name: cleanName(file.fname),
  };
}

/** The file name of a path from any system, without control characters: for display, never used as a path. */
function cleanName(fname: string | undefined): string {
  const last = (fname ?? '').split(/[/\\]/).at(-1) ?? '';
  return last.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_NAME_LENGTH);
}

function refuse(reason: string, status: number): AdapterError {
  return new AdapterError('rejected', { reason, status });
}
