import type { Choice } from '../../../kit/field.ts';
import { cardSize, fontRange, isText, minimumQr, roundMm, type CardElement, type CardLayout } from './card-layout.ts';

/** Common card formats in mm: a bank card and a business card. */
export const cardFormats = { bank: { width: 85.6, height: 54 }, business: { width: 90, height: 54 } } as const;
export const cardFormatNames = ['bank', 'business', 'custom'] as const;
export type CardFormat = (typeof cardFormatNames)[number];
export const cardFormatChoices: readonly Choice<CardFormat>[] = cardFormatNames.map((value) => ({ value, key: value }));

type Size = { width: number; height: number };

const same = (a: number, b: number): boolean => Math.abs(a - b) < 0.005;

/** The format of a card in either orientation; any other size is `custom`. */
export function formatOf({ width, height }: Size): CardFormat {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return (
    (['bank', 'business'] as const).find(
      (name) => same(cardFormats[name].width, long) && same(cardFormats[name].height, short),
    ) ?? 'custom'
  );
}

/** A position on the card scales with it; one beyond its edge stays as far beyond as before. */
const moveEdge = (at: number, from: number, to: number): number =>
  at <= 0 ? at : at >= from ? to + at - from : (at * to) / from;

function moveSpan(start: number, length: number, sizes: { from: number; to: number }): [number, number] {
  const first = moveEdge(start, sizes.from, sizes.to);
  return [first, moveEdge(start + length, sizes.from, sizes.to) - first];
}

/** The span moved into the safe zone, and shortened when it does not fit. */
function keepSafe(start: number, length: number, whole: number): [number, number] {
  const { safe } = cardSize;
  const fitted = Math.min(length, whole - 2 * safe);
  return [Math.min(Math.max(start, safe), whole - safe - fitted), fitted];
}

/** Between formats of nearly the same size text and codes keep their size, so that switching back and forth changes nothing. */
const nearlyAlike = 0.9;

function shrinkOf(from: Size, to: Size): number {
  const ratio = Math.min(to.width / from.width, to.height / from.height);
  return ratio < nearlyAlike ? ratio : 1;
}

function fitElement(element: CardElement, from: Size, to: Size): CardElement {
  const shrink = shrinkOf(from, to);
  let [x, width] = moveSpan(element.x, element.width, { from: from.width, to: to.width });
  let [y, height] = moveSpan(element.y, element.height, { from: from.height, to: to.height });
  if (element.kind === 'qr') {
    const side = Math.max(minimumQr, Math.min(element.width, element.height) * shrink);
    [x, y, width, height] = [x + (width - side) / 2, y + (height - side) / 2, side, side];
  }
  if (element.kind === 'qr' || isText(element.kind))
    [[x, width], [y, height]] = [keepSafe(x, width, to.width), keepSafe(y, height, to.height)];
  const fontSize = Math.max(fontRange.min, Math.round(element.font_size * shrink * 4) / 4);
  return {
    ...element,
    x: roundMm(x),
    y: roundMm(y),
    width: roundMm(width),
    height: roundMm(height),
    font_size: fontSize,
  };
}

/** The same layout on a card of another size: everything in its place, codes large enough to read, text and codes in the safe zone. */
export function resizeCard(layout: CardLayout, to: Size): CardLayout {
  const [width, height] = [roundMm(to.width), roundMm(to.height)];
  if (same(width, layout.width) && same(height, layout.height)) return layout;
  return {
    ...layout,
    width,
    height,
    elements: layout.elements.map((element) => fitElement(element, layout, { width, height })),
  };
}

/** The card with its bleed: the area a background picture must fill. */
export const sizeWithBleed = ({ width, height }: Size): Size => ({
  width: roundMm(width + 2 * cardSize.bleed),
  height: roundMm(height + 2 * cardSize.bleed),
});
