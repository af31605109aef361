import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { emUnits, type Glyph, type Glyphs } from '@kaike/shared/domain/cards/faces/card-text';
import { findProjectRoot } from '../../../../project-root.ts';
import { outlineOf } from './outline.ts';
import { openFont, type Font } from './true-type.ts';

/** Noto Sans SC Medium with the characters of GBK and Big5 (SIL Open Font License 1.1); made by tools/make-card-font.ts. */
const file = join(findProjectRoot(), 'server', 'assets', 'fonts', 'card-sans.ttf.br');

const opened: { font: Promise<Font> | null } = { font: null };
const outlines = new LRUCache<string, Glyph>({ max: 4000 });

/** The font of printed cards, loaded on demand. */
export function cardFont(): Promise<Font> {
  opened.font ??= readFile(file)
    .then((packed) => promisify(brotliDecompress)(packed))
    .then(openFont);
  return opened.font;
}

/** Outlines and widths of characters. */
export function glyphsOf(font: Font): Glyphs {
  return (character) => {
    const cached = outlines.get(character);
    if (cached) return cached;
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    const outline = {
      advance: Math.round((font.advanceOf(glyph) * emUnits) / font.units_per_em),
      path: outlineOf(font, glyph),
    };
    outlines.set(character, outline);
    return outline;
  };
}
