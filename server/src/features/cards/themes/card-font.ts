import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { emUnits, type Glyph, type Glyphs } from '@kaike/shared/domain/cards/faces/card-text';
import { findProjectRoot } from '../../../project-root.ts';

/** Noto Sans SC Medium with the characters of GBK and Big5 (SIL Open Font License 1.1); made by tools/make-card-font.mjs. */
const file = join(findProjectRoot(), 'server', 'assets', 'fonts', 'card-sans.ttf.br');

/** The font of printed cards: the bytes of a TrueType file, and what is in them. */
export type CardFont = { bytes: Buffer; font: Font };

const opened: { font: Promise<CardFont> | null } = { font: null };
const outlines = new LRUCache<string, Glyph>({ max: 4000 });

async function openFont(): Promise<CardFont> {
  const bytes = await promisify(brotliDecompress)(await readFile(file));
  const font = create(bytes);
  if (!('glyphForCodePoint' in font)) throw new Error('the font of cards is a collection');
  return { bytes, font };
}

/** The font of printed cards, loaded on demand. */
export function loadCardFont(): Promise<CardFont> {
  opened.font ??= openFont();
  return opened.font;
}

/** Outlines and widths of characters: on the baseline, with y pointing down as in SVG. */
export function glyphsOf({ font }: CardFont): Glyphs {
  return (character) => {
    const cached = outlines.get(character);
    if (cached) return cached;
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const scale = emUnits / font.unitsPerEm;
    const outline = { advance: Math.round(glyph.advanceWidth * scale), path: glyph.path.scale(scale, -scale).toSVG() };
    outlines.set(character, outline);
    return outline;
  };
}
