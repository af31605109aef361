import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter, type FileEntry } from '@zip.js/zip.js';
import { problemOfKind } from './file-kind.ts';
import { rowTidier } from './tidy-rows.ts';
import { WorkbookError } from './workbook.ts';

// The reader runs in a worker already.
configure({ useWebWorkers: false });

/** Rows of formulas that show nothing count here, not in the limit of filled rows. */
const mostRowsRead = 400_000;
/** What the reader holds of a sheet: the whole rectangle, filled or not. */
const mostCellsRead = 20_000_000;

const workbookPart = /^xl\/workbook\w*\.xml$/i;
/** What the values of a sheet depend on; pictures, charts, comments and links stay where they are. */
const partsRead =
  /^(?:\[content_types\]\.xml|_rels\/\.rels|xl\/(?:_rels\/[^/]+\.rels|(?:workbook|styles|sharedstrings)\w*\.xml))$/i;
const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i;

/** Some programs write paths as Windows does, and some begin them with a slash. */
const pathOf = ({ filename }: { filename: string }): string => filename.replaceAll('\\', '/').replace(/^\/+/, '');

/** The XML of a worksheet without what holds nothing. */
async function tidySheet(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const tidier = rowTidier();
  let xml = '';
  const target = new WritableStream<Uint8Array>({
    write: (bytes) => {
      xml += tidier.take(decoder.decode(bytes, { stream: true }));
      if (tidier.rows() > mostRowsRead) throw new WorkbookError('too_many_rows');
      if (tidier.area() > mostCellsRead) throw new WorkbookError('too_far');
    },
    close: () => {
      xml += tidier.take(decoder.decode()) + tidier.end();
      if (tidier.area() > mostCellsRead) throw new WorkbookError('too_far');
    },
  });
  await entry.getData(target);
  return new TextEncoder().encode(xml);
}

async function readEntries(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, FileEntry>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  return new Map(entries.flatMap((entry) => (entry.directory ? [] : [[pathOf(entry), entry] as const])));
}

function assertWorkbook(entries: ReadonlyMap<string, FileEntry>): void {
  const names = [...entries.keys()];
  if ([...entries.values()].some((entry) => entry.encrypted)) throw new WorkbookError('protected');
  if (names.includes('xl/workbook.bin') || names.includes('content.xml')) throw new WorkbookError('other_format');
  if (!names.some((name) => workbookPart.test(name))) throw new WorkbookError('no_workbook');
}

/**
 * A workbook written by whatever program as one that holds its values alone, with ordinary paths and only filled cells. Throws a
 * `WorkbookError` that says what else the file is.
 */
export async function openArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const problem = problemOfKind(bytes);
  if (problem) throw new WorkbookError(problem);
  try {
    const entries = await readEntries(bytes);
    assertWorkbook(entries);
    const copy = new ZipWriter(new Uint8ArrayWriter(), { level: 0 });
    for (const [name, entry] of entries) {
      const part = sheetPart.test(name)
        ? await tidySheet(entry)
        : partsRead.test(name)
          ? await entry.getData(new Uint8ArrayWriter())
          : null;
      if (part) await copy.add(name, new Uint8ArrayReader(part));
    }
    return await copy.close();
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError('damaged', { cause: error });
  }
}
