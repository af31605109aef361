import { cardSize, isCode, isText, minimumQr, type CardElement, type CardLayout } from './card-layout.ts';
import type { CardCovers } from './card-drawing.ts';

export const layoutProblemCodes = [
  'no_code',
  'outside',
  'covered',
  'qr_small',
  'qr_pale',
  'no_picture',
  'small_text',
  'contrast',
  'over_picture',
] as const;
export type LayoutProblemCode = (typeof layoutProblemCodes)[number];
/** Errors are refused, because such cards could not be used; warnings are only shown. `element` is null for the card as a whole. */
export type LayoutProblem = { code: LayoutProblemCode; element: string | null; is_error: boolean };

/** Tolerance for rounding, in mm. */
const slack = 0.011;
const smallestText = 5;
/** WCAG 2: large text 3 : 1; a printed code needs more. */
const minContrast = 3;
const minQrContrast = 4.5;
const opaque = 60;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2). */
export function contrastOf(first: string, second: string): number {
  const [high, low] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const overlaps = (a: CardElement, b: CardElement): boolean =>
  a.x < b.x + b.width - slack &&
  b.x < a.x + a.width - slack &&
  a.y < b.y + b.height - slack &&
  b.y < a.y + a.height - slack;
const holds = (outer: CardElement, inner: CardElement): boolean =>
  outer.x <= inner.x + slack &&
  outer.y <= inner.y + slack &&
  outer.x + outer.width >= inner.x + inner.width - slack &&
  outer.y + outer.height >= inner.y + inner.height - slack;

/** Whether the whole element is inside the safe zone. */
export function isInside(element: CardElement, { width, height }: Pick<CardLayout, 'width' | 'height'>): boolean {
  const { safe } = cardSize;
  return (
    element.x >= safe - slack &&
    element.y >= safe - slack &&
    element.x + element.width <= width - safe + slack &&
    element.y + element.height <= height - safe + slack
  );
}

/** The colours behind a text; null when it is on a picture. */
function groundUnder(element: CardElement, layout: CardLayout, covers: CardCovers): string[] | null {
  const below = layout.elements
    .slice(0, layout.elements.indexOf(element))
    .filter((other) => other.side === element.side && overlaps(other, element));
  const top = below.findLast(
    (other) => (other.kind === 'box' && other.opacity >= opaque && holds(other, element)) || other.kind === 'picture',
  );
  if (top) return top.kind === 'box' ? [top.color] : null;
  // A translucent box over a picture is there to make text readable.
  const isVeiled = below.some((other) => other.kind === 'box' && other.opacity >= 40 && holds(other, element));
  if (covers[element.side])
    return isVeiled ? [below.findLast((other) => other.kind === 'box')?.color ?? '#000000'] : null;
  return [layout[element.side].from, layout[element.side].to];
}

function checkText(element: CardElement, layout: CardLayout, covers: CardCovers): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  const warn = (code: LayoutProblemCode): void => {
    problems.push({ code, element: element.id, is_error: false });
  };
  if (element.font_size < smallestText) warn('small_text');
  const ground = groundUnder(element, layout, covers);
  if (ground === null) warn('over_picture');
  else if (ground.some((color) => contrastOf(element.color, color) < minContrast)) warn('contrast');
  return problems;
}

/** The elements that overlap it from above. */
function coveringOf(element: CardElement, { elements }: CardLayout): CardElement[] {
  return elements
    .slice(elements.indexOf(element) + 1)
    .filter((other) => other.side === element.side && other.opacity > 0 && overlaps(element, other));
}

function checkElement(element: CardElement, layout: CardLayout, covers: CardCovers): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  const refuse = (code: LayoutProblemCode): void => {
    problems.push({ code, element: element.id, is_error: true });
  };
  const { kind } = element;
  if ((isText(kind) || kind === 'qr') && !isInside(element, layout)) refuse('outside');
  if (kind === 'qr' && Math.min(element.width, element.height) < minimumQr - slack) refuse('qr_small');
  if (kind === 'qr' && contrastOf(element.color, '#ffffff') < minQrContrast) refuse('qr_pale');
  if (kind === 'picture' && element.src === null)
    problems.push({ code: 'no_picture', element: element.id, is_error: false });
  const covering = coveringOf(element, layout);
  if (isCode(kind) && covering.length > 0) refuse('covered');
  else if (isText(kind) && covering.some((other) => !isText(other.kind) && other.opacity >= opaque))
    problems.push({ code: 'covered', element: element.id, is_error: false });
  return isText(kind) ? [...problems, ...checkText(element, layout, covers)] : problems;
}

/** The problems of a layout. The designer shows them, and the server refuses a layout with errors. */
export function checkLayout(layout: CardLayout, covers: CardCovers): LayoutProblem[] {
  const problems = layout.elements.flatMap((element) => checkElement(element, layout, covers));
  const hasCode = layout.elements.some((element) => isCode(element.kind));
  return hasCode ? problems : [{ code: 'no_code', element: null, is_error: true }, ...problems];
}
