import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFPage } from 'pdf-lib';

/** Reads our PDFs with a third-party library: page operators, text, QR codes. */
const unpack = (stream: PDFRawStream): string => inflateSync(Buffer.from(stream.contents)).toString('latin1');

function streamAt(page: PDFPage, value: unknown): PDFRawStream {
  const stream = page.doc.context.lookup(value as never);
  if (!(stream instanceof PDFRawStream)) throw new Error('not a stream');
  return stream;
}

export const operatorsOf = (page: PDFPage): string => unpack(streamAt(page, page.node.get(PDFName.of('Contents'))));

/** Characters by glyph number, from the font's own map: `<first> <last> [<character> …]`. */
function charactersOf(page: PDFPage): Map<number, string> {
  const { context } = page.doc;
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const map = unpack(
    streamAt(page, context.lookup(fonts?.get(PDFName.of('F1')), PDFDict).get(PDFName.of('ToUnicode'))),
  );
  const ranges = [...map.matchAll(/^<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.+)\]$/gm)];
  return new Map(
    ranges.flatMap(([, first = '', codes = '']) =>
      [...codes.matchAll(/<([0-9a-f]+)>/g)].map(([, code = ''], index): [number, string] => [
        Number.parseInt(first, 16) + index,
        Buffer.from(code, 'hex').swap16().toString('utf16le'),
      ]),
    ),
  );
}

/** Every text of a page in writing order. */
export function textsOf(page: PDFPage): string[] {
  const characters = charactersOf(page);
  return [...operatorsOf(page).matchAll(/\[(<.+)\] TJ/g)].map(([, pieces = '']) =>
    [...pieces.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => characters.get(Number.parseInt(glyph, 16)) ?? '?')
      .join(''),
  );
}

/** The QR codes of a page as black and white pictures, four pixels per module, with their quiet zone. */
export function codesOf(page: PDFPage): { data: Uint8ClampedArray; width: number }[] {
  return [...operatorsOf(page).matchAll(/(?:\d+ \d+ \d+ 1 re\n){20,}/g)].map(([fields]) => {
    const rects = [...fields.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map(
      (match) => match.slice(1).map(Number) as [number, number, number],
    );
    const size = Math.max(...rects.map(([x, , length]) => x + length)) + 8;
    const [dots, width] = [4, size * 4];
    const data = new Uint8ClampedArray(width * width * 4).fill(255);
    const blacken = (x: number, y: number): void => data.set([0, 0, 0, 255], (y * width + x) * 4);
    for (const [column, row, length] of rects) {
      for (let y = (row + 4) * dots; y < (row + 5) * dots; y += 1)
        for (let x = (column + 4) * dots; x < (column + 4 + length) * dots; x += 1) blacken(x, y);
    }
    return { data, width };
  });
}

/** The named box of a page in mm. */
export function boxOf(page: PDFPage, name: 'MediaBox' | 'TrimBox' | 'BleedBox'): number[] {
  return page.node
    .lookup(PDFName.of(name), PDFArray)
    .asArray()
    .map((value) => Math.round(((Number(String(value)) * 25.4) / 72) * 10) / 10);
}

export const openPdf = (bytes: Buffer): Promise<PDFDocument> =>
  PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
