import { partsOf } from './glyph-parts.ts';
import type { Font } from './true-type.ts';

type Subset = { font: Font; glyphs: readonly number[]; characters?: readonly { code_point: number; glyph: number }[] };

/** Glyphs with all their components, the missing-glyph box first. */
function closeOver(font: Font, glyphs: readonly number[]): number[] {
  const all = new Set([0, ...glyphs]);
  for (const glyph of all) for (const part of partsOf(font.recordOf(glyph))) all.add(part.glyph);
  return [...all];
}

/** The record with renumbered components, padded to four bytes. */
function renumber(record: Buffer, numbers: ReadonlyMap<number, number>): Buffer {
  const copy = Buffer.alloc(record.length + (record.length % 4 === 0 ? 0 : 4 - (record.length % 4)));
  record.copy(copy);
  for (const { glyph, at } of partsOf(record)) copy.writeUInt16BE(numbers.get(glyph) ?? 0, at);
  return copy;
}

function writeNumbers(values: readonly number[], size: 2 | 4): Buffer {
  const table = Buffer.alloc(values.length * size);
  values.forEach((value, index) =>
    size === 2 ? table.writeInt16BE((value << 16) >> 16, 2 * index) : table.writeUInt32BE(value, 4 * index),
  );
  return table;
}

/** Writes a character map of ranges with consecutive glyphs. */
function writeMap(characters: readonly { code_point: number; glyph: number }[]): Buffer {
  const groups: [number, number, number][] = [];
  for (const { code_point: code, glyph } of characters.toSorted((a, b) => a.code_point - b.code_point)) {
    const last = groups.at(-1);
    if (last && last[1] + 1 === code && last[2] + code - last[0] === glyph) last[1] = code;
    else groups.push([code, code, glyph]);
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0]);
  return Buffer.concat([head, writeNumbers([16 + 12 * groups.length, 0, groups.length, ...groups.flat()], 4)]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4)
    sum = (sum + Buffer.concat([table.subarray(at, at + 4), Buffer.alloc(4)]).readUInt32BE(0)) >>> 0;
  return sum;
}

function writeFile(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const parts: Buffer[] = [
    Buffer.concat([
      Buffer.from([0, 1, 0, 0]),
      writeNumbers([tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)], 2),
    ]),
  ];
  let place = 12 + 16 * tables.length;
  for (const [name, table] of tables) {
    parts.push(Buffer.from(name, 'latin1'), writeNumbers([checksum(table), place, table.length], 4));
    place += table.length + ((4 - (table.length % 4)) % 4);
  }
  for (const [, table] of tables) parts.push(table, Buffer.alloc((4 - (table.length % 4)) % 4));
  return Buffer.concat(parts);
}

function headOf(font: Font): Buffer {
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x10000, 0);
  head.writeUInt32BE(0x10000, 4);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(font.units_per_em, 18);
  font.box.forEach((value, index) => head.writeInt16BE(value, 36 + 2 * index));
  head.writeUInt16BE(8, 46);
  head.writeInt16BE(2, 48);
  head.writeInt16BE(1, 50);
  return head;
}

/** Only the metrics viewers need: no hints, no kerning, no names. */
function measuresOf(font: Font, old: readonly number[]): { hhea: Buffer; maxp: Buffer; hmtx: Buffer } {
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x10000, 0);
  hhea.writeInt16BE(font.ascent, 4);
  hhea.writeInt16BE(font.descent, 6);
  hhea.writeUInt16BE(Math.max(...old.map(font.advanceOf)), 10);
  hhea.writeUInt16BE(old.length, 34);
  const maxp = Buffer.alloc(32);
  maxp.writeUInt32BE(0x10000, 0);
  // Upper bounds are allowed; readers size their buffers by them.
  [old.length, 512, 64, 1024, 128, 2, 0, 0, 0, 0, 0, 0, 16, 4].forEach((value, index) =>
    maxp.writeUInt16BE(value, 4 + 2 * index),
  );
  const bearing = (glyph: number): number =>
    font.recordOf(glyph).length > 0 ? font.recordOf(glyph).readInt16BE(2) : 0;
  return {
    hhea,
    maxp,
    hmtx: writeNumbers(
      old.flatMap((glyph) => [font.advanceOf(glyph), bearing(glyph)]),
      2,
    ),
  };
}

/**
 * A font with only these glyphs. They get the numbers 1, 2, 3 … in order, followed by their components; with characters it
 * can be opened again, without it is only for embedding.
 */
export function subsetFont({ font, glyphs, characters }: Subset): Buffer {
  const old = closeOver(font, glyphs);
  const numbers = new Map(old.map((glyph, index) => [glyph, index]));
  const records = old.map((glyph) => renumber(font.recordOf(glyph), numbers));
  const places = [0];
  for (const record of records) places.push((places.at(-1) ?? 0) + record.length);
  const { hhea, maxp, hmtx } = measuresOf(font, old);
  const map = characters
    ? [
        [
          'cmap',
          writeMap(
            characters.map(({ code_point: code, glyph }) => ({ code_point: code, glyph: numbers.get(glyph) ?? 0 })),
          ),
        ] as const,
      ]
    : [];
  return writeFile([
    ...map,
    ['glyf', Buffer.concat(records)],
    ['head', headOf(font)],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', writeNumbers(places, 4)],
    ['maxp', maxp],
  ]);
}
