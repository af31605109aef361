/** A parsed font: its bytes, metrics and access to its glyphs. */
export type Font = {
  bytes: Buffer;
  units_per_em: number;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
  glyph_count: number;
  /** Glyph number; 0, the missing-glyph box, when the font lacks the character. */
  glyphOf: (codePoint: number) => number;
  advanceOf: (glyph: number) => number;
  /** The glyph's record in `glyf`; empty for a space. */
  recordOf: (glyph: number) => Buffer;
};

type Tables = Map<string, Buffer>;

function readTables(bytes: Buffer): Tables {
  const tables: Tables = new Map();
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const at = 12 + 16 * index;
    const start = bytes.readUInt32BE(at + 8);
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(start, start + bytes.readUInt32BE(at + 12)));
  }
  return tables;
}

function tableOf(tables: Tables, name: string): Buffer {
  const table = tables.get(name);
  if (!table) throw new Error(`the font has no table ${name}`);
  return table;
}

/** Reads format 12 only: sorted ranges over all of Unicode. */
function readMap(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + 8 * index + 4));
  const start = subtables.find((at) => cmap.readUInt16BE(at) === 12);
  if (start === undefined) throw new Error('the font has no map of format 12');
  const count = cmap.readUInt32BE(start + 12);
  return (codePoint) => {
    let [low, high] = [0, count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = start + 16 + 12 * middle;
      const first = cmap.readUInt32BE(at);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > cmap.readUInt32BE(at + 4)) low = middle + 1;
      else return cmap.readUInt32BE(at + 8) + codePoint - first;
    }
    return 0;
  };
}

/** Opens a TrueType font (ISO 14496-22 with a `glyf` table). */
export function openFont(bytes: Buffer): Font {
  const tables = readTables(bytes);
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map((name) =>
    tableOf(tables, name),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const isLong = head.readInt16BE(50) === 1;
  const metrics = hhea.readUInt16BE(34);
  const placeOf = (glyph: number): number => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  return {
    bytes,
    units_per_em: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyph_count: tableOf(tables, 'maxp').readUInt16BE(4),
    glyphOf: readMap(tableOf(tables, 'cmap')),
    advanceOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)),
    recordOf: (glyph) => glyf.subarray(placeOf(glyph), placeOf(glyph + 1)),
  };
}
