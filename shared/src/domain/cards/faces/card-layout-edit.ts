import { cardSize, minimumQr, roundMm, type CardElement, type CardLayout } from './card-layout.ts';

export type LayoutBox = { x: number; y: number; width: number; height: number };
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';
export const handles: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** A line the designer shows while something snaps to it; axis `x` means a vertical line. */
export type Guide = { axis: 'x' | 'y'; at: number };
/** The snapped box and the lines it snaps to. */
export type Snapped = { box: LayoutBox; guides: Guide[] };

const smallest = 2;

const boxOf = ({ x, y, width, height }: LayoutBox): LayoutBox => ({ x, y, width, height });
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
export const smallestSize = (kind: CardElement['kind']): number =>
  kind === 'qr' ? minimumQr : kind === 'box' ? 0.5 : smallest;

/** Keeps part of the box on the card, so that it can be grabbed again. */
function keepInReach(box: LayoutBox, { width, height }: Pick<CardLayout, 'width' | 'height'>): LayoutBox {
  const { bleed } = cardSize;
  return {
    width: roundMm(box.width),
    height: roundMm(box.height),
    x: roundMm(clamp(box.x, -bleed - box.width + smallest, width + bleed - smallest)),
    y: roundMm(clamp(box.y, -bleed - box.height + smallest, height + bleed - smallest)),
  };
}

/** The box moved by a distance in mm. */
export function moveBox(
  box: LayoutBox,
  by: { dx: number; dy: number },
  card: Pick<CardLayout, 'width' | 'height'>,
): LayoutBox {
  return keepInReach({ ...boxOf(box), x: box.x + by.dx, y: box.y + by.dy }, card);
}

/** The box with one edge or corner dragged; the opposite one stays in place, and a QR code stays square. */
export function resizeBox(
  element: Pick<CardElement, 'kind'> & LayoutBox,
  drag: { handle: Handle; dx: number; dy: number },
  card: Pick<CardLayout, 'width' | 'height'>,
): LayoutBox {
  const least = smallestSize(element.kind);
  const { handle, dx, dy } = drag;
  const wide = handle.includes('e') ? dx : handle.includes('w') ? -dx : 0;
  const tall = handle.includes('s') ? dy : handle.includes('n') ? -dy : 0;
  let [width, height] = [Math.max(least, element.width + wide), Math.max(least, element.height + tall)];
  if (element.kind === 'qr') {
    const side = handle.length === 2 ? Math.max(width, height) : wide === 0 ? height : width;
    [width, height] = [side, side];
  }
  const x = handle.includes('w') ? element.x + element.width - width : element.x;
  const y = handle.includes('n') ? element.y + element.height - height : element.y;
  return keepInReach({ x, y, width, height }, card);
}

/** Lines to snap to: centre, trim edge, bleed and safe zone of the card, edges and centres of the other boxes. */
function linesOf(card: Pick<CardLayout, 'width' | 'height'>, others: readonly LayoutBox[], axis: 'x' | 'y'): number[] {
  const length = axis === 'x' ? card.width : card.height;
  const { safe, bleed } = cardSize;
  const own = others.flatMap((box) =>
    axis === 'x'
      ? [box.x, box.x + box.width / 2, box.x + box.width]
      : [box.y, box.y + box.height / 2, box.y + box.height],
  );
  return [length / 2, safe, length - safe, 0, length, -bleed, length + bleed, ...own];
}

type Pull = { shift: number; at: number };

function nearest(edges: readonly number[], lines: readonly number[], reach: number): Pull | null {
  let best: Pull | null = null;
  for (const edge of edges) {
    for (const at of lines) {
      const shift = at - edge;
      if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best.shift) - 1e-9))
        best = { shift, at };
    }
  }
  return best;
}

type SnapInput = {
  box: LayoutBox;
  others: readonly LayoutBox[];
  card: Pick<CardLayout, 'width' | 'height'>;
  reach: number;
};

/** A moved box, snapped to the nearest line within reach on each axis. */
export function snapMove({ box, others, card, reach }: SnapInput): Snapped {
  const across = nearest([box.x, box.x + box.width / 2, box.x + box.width], linesOf(card, others, 'x'), reach);
  const down = nearest([box.y, box.y + box.height / 2, box.y + box.height], linesOf(card, others, 'y'), reach);
  const guides: Guide[] = [
    ...(across ? [{ axis: 'x' as const, at: across.at }] : []),
    ...(down ? [{ axis: 'y' as const, at: down.at }] : []),
  ];
  return {
    box: keepInReach({ ...boxOf(box), x: box.x + (across?.shift ?? 0), y: box.y + (down?.shift ?? 0) }, card),
    guides,
  };
}

/** The correction to a handle's drag that puts the moving edge on a line. */
export function snapResize(
  { box, others, card, reach }: SnapInput,
  handle: Handle,
): { dx: number; dy: number; guides: Guide[] } {
  const across =
    handle.includes('e') || handle.includes('w')
      ? nearest([handle.includes('e') ? box.x + box.width : box.x], linesOf(card, others, 'x'), reach)
      : null;
  const down =
    handle.includes('n') || handle.includes('s')
      ? nearest([handle.includes('s') ? box.y + box.height : box.y], linesOf(card, others, 'y'), reach)
      : null;
  const guides: Guide[] = [
    ...(across ? [{ axis: 'x' as const, at: across.at }] : []),
    ...(down ? [{ axis: 'y' as const, at: down.at }] : []),
  ];
  return { dx: across?.shift ?? 0, dy: down?.shift ?? 0, guides };
}

/** Arrow keys: 1 mm, with Shift 5 mm, with Alt 0.1 mm. */
export function arrowStep(event: {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
}): { dx: number; dy: number } | null {
  const step = event.altKey ? 0.1 : event.shiftKey ? 5 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      return { dx: -step, dy: 0 };
    case 'ArrowRight':
      return { dx: step, dy: 0 };
    case 'ArrowUp':
      return { dx: 0, dy: -step };
    case 'ArrowDown':
      return { dx: 0, dy: step };
    default:
      return null;
  }
}

/** The layout with one element changed. */
export function changeElement(layout: CardLayout, id: string, change: Partial<Omit<CardElement, 'id'>>): CardLayout {
  return {
    ...layout,
    elements: layout.elements.map((element) => (element.id === id ? { ...element, ...change } : element)),
  };
}

/** The layout with an element moved one layer forward (1) or back (-1) among those of its side. */
export function shiftLayer(layout: CardLayout, id: string, by: 1 | -1): CardLayout {
  const elements = [...layout.elements];
  const from = elements.findIndex((element) => element.id === id);
  const side = elements[from]?.side;
  let to = from + by;
  while (elements[to] && elements[to]?.side !== side) to += by;
  const [current, neighbour] = [elements[from], elements[to]];
  if (!current || !neighbour) return layout;
  elements[from] = neighbour;
  elements[to] = current;
  return { ...layout, elements };
}
