import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogFile } from '@kaike/shared/contracts/office/file-log';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { dayOfLog, logFolder } from '../../../logs/log-file.ts';

function folderFor({ ctx }: AdminCall): string {
  return logFolder(ctx.config.data_dir);
}

/** The server's log files, latest first; symbolic links and other files in the folder are skipped. */
export async function listFiles(call: AdminCall): Promise<LogFile[]> {
  const folder = folderFor(call);
  const names = (await readdir(folder).catch(() => [])).filter((name) => dayOfLog(name) !== null);
  const files = await Promise.all(
    names.map(async (name) => ({ name, stat: await lstat(join(folder, name)).catch(() => null) })),
  );
  return files
    .flatMap(({ name, stat }) =>
      stat?.isFile() ? [{ name, size: stat.size, updated_at: stat.mtime.toISOString() }] : [],
    )
    .toSorted((a, b) => b.name.localeCompare(a.name));
}

/** Opens a listed file by name; any other name is not found. */
export async function openListed(
  call: AdminCall,
  name: string,
): Promise<{ file: FileHandle; size: number; name: string }> {
  const listed = (await listFiles(call)).find((one) => one.name === name);
  assert(listed, 'file_log.not_found');
  const file = await open(join(folderFor(call), listed.name), 'r').catch(() => null);
  assert(file, 'file_log.not_found');
  return { file, size: listed.size, name: listed.name };
}
