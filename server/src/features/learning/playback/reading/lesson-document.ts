import type { LessonDocument } from '@kaike/shared/contracts/learning/lessons';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { findFiles, signFile } from '../../../../kit/files.ts';

/** Document types that browsers show natively. */
const viewableTypes = new Set<string>(['pdf', 'jpg', 'png', 'webp']);

type Signed = { expires_at: Date; params: Record<string, string> };

/** A document with addresses to view and download it; null when it is missing. */
export async function presentDocument(
  ctx: Context,
  db: Db,
  { address, ...signed }: { address: string | null } & Signed,
): Promise<LessonDocument | null> {
  const file = address === null ? undefined : (await findFiles(db, [address])).get(address);
  if (!file) return null;
  return {
    name: file.name,
    ext: file.ext,
    size: file.size,
    download_url: signFile(ctx, file, signed),
    view_url: viewableTypes.has(file.ext) ? signFile(ctx, file, { ...signed, is_inline: true }) : null,
  };
}

/** Binds an address to a member, and in a browser to their session. */
export const readerParams = ({
  member_id,
  lesson_id,
  is_browser,
}: {
  member_id: number;
  lesson_id: number;
  is_browser: boolean;
}): Record<string, string> => ({ m: String(member_id), l: String(lesson_id), ...(is_browser ? { b: '1' } : {}) });
