import { fontRange, pointMm, type CardElement } from './card-layout.ts';

/** One drawn character: its advance width and its outline, both in thousandths of the font size. */
export type Glyph = { advance: number; path: string };
/** The card font. A missing character is drawn as a box, so that it is noticed. */
export type Glyphs = (character: string) => Glyph;

export const emUnits = 1000;
/** Distance between lines, in font sizes. */
const lineHeight = 1.3;
/** From the top of a line to its baseline, in font sizes; centres Chinese characters in the line. */
const baseline = 1.03;
const stepPt = 0.25;
const ellipsis = '…';

/** Width of a text in mm at a size in mm. */
export function measureText(text: string, size: number, glyphs: Glyphs): number {
  return ([...text].reduce((sum, character) => sum + glyphs(character).advance, 0) * size) / emUnits;
}

/** Pieces between which a line may break: after a Chinese character, a space, or a hyphen inside a secret. */
function piecesOf(text: string): string[] {
  return (
    text
      .match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef-]*[\s-]?/gu)
      ?.filter((piece) => piece !== '') ?? []
  );
}

function wrap(text: string, limit: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    const isStart = /^[，。、；：！？）》”’]/u.test(piece);
    if (line !== '' && !isStart && measure((line + piece).trimEnd()) > limit) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  return [...lines, line.trimEnd()].filter((each) => each !== '');
}

/** Lines that fit the box, their font size in mm, and whether they were shrunk or cut. */
export type FittedText = { lines: string[]; size: number; is_smaller: boolean; is_cut: boolean };

type Box = Pick<CardElement, 'kind' | 'font_size' | 'rotation' | 'width' | 'height'>;

function fitsAt(
  text: string,
  size: number,
  constraints: { length: number; depth: number; is_whole: boolean; glyphs: Glyphs },
): string[] | null {
  const measure = (part: string): number => measureText(part, size, constraints.glyphs);
  const lines = constraints.is_whole ? [text] : wrap(text, constraints.length, measure);
  const isLow =
    lines.length === 1
      ? size <= constraints.depth + 0.01
      : lines.length * lineHeight * size <= constraints.depth + 0.01;
  return isLow && lines.every((line) => measure(line) <= constraints.length + 0.01) ? lines : null;
}

function cut(lines: readonly string[], count: number, fits: (text: string) => boolean): string[] {
  const visible = lines.slice(0, count);
  let last = [...(visible.pop() ?? '')];
  while (last.length > 0 && !fits(last.join('') + ellipsis)) last = last.slice(0, -1);
  return [...visible, last.join('') + ellipsis];
}

/**
 * Fits a text into its box: wrapped, then smaller, and cut at the smallest size. A serial, a secret and a validity date are
 * never cut: they are drawn as small as necessary.
 */
export function fitText(text: string, box: Box, glyphs: Glyphs): FittedText {
  const [length, depth] = box.rotation === 90 ? [box.height, box.width] : [box.width, box.height];
  const isWhole = box.kind === 'serial' || box.kind === 'validity';
  const constraints = { length, depth, is_whole: isWhole, glyphs };
  for (let points = box.font_size; points >= fontRange.min; points -= stepPt) {
    const lines = fitsAt(text, points * pointMm, constraints);
    if (lines) return { lines, size: points * pointMm, is_smaller: points < box.font_size, is_cut: false };
  }
  const least = fontRange.min * pointMm;
  if (isWhole || box.kind === 'secret') {
    const size = Math.min(least, depth, length / Math.max(measureText(text, 1, glyphs), 0.001));
    return { lines: [text], size, is_smaller: true, is_cut: false };
  }
  const fits = (part: string): boolean => measureText(part, least, glyphs) <= length;
  const count = Math.max(1, Math.floor(depth / (lineHeight * least)));
  return {
    lines: cut(
      wrap(text, length, (part) => measureText(part, least, glyphs)),
      count,
      fits,
    ),
    size: least,
    is_smaller: true,
    is_cut: true,
  };
}

/** The start of each line, in mm along and across the writing direction, from the corner of the box. */
export function placeLines(
  { lines, size }: FittedText,
  box: Pick<CardElement, 'rotation' | 'width' | 'height' | 'align'>,
  glyphs: Glyphs,
): { text: string; along: number; across: number }[] {
  const [length, depth] = box.rotation === 90 ? [box.height, box.width] : [box.width, box.height];
  const top = (depth - lines.length * lineHeight * size) / 2;
  const share = { left: 0, center: 0.5, right: 1 }[box.align];
  return lines.map((text, index) => ({
    text,
    along: (length - measureText(text, size, glyphs)) * share,
    across: top + (index * lineHeight + baseline) * size,
  }));
}
