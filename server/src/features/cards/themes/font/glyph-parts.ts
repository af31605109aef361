/** Flags of a component of a composite glyph (ISO 14496-22, 5.3.3.2). */
const flag = { words: 0x1, values: 0x2, scale: 0x8, more: 0x20, scales: 0x40, matrix: 0x80 } as const;

/** A component of a composite glyph, the offset of its number in the record, and its transformation. */
export type GlyphPart = {
  glyph: number;
  at: number;
  matrix: readonly [number, number, number, number];
  dx: number;
  dy: number;
};

/** Fixed-point number of two bytes with 14 fractional bits. */
const fraction = (record: Buffer, at: number): number => record.readInt16BE(at) / 16_384;

function readMatrix(record: Buffer, at: number, flags: number): { matrix: GlyphPart['matrix']; size: number } {
  if (flags & flag.scale) return { matrix: [fraction(record, at), 0, 0, fraction(record, at)], size: 2 };
  if (flags & flag.scales) return { matrix: [fraction(record, at), 0, 0, fraction(record, at + 2)], size: 4 };
  if (flags & flag.matrix)
    return {
      matrix: [fraction(record, at), fraction(record, at + 2), fraction(record, at + 4), fraction(record, at + 6)],
      size: 8,
    };
  return { matrix: [1, 0, 0, 1], size: 0 };
}

/** The components of a composite glyph; none for a simple one. */
export function partsOf(record: Buffer): GlyphPart[] {
  if (record.length === 0 || record.readInt16BE(0) >= 0) return [];
  const parts: GlyphPart[] = [];
  for (let at = 10, flags: number = flag.more; flags & flag.more;) {
    flags = record.readUInt16BE(at);
    const isWide = (flags & flag.words) !== 0;
    const isMoved = (flags & flag.values) !== 0;
    const [dx, dy] = isWide
      ? [record.readInt16BE(at + 4), record.readInt16BE(at + 6)]
      : [record.readInt8(at + 4), record.readInt8(at + 5)];
    const end = at + (isWide ? 8 : 6);
    const { matrix, size } = readMatrix(record, end, flags);
    parts.push({ glyph: record.readUInt16BE(at + 2), at: at + 2, matrix, dx: isMoved ? dx : 0, dy: isMoved ? dy : 0 });
    at = end + size;
  }
  return parts;
}
