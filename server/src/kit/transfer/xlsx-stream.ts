import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib';
import { columnWidths } from '@kaike/shared/domain/sheet-widths';
import { sheetNameLength } from '@kaike/shared/domain/constants';
import type { Cell } from './cells.ts';

type Entry = { name: string; crc: number; packed: number; size: number; offset: number };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Control characters are not allowed in XML.
// oxlint-disable-next-line no-control-regex -- they are what is being removed
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeXml = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (symbol) => escapes[symbol] ?? symbol);

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeXmlns = 'http://schemas.openxmlformats.org';

function fixedParts(sheet: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${officeXmlns}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${officeXmlns}/package/2006/relationships"><Relationship Id="rId1" Type="${officeXmlns}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${officeXmlns}/spreadsheetml/2006/main" xmlns:r="${officeXmlns}/officeDocument/2006/relationships"><sheets><sheet name="${escapeXml(sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, sheetNameLength))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${officeXmlns}/package/2006/relationships"><Relationship Id="rId1" Type="${officeXmlns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  };
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const names: string[] = [];
const nameOfColumn = (index: number): string => (names[index] ??= columnName(index));

function cellXml(cell: Cell, reference: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${reference}"><v>${cell}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(String(cell))}</t></is></c>`;
}

function rowXml(cells: readonly Cell[], number: number): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index += 1)
    xml += cellXml(cells[index] ?? null, nameOfColumn(index) + number);
  return `${xml}</row>`;
}

const zip64Limit = 0xffffffff;

function localHeader(entry: Entry, streamed: boolean): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  // Bit 3: sizes follow the data; bit 11: names are UTF-8.
  header.writeUInt16LE(streamed ? 0x0808 : 0x0800, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(0x21, 12);
  if (!streamed) writeSizes(header, 14, entry);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function writeSizes(buffer: Buffer, at: number, entry: Entry): void {
  buffer.writeUInt32LE(entry.crc, at);
  buffer.writeUInt32LE(entry.packed, at + 4);
  buffer.writeUInt32LE(entry.size, at + 8);
}

function centralHeader(entry: Entry): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(0x0800, 8);
  header.writeUInt16LE(8, 10);
  header.writeUInt16LE(0x21, 14);
  writeSizes(header, 16, entry);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, name]);
}

function endRecord(entries: Entry[], start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(start, 16);
  return end;
}

/** Counts the bytes written and waits while the receiver is slow, so that memory stays bounded. */
function createOutput(target: Writable): { write: (chunk: Buffer) => Promise<void>; position: () => number } {
  let position = 0;
  return {
    position: () => position,
    async write(chunk) {
      position += chunk.length;
      if (!target.write(chunk)) await once(target, 'drain');
    },
  };
}

type Output = ReturnType<typeof createOutput>;

/** Characters passed to the compressor at once, and the buffer size for their bytes. */
const pieceLength = 32_768;
const pieceBytes = 3 * pieceLength;

/** Resolves when the bytes have been compressed and may be overwritten. */
const pack = (deflate: DeflateRaw, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => void deflate.write(bytes, (error) => (error ? reject(error) : resolve())));

type Chunks = AsyncIterable<readonly (readonly Cell[])[]>;

const colsXml = (widths: readonly number[]): string =>
  widths.length === 0
    ? ''
    : `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

/** Column widths precede the rows in the file and are computed from the first chunks: the header, which comes alone, and the next one. */
async function measure(rows: Chunks): Promise<{ widths: number[]; rows: Chunks }> {
  const source = rows[Symbol.asyncIterator]();
  const seen: (readonly (readonly Cell[])[])[] = [];
  while (seen.flat().length < 2) {
    const next = await source.next();
    if (next.done) break;
    seen.push(next.value);
  }
  const all = async function* (): AsyncGenerator<readonly (readonly Cell[])[]> {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  return { widths: columnWidths(seen.flat()), rows: all() };
}

async function writeSheet(
  output: Output,
  entry: Entry,
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<void> {
  const deflate = createDeflateRaw({ level: 3 });
  const draining = (async () => {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      await output.write(chunk);
    }
  })();
  const encoder = new TextEncoder();
  // One shared buffer: new ones would use dozens of MiB before they are collected.
  const buffer = new Uint8Array(pieceBytes);
  const push = async (text: string): Promise<void> => {
    for (let rest = text; rest !== '';) {
      const { read, written } = encoder.encodeInto(rest, buffer);
      const bytes = buffer.subarray(0, written);
      rest = rest.slice(read);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += written;
      await pack(deflate, bytes);
    }
  };
  const sheet = await measure(rows);
  await push(
    `${declaration}<worksheet xmlns="${officeXmlns}/spreadsheetml/2006/main">${colsXml(sheet.widths)}<sheetData>`,
  );
  let number = 0;
  let xml = '';
  for await (const chunk of sheet.rows) {
    for (const cells of chunk) {
      xml += rowXml(cells, (number += 1));
      if (xml.length < pieceLength) continue;
      await push(xml);
      xml = '';
    }
  }
  await push(`${xml}</sheetData></worksheet>`);
  deflate.end();
  await draining;
  if (entry.size > zip64Limit) throw new Error('the sheet is larger than 4 GiB');
}

/** Writes one sheet as an xlsx file, row by row, holding only a chunk in memory. Ends the target. */
export async function writeXlsx(
  target: Writable,
  content: { sheet: string; rows: AsyncIterable<readonly (readonly Cell[])[]> },
): Promise<void> {
  const output = createOutput(target);
  const entries: Entry[] = [];
  for (const [name, text] of Object.entries(fixedParts(content.sheet))) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const entry = { name, crc: crc32(bytes), packed: packed.length, size: bytes.length, offset: output.position() };
    entries.push(entry);
    await output.write(localHeader(entry, false));
    await output.write(packed);
  }
  const sheet: Entry = { name: 'xl/worksheets/sheet1.xml', crc: 0, packed: 0, size: 0, offset: output.position() };
  entries.push(sheet);
  await output.write(localHeader(sheet, true));
  await writeSheet(output, sheet, content.rows);
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  writeSizes(descriptor, 4, sheet);
  await output.write(descriptor);
  const start = output.position();
  for (const entry of entries) await output.write(centralHeader(entry));
  await output.write(endRecord(entries, start, output.position() - start));
  target.end();
}
