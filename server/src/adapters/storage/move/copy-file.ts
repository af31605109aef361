import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { AdapterError } from '../../../core/adapter-error.ts';
import { extensionOf } from '../object-key.ts';
import type { StorageProvider } from '../provider.ts';
import { kindOfExtension } from '../sniff/sniff.ts';
import { download } from '../work-files.ts';

export type Copying = { from: StorageProvider; to: StorageProvider; scratch: string };

async function hashOf(bytes: Readable): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of bytes as AsyncIterable<Buffer>) sum.update(chunk);
  return sum.digest('hex');
}

/** Copies one file and reads it back: it counts as copied when its bytes are the same. What is there already is not sent again. */
export async function copyFile({ from, to, scratch }: Copying, key: string): Promise<void> {
  await mkdir(dirname(scratch), { recursive: true });
  try {
    await download(from, key, scratch);
    const { size } = await stat(scratch);
    const expected = await hashOf(createReadStream(scratch));
    const isSame = async (): Promise<boolean> =>
      (await to.stat(key))?.size === size && (await hashOf(await to.read(key))) === expected;
    if (await isSame()) return;
    await to.remove(key);
    await to.put(key, {
      path: scratch,
      size,
      mime: kindOfExtension(extensionOf(key))?.mime ?? 'application/octet-stream',
    });
    if (!(await isSame())) throw new AdapterError('bad_response', { reason: 'copy_differs' });
  } finally {
    await rm(scratch, { force: true });
  }
}
