import {
  alignments,
  cardSides,
  cardSize,
  elementKinds,
  fontRange,
  maximumElements,
  sizeRange,
  type CardElement,
  type CardGround,
  type CardLayout,
} from './card-layout.ts';

type Unknowns = Record<string, unknown>;

const isObject = (value: unknown): value is Unknowns =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const isOneOf = <V>(value: unknown, all: readonly V[]): value is V => all.includes(value as V);
/** Only pictures this school stores: the server would fetch one from elsewhere. */
const isSource = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^\/uploads\/public\/\d{4}\/\d{2}\/[\w-]{8,60}\.webp$/.test(value));

const maxTextLength = 200;
const minBox = 0.5;

type ElementRect = Pick<CardElement, 'x' | 'y' | 'width' | 'height' | 'rotation'>;
type Style = Pick<CardElement, 'font_size' | 'color' | 'align' | 'opacity'>;

function readPlace({ x, y, width, height, rotation }: Unknowns): ElementRect | null {
  const isAt = isBetween(x, -sizeRange.max, sizeRange.max) && isBetween(y, -sizeRange.max, sizeRange.max);
  const isSized = isBetween(width, minBox, 2 * sizeRange.max) && isBetween(height, minBox, 2 * sizeRange.max);
  return isAt && isSized && isOneOf(rotation, [0, 90] as const) ? { x, y, width, height, rotation } : null;
}

function readStyle({ font_size, color, align, opacity }: Unknowns): Style | null {
  const isWritten = isBetween(font_size, fontRange.min, fontRange.max) && isOneOf(align, alignments);
  return isWritten && isColor(color) && isBetween(opacity, 0, 100) ? { font_size, color, align, opacity } : null;
}

function readElement(raw: unknown): CardElement | null {
  if (!isObject(raw)) return null;
  const { id, kind, side, text, src } = raw;
  const [place, style] = [readPlace(raw), readStyle(raw)];
  const isNamed =
    typeof id === 'string' && /^[\w-]{1,40}$/.test(id) && isOneOf(kind, elementKinds) && isOneOf(side, cardSides);
  if (!isNamed || !place || !style || typeof text !== 'string' || text.length > maxTextLength || !isSource(src))
    return null;
  return { id, kind, side, text, src, ...place, ...style };
}

function readGround(raw: unknown): CardGround | null {
  return isObject(raw) && isColor(raw['from']) && isColor(raw['to']) ? { from: raw['from'], to: raw['to'] } : null;
}

/** A layout parsed from JSON, without unknown keys; null when it is invalid. */
export function parseLayout(raw: unknown): CardLayout | null {
  if (!isObject(raw) || !Array.isArray(raw['elements']) || raw['elements'].length > maximumElements) return null;
  const { width = cardSize.width, height = cardSize.height } = raw;
  const [front, back] = [readGround(raw['front']), readGround(raw['back'])];
  const elements = raw['elements'].map(readElement);
  if (
    !front ||
    !back ||
    !isBetween(width, sizeRange.min, sizeRange.max) ||
    !isBetween(height, sizeRange.min, sizeRange.max)
  )
    return null;
  const valid = elements.filter((element) => element !== null);
  const isUnique = new Set(valid.map(({ id }) => id)).size === elements.length;
  return valid.length === elements.length && isUnique ? { width, height, front, back, elements: valid } : null;
}
