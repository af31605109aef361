import { sql } from 'kysely';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import { findFiles } from '../../../../kit/files.ts';

/** Validates the document addresses of a write: no duplicates, not too many. */
export function parseAttachments(value: unknown): string[] {
  const isList = Array.isArray(value) && value.every((item): item is string => typeof item === 'string');
  if (!isList || value.length > courses.maxAttachments || new Set(value).size !== value.length) {
    throw new AppError('request.invalid', {
      failures: { attachments: [{ rule: 'array_length', params: ['0', String(courses.maxAttachments)] }] },
    });
  }
  return value;
}

/** Claims the documents that a write adds, so that the clean-up keeps them; each must have been uploaded. */
export async function claimAttachments(
  { trx, now }: { trx: Db; now: Date },
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const added = after.filter((address) => !before.includes(address));
  if (added.length === 0) return;
  const files = await findFiles(trx, added);
  if (files.size !== added.length)
    throw new AppError('request.invalid', { failures: { attachments: [{ rule: 'unknown_file', params: [] }] } });
  const keys = [...files.values()].map(({ key }) => key);
  await sql`update files set used_at = ${now} where key = any(${keys}::text[]) and used_at is null`.execute(trx);
}
