import { createHash } from 'node:crypto';
import sharp from 'sharp';

export type CoverDesign = {
  /** 0 to 359. */
  hue: number;
  /** Each seed gives another arrangement of the design. */
  seed: string;
  width?: number;
  height?: number;
};

const WEBP_QUALITY = 82;

/** Draws a cover for a video without a readable frame: a gradient and three arcs; the same design gives the same bytes. */
export async function generateCover({ hue, seed, width = 1280, height = 720 }: CoverDesign): Promise<Uint8Array> {
  const svg = coverSvg({ hue, chances: chancesOf(seed), width, height });
  return sharp(Buffer.from(svg)).webp({ quality: WEBP_QUALITY }).toBuffer();
}

/** Numbers from 0 to 1 that depend only on the seed. */
export function chancesOf(seed: string): number[] {
  return [...createHash('sha256').update(seed).digest()].map((byte) => byte / 255);
}

type Drawing = { hue: number; chances: number[]; width: number; height: number };

function coverSvg({ hue, chances, width, height }: Drawing): string {
  const [a = 0.3, b = 0.6, c = 0.5] = chances;
  const unit = Math.min(width, height);
  const arcs = [0.42, 0.62, 0.86].map((radius, index) => {
    const opacity = 0.16 - index * 0.04;
    return `<circle cx="${width * (0.62 + a * 0.3)}" cy="${height * (0.2 + b * 0.6)}" r="${unit * radius}" fill="hsl(${hue + 24 * index},70%,72%)" opacity="${opacity}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="${c * 0.4}" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},52%,34%)"/><stop offset="1" stop-color="hsl(${hue + 40},58%,20%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${arcs.join('')}</svg>`;
}
