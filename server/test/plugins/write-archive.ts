import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

/** Writes a .tgz with these entries, folders where there is no content, and returns its path. */
export async function writeArchive(file: string, entries: Readonly<Record<string, Buffer | null>>): Promise<string> {
  const { readable, controller } = createTarPacker();
  const written = pipeline(Readable.fromWeb(readable), createGzip(), createWriteStream(file));
  for (const [name, content] of Object.entries(entries)) {
    const type = content ? 'file' : 'directory';
    const entry = controller.add({ name, size: content?.length ?? 0, type }).getWriter();
    if (content) await entry.write(content);
    await entry.close();
  }
  controller.finalize();
  await written;
  return file;
}
