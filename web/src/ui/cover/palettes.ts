import { coverColors, type CoverColor } from '@kaike/shared/domain/catalog/covers/cover-colors';

/** Of a cover: shades and a contrast for its drawing, and the ink of its words. */
export type Palette = { ground: string; deep: string; tint: string; pop: string; ink: string };

const shades: Record<CoverColor, readonly [deep: string, tint: string, pop: string, ink: string]> = {
  dailan: ['#1a3267', '#7d9fdb', '#f3bd5a', '#fbf7ec'],
  tianqing: ['#2a6a74', '#8dc1c4', '#e0623f', '#143c44'],
  zhuqing: ['#1b4b3a', '#78b796', '#f4c765', '#fbf7ec'],
  songhua: ['#5f7a2b', '#b9cc7c', '#d5512f', '#303d14'],
  xiang: ['#a96f0f', '#fae3a2', '#284a8c', '#43300a'],
  zheshi: ['#6d311a', '#d89a73', '#f7dba6', '#fdf6ea'],
  zhusha: ['#8b2719', '#ec947b', '#f9dd97', '#fff8ee'],
  yanzhi: ['#611830', '#d07d96', '#f5c79c', '#fdf4ee'],
  ouhe: ['#744679', '#c6a2c6', '#dd6a43', '#43254a'],
  qiezi: ['#31214f', '#9481c4', '#f3ab78', '#fbf6f0'],
  tuohe: ['#85602f', '#cdb088', '#2a6d66', '#43300f'],
  mohui: ['#21262d', '#7d8794', '#e9b44c', '#f6f3ea'],
};

export function paletteOf(color: CoverColor): Palette {
  const [deep, tint, pop, ink] = shades[color];
  return { ground: coverColors[color], deep, tint, pop, ink };
}

/** Paper of slips and labels, the ink printed on it and the pen of the person who writes on it. */
export const paper = { sheet: '#fffdf6', print: '#1c1e26', quiet: '#5b5648', rule: '#8b8570', pen: '#2347c5' } as const;
