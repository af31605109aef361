import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import jsqrModule from 'jsqr';
import { codesOf, openPdf, textsOf } from '../src/features/cards/prints/pdf/read-pdf.fixture.ts';

// The package is CommonJS with an ES default inside.
const readCode = (jsqrModule as unknown as { default?: typeof jsqrModule }).default ?? jsqrModule;

/** All text in one of our PDFs: the title, the texts of its pages and the contents of their codes. Throws for an unreadable code. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const pdf = await openPdf(bytes);
  const codes = pdf
    .getPages()
    .flatMap(codesOf)
    .map(({ data, width }) => {
      const content = readCode(data, width, width)?.data;
      if (!content) throw new Error('a code of the PDF cannot be read');
      return content;
    });
  return [pdf.getTitle() ?? '', ...pdf.getPages().flatMap(textsOf), ...codes].join('\n');
}

export type ZipEntry = { name: string; bytes: Buffer };

/** The entries of an archive, decrypted when a password is passed. */
export async function entriesOf(bytes: Buffer, password?: string): Promise<ZipEntry[]> {
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes))).getEntries();
  return Promise.all(
    entries
      .filter((entry): entry is FileEntry => !entry.directory)
      .map(async (entry) => ({
        name: entry.filename,
        bytes:
          entry.encrypted && password === undefined
            ? Buffer.alloc(0)
            : Buffer.from(await entry.getData(new Uint8ArrayWriter(), password === undefined ? {} : { password })),
      })),
  );
}

/** The only text of a password-protected archive. */
export async function textInZip(bytes: Buffer, password: string): Promise<string> {
  const [entry] = await new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes))).getEntries();
  return (entry as FileEntry).getData(new TextWriter(), { password });
}

const isPicture = (name: string): boolean => /\.(png|jpe?g|webp)$/i.test(name);

/** The names and texts of an archive's entries; of pictures only the names, so callers must check those in another way. */
export async function textOfZip(bytes: Buffer): Promise<string> {
  return (await entriesOf(bytes))
    .map((entry) => (isPicture(entry.name) ? entry.name : `${entry.name}\n${entry.bytes.toString('utf8')}`))
    .join('\n');
}
