import { seedOf } from '@kaike/shared/domain/catalog/covers/seeded-random';
import { parseCoverStyle, type CoverStyle } from '@kaike/shared/domain/catalog/covers/cover-style';
import { paletteOf, type Palette } from './palettes.ts';

export type CoverPlan = { style: CoverStyle; palette: Palette; seed: number };

/** What a picture needs, from its stored style and its title; the same words are the same picture everywhere. */
export function planOf(style: string, title: string): CoverPlan {
  const cover = parseCoverStyle(style, title);
  return { style: cover, palette: paletteOf(cover.color), seed: seedOf(title) };
}
