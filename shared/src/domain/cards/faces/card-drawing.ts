import { cardSize, isText, quietModules, type CardElement, type CardLayout, type CardSide } from './card-layout.ts';
import { fitText, placeLines, type Glyphs } from './card-text.ts';

/** The dark modules of a QR code, row by row. */
export type QrModules = { size: number; data: ArrayLike<number> };

/** Data printed on one card. Without a secret neither it nor the QR code, which contains it, is drawn. */
export type CardData = {
  serial: string;
  secret: string | null;
  qr: QrModules | null;
  product: string;
  school: string;
  validity: string | null;
};

/** Background pictures of the sides, in place of their colours. */
export type CardCovers = { front: string | null; back: string | null };

/** A drawing instruction, in mm from the trimmed top left corner; `element` is null for the background. */
export type Shape = { element: string | null } & (
  | { kind: 'gradient'; x: number; y: number; width: number; height: number; from: string; to: string }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; color: string; opacity: number }
  | {
      kind: 'picture';
      x: number;
      y: number;
      width: number;
      height: number;
      src: string;
      rotation: 0 | 90;
      opacity: number;
    }
  | { kind: 'qr'; x: number; y: number; size: number; modules: QrModules; color: string }
  | { kind: 'line'; x: number; y: number; size: number; text: string; color: string; rotation: 0 | 90; opacity: number }
);

function wordsOf(element: CardElement, data: CardData): string | null {
  switch (element.kind) {
    case 'text':
      return element.text;
    case 'product':
      return data.product;
    case 'school':
      return data.school;
    case 'serial':
      return element.text + data.serial;
    case 'secret':
      return data.secret === null ? null : element.text + data.secret;
    case 'validity':
      return data.validity === null ? null : element.text + data.validity;
    default:
      return null;
  }
}

function drawText(element: CardElement, words: string, glyphs: Glyphs): Shape[] {
  const { id, x, y, width, color, rotation, opacity } = element;
  const fitted = fitText(words, element, glyphs);
  return placeLines(fitted, element, glyphs).map(({ text, along, across }) => ({
    element: id,
    kind: 'line',
    size: fitted.size,
    text,
    color,
    rotation,
    opacity,
    // Rotated clockwise, the top edge faces right.
    ...(rotation === 90 ? { x: x + width - across, y: y + along } : { x: x + along, y: y + across }),
  }));
}

/** The largest square centred in the box, including the white border every QR code needs. */
function drawQr(element: CardElement, modules: QrModules): Shape[] {
  const side = Math.min(element.width, element.height);
  const [x, y] = [element.x + (element.width - side) / 2, element.y + (element.height - side) / 2];
  const quiet = (side * quietModules) / (modules.size + 2 * quietModules);
  return [
    { element: element.id, kind: 'rect', x, y, width: side, height: side, color: '#ffffff', opacity: 100 },
    {
      element: element.id,
      kind: 'qr',
      x: x + quiet,
      y: y + quiet,
      size: side - 2 * quiet,
      modules,
      color: element.color,
    },
  ];
}

function drawElement(element: CardElement, data: CardData, glyphs: Glyphs): Shape[] {
  const { id, kind, x, y, width, height, color, opacity, rotation, src } = element;
  if (kind === 'box') return [{ element: id, kind: 'rect', x, y, width, height, color, opacity }];
  if (kind === 'picture')
    return src ? [{ element: id, kind: 'picture', x, y, width, height, src, rotation, opacity }] : [];
  if (kind === 'qr') return data.secret !== null && data.qr ? drawQr(element, data.qr) : [];
  const words = isText(kind) ? wordsOf(element, data) : null;
  return words ? drawText(element, words, glyphs) : [];
}

type DrawingInput = { layout: CardLayout; side: CardSide; covers: CardCovers; data: CardData; glyphs: Glyphs };

/** One side of one card, bottom layer first. The designer, pictures of cards and print files all use it. */
export function drawCard({ layout, side, covers, data, glyphs }: DrawingInput): Shape[] {
  const { bleed } = cardSize;
  const whole = { x: -bleed, y: -bleed, width: layout.width + 2 * bleed, height: layout.height + 2 * bleed };
  const cover = covers[side];
  const ground: Shape[] = [{ element: null, kind: 'gradient', ...whole, ...layout[side] }];
  if (cover) ground.push({ element: null, kind: 'picture', ...whole, src: cover, rotation: 0, opacity: 100 });
  return [
    ...ground,
    ...layout.elements
      .filter((element) => element.side === side)
      .flatMap((element) => drawElement(element, data, glyphs)),
  ];
}

/** Runs of dark modules as x, y and length: fewer shapes, and no seams between neighbours. */
export function runsOf({ size, data }: QrModules): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const start = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > start) runs.push([start, y, x - start]);
    }
  }
  return runs;
}
