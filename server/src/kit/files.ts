import { sql } from 'kysely';
import { fileLimitsOf, type FileType } from '@kaike/shared/domain/catalog/media/file-types';
import type { Field, Fields } from '@kaike/shared/kit/field';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/pool.ts';
import { AppError } from '../core/app-error.ts';
import type { AdminCall } from '../core/call.ts';
import type { Resource, Row, Values, Write } from './behaviour.ts';

const prefix = '/uploads/files/';
/** Long enough to look at a page and then download; short enough that a copied address soon expires. */
const validMs = 3_600_000;

/** An uploaded document in an answer; `url` downloads it under its own name for an hour. */
export type FileInfo = { name: string; ext: string; size: number; url: string };
export type StoredDocument = {
  address: string;
  key: string;
  name: string;
  ext: FileType;
  size: number;
  /** Empty for files uploaded before it was stored. */ sha256: string;
};

/** The address of a document as stored in a record. It gives no access by itself: see `signFile`. */
export const fileAddress = (key: string): string => prefix + key;

const keysOf = (addresses: readonly unknown[]): string[] =>
  addresses.flatMap((address) =>
    typeof address === 'string' && address.startsWith(prefix) ? [address.slice(prefix.length)] : [],
  );

/** Documents by address, in one query. Unknown addresses are left out. */
export async function findFiles(db: Db, addresses: readonly unknown[]): Promise<Map<string, StoredDocument>> {
  const keys = keysOf(addresses);
  if (keys.length === 0) return new Map();
  const { rows } = await sql<
    Omit<StoredDocument, 'address'>
  >`select key, name, ext, size, sha256 from files where key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map((row) => [fileAddress(row.key), { ...row, address: fileAddress(row.key) }]));
}

type Signing = {
  /** When the address expires; default an hour from now. */
  expires_at?: Date;
  /** Shown in the page instead of downloaded; only for types that browsers show safely. */
  is_inline?: boolean;
  /** Part of the address and covered by its signature, such as the reader. */
  params?: Record<string, string>;
};

/** An address that downloads a document under its own name until it expires. The caller must have checked that the reader may have it. */
export function signFile(
  { adapters, clock }: Context,
  file: Pick<StoredDocument, 'key' | 'name'>,
  options: Signing = {},
): string {
  const expiresAt = options.expires_at ?? new Date(clock().getTime() + validMs);
  return adapters.storage.signedUrl(file.key, {
    expires_at: expiresAt,
    params: { ...options.params, ...(options.is_inline ? { inline: '1' } : {}), name: file.name },
  });
}

const fileFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.kind === 'file' && !field.computed);

/** Adds `file_info` to rows with documents: names, sizes and download addresses, for people who may read the rows. */
export async function addFileInfo(call: AdminCall, { definition }: Resource, rows: readonly Row[]): Promise<void> {
  const keys = fileFields(definition.fields)
    .map(([key]) => key)
    .filter((key) => rows.some((row) => row[key] !== undefined));
  if (keys.length === 0) return;
  const files = await findFiles(
    call.ctx.db,
    rows.flatMap((row) => keys.map((key) => row[key])),
  );
  for (const row of rows) {
    const infos = keys.flatMap((key): [string, FileInfo][] => {
      const file = files.get(String(row[key]));
      return file ? [[key, { name: file.name, ext: file.ext, size: file.size, url: signFile(call.ctx, file) }]] : [];
    });
    row['file_info'] = Object.fromEntries(infos);
  }
}

function failureOf(field: Field, file: StoredDocument | undefined): FieldFailures[string] | null {
  const { accept, max_bytes: most } = fileLimitsOf(field);
  if (!file) return [{ rule: 'unknown_file', params: [] }];
  if (!accept.includes(file.ext)) return [{ rule: 'ext', params: [...accept] }];
  return file.size > most ? [{ rule: 'size', params: [String(Math.floor(most / 1024))] }] : null;
}

/**
 * Claims the documents named in a write: each must have been uploaded and be accepted by its field. An unchanged value is
 * not checked. Claimed files are kept.
 */
export async function claimFiles(
  { trx, call }: Write,
  fields: Fields,
  change: { values: Values; before?: Values },
): Promise<void> {
  const changed = fileFields(fields).filter(
    ([key]) => change.values[key] && change.values[key] !== change.before?.[key],
  );
  if (changed.length === 0) return;
  const files = await findFiles(
    trx,
    changed.map(([key]) => change.values[key]),
  );
  const failures: FieldFailures = {};
  for (const [key, field] of changed) {
    const failure = failureOf(field, files.get(String(change.values[key])));
    if (failure) failures[key] = failure;
  }
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  const keys = [...files.values()].map((file) => file.key);
  await sql`update files set used_at = ${call.ctx.clock()} where key = any(${keys}::text[]) and used_at is null`.execute(
    trx,
  );
}
