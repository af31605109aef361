import { emUnits } from '@kaike/shared/domain/cards/faces/card-text';
import { subsetFont, type Font } from '../../themes/public.ts';
import { num, type PdfFile } from './pdf-file.ts';

/** A font that embeds only the glyphs used. */
export type PdfFont = {
  /** The text as glyph numbers in hex. */
  encode: (text: string) => string;
  /** Writes the font under its reserved number. */
  write: (pdf: PdfFile, id: number) => void;
};

const name = 'KAIKES+CardSans';
const hex = (value: number): string => value.toString(16).padStart(4, '0');
/** The most lines PDF readers accept in one block of a character map. */
const linesPerBlock = 100;

function unicodeMap(characters: readonly string[]): Buffer {
  const lines = characters.map(
    (character, index) => `<${hex(index + 1)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks = Array.from({ length: Math.ceil(lines.length / linesPerBlock) }, (_, index) =>
    lines.slice(index * linesPerBlock, (index + 1) * linesPerBlock),
  );
  return Buffer.from(
    [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange',
      '<0000> <ffff>',
      'endcodespacerange',
      ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
      'endcmap',
      'CMapName currentdict /CMap defineresource pop',
      'end',
      'end',
    ].join('\n'),
  );
}

/** Glyphs are numbered by first use, so text can be written before the font is complete; 0 is the box for missing glyphs. */
export function createPdfFont(font: Font): PdfFont {
  const numbers = new Map<number, number>();
  const characters: string[] = [];
  const scale = (value: number): string => num((value * emUnits) / font.units_per_em);
  const numberOf = (character: string): number => {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === 0) return 0;
    const existing = numbers.get(glyph);
    if (existing !== undefined) return existing;
    numbers.set(glyph, characters.push(character));
    return characters.length;
  };
  return {
    encode: (text) => [...text].map((character) => hex(numberOf(character))).join(''),
    write: (pdf, id) => {
      const glyphs = [...numbers.keys()];
      const [cid, descriptor, file, map] = [pdf.reserve(), pdf.reserve(), pdf.reserve(), pdf.reserve()];
      const bytes = subsetFont({ font, glyphs });
      const widths = [0, ...glyphs].map((glyph) => scale(font.advanceOf(glyph))).join(' ');
      pdf.putStream(file, `/Length1 ${bytes.length}`, bytes);
      pdf.put(
        descriptor,
        `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.map(scale).join(' ')}] /ItalicAngle 0 /Ascent ${scale(font.ascent)} /Descent ${scale(font.descent)} /CapHeight 733 /StemV 100 /FontFile2 ${file} 0 R >>`,
      );
      pdf.put(
        cid,
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 1000 /W [0 [${widths}]] /CIDToGIDMap /Identity >>`,
      );
      pdf.putStream(map, '', unicodeMap(characters));
      pdf.put(
        id,
        `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${cid} 0 R] /ToUnicode ${map} 0 R >>`,
      );
    },
  };
}
