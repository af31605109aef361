import { deflateSync } from 'node:zlib';

/** Collects the objects of a PDF (ISO 32000-1); numbers are reserved before the objects are written. */
export type PdfFile = {
  reserve: () => number;
  put: (id: number, dictionary: string) => void;
  /** Bytes with their dictionary (without the brackets); compressed unless they already are. */
  putStream: (id: number, entries: string, bytes: Buffer, isPacked?: boolean) => void;
  finish: (root: number, info: number) => Buffer;
};

/** A number in PDF syntax: no exponent, no superfluous digits. */
export const num = (value: number): string => String(Math.round(value * 10_000) / 10_000 + 0);

/** Text of document metadata, as UTF-16 in hex. */
export const pdfText = (text: string): string =>
  `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`;

export const pdfDate = (date: Date): string => `(D:${date.toISOString().replace(/[-T:]/g, '').slice(0, 14)}Z)`;

/** An empty file, kept in memory: a part is small enough. */
export function createPdf(): PdfFile {
  const parts: Buffer[] = [Buffer.from('%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [0];
  let length = parts[0]?.length ?? 0;
  const write = (...buffers: Buffer[]): void => {
    for (const buffer of buffers) length += buffer.length;
    parts.push(...buffers);
  };
  const begin = (id: number): void => {
    places[id] = length;
    write(Buffer.from(`${id} 0 obj\n`));
  };
  return {
    reserve: () => places.push(0) - 1,
    put: (id, dictionary) => {
      begin(id);
      write(Buffer.from(`${dictionary}\nendobj\n`));
    },
    putStream: (id, entries, bytes, isPacked = false) => {
      const packed = isPacked ? bytes : deflateSync(bytes);
      begin(id);
      write(
        Buffer.from(`<< ${entries}${isPacked ? '' : ' /Filter /FlateDecode'} /Length ${packed.length} >>\nstream\n`),
        packed,
        Buffer.from('\nendstream\nendobj\n'),
      );
    },
    finish: (root, info) => {
      const start = length;
      const rows = places
        .slice(1)
        .map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
        .join('');
      write(
        Buffer.from(
          `xref\n0 ${places.length}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${places.length} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
        ),
      );
      return Buffer.concat(parts);
    },
  };
}
