import type { LessonFile } from '@kaike/shared/contracts/catalog/courses';
import type { Context } from '../../../core/context.ts';
import { signFile, type StoredDocument } from '../../../kit/files.ts';

/** Documents for the back office, in the order of their addresses. */
export function presentFiles(
  ctx: Context,
  files: ReadonlyMap<string, StoredDocument>,
  addresses: readonly string[],
): LessonFile[] {
  return addresses.flatMap((address) => {
    const file = files.get(address);
    return file ? [{ address, name: file.name, ext: file.ext, size: file.size, url: signFile(ctx, file) }] : [];
  });
}
