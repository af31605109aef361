import { Writable } from 'node:stream';
import { columnWidths } from '@kaike/shared/domain/office/sheet-widths';
import { escapeSheetText } from '@kaike/shared/domain/office/sheet-text';
import { sheetNameLength } from '@kaike/shared/domain/constants';
import type { Cell } from '../cells.ts';

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
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeSheetText(String(cell)))}</t></is></c>`;
}

function rowXml(cells: readonly Cell[], number: number): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index += 1)
    xml += cellXml(cells[index] ?? null, nameOfColumn(index) + number);
  return `${xml}</row>`;
}

type Chunks = AsyncIterable<readonly (readonly Cell[])[]>;

const colsXml = (widths: readonly number[]): string =>
  widths.length === 0
    ? ''
    : `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

/** Column widths precede the rows in the file and are computed from the first chunks: the header, which comes alone, and the next one. */
async function measure(rows: Chunks): Promise<{ widths: number[]; rows: Chunks }> {
  const source = rows[Symbol.asyncIterator]();
  const firstChunks: (readonly (readonly Cell[])[])[] = [];
  while (firstChunks.flat().length < 2) {
    const next = await source.next();
    if (next.done) break;
    firstChunks.push(next.value);
  }
  const all = async function* (): AsyncGenerator<readonly (readonly Cell[])[]> {
    yield* firstChunks;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  return { widths: columnWidths(firstChunks.flat()), rows: all() };
}

/** Characters compressed at once. */
const pieceLength = 32_768;
const encoder = new TextEncoder();

async function* sheetXml(rows: Chunks): AsyncGenerator<Uint8Array> {
  const sheet = await measure(rows);
  let xml = `${declaration}<worksheet xmlns="${officeXmlns}/spreadsheetml/2006/main">${colsXml(sheet.widths)}<sheetData>`;
  let number = 0;
  for await (const chunk of sheet.rows) {
    for (const cells of chunk) {
      xml += rowXml(cells, (number += 1));
      if (xml.length < pieceLength) continue;
      yield encoder.encode(xml);
      xml = '';
    }
  }
  yield encoder.encode(`${xml}</sheetData></worksheet>`);
}

/** Writes one sheet as an xlsx file, row by row, holding only a chunk in memory. Ends the target. */
export async function writeXlsx(target: Writable, { sheet, rows }: { sheet: string; rows: Chunks }): Promise<void> {
  // Loaded on first use: most workers never write a sheet.
  const { configure, TextReader, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(Writable.toWeb(target), { zip64: false });
  for (const [name, text] of Object.entries(fixedParts(sheet))) await zip.add(name, new TextReader(text));
  await zip.add('xl/worksheets/sheet1.xml', ReadableStream.from(sheetXml(rows)));
  await zip.close();
}
