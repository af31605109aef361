import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { CardElement, CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import {
  moveBox,
  resizeBox,
  snapMove,
  snapResize,
  type LayoutBox,
  type Guide,
  type Handle,
} from '@kaike/shared/domain/cards/faces/card-layout-edit';

/** Pixels within which an edge snaps to a line. */
const reachPx = 6;
/** Pixels: a tap with an unsteady finger is not a drag. */
const slackPx = 3;

export type DragPlace = { id: string; box: LayoutBox; guides: readonly Guide[] };
type Start = {
  id: string;
  handle: Handle | null;
  x: number;
  y: number;
  box: LayoutBox;
  kind: CardElement['kind'];
  others: LayoutBox[];
  pointer: number;
};
type DragOptions = { layout: CardLayout; scale: number; done: (id: string, box: LayoutBox) => void };

function follow(
  start: Start,
  move: { layout: CardLayout; scale: number; dx: number; dy: number; is_free: boolean },
): DragPlace {
  const { layout, scale, is_free } = move;
  const reach = is_free ? 0 : reachPx / scale;
  const [dx, dy] = [move.dx / scale, move.dy / scale];
  const { id, box, handle, others, kind } = start;
  if (!handle) {
    const moved = moveBox(box, { dx, dy }, layout);
    return { id, ...(is_free ? { box: moved, guides: [] } : snapMove({ box: moved, others, card: layout, reach })) };
  }
  const pulled = resizeBox({ kind, ...box }, { handle, dx, dy }, layout);
  if (is_free) return { id, box: pulled, guides: [] };
  const pull = snapResize({ box: pulled, others, card: layout, reach }, handle);
  return {
    id,
    box: resizeBox({ kind, ...box }, { handle, dx: dx + pull.dx, dy: dy + pull.dy }, layout),
    guides: pull.guides,
  };
}

/** Moves and resizes by mouse, pen and finger. Alt disables snapping, Escape cancels. */
export function useDrag({ layout, scale, done }: DragOptions) {
  const start = useRef<Start | null>(null);
  const [dragged, setDragged] = useState<DragPlace | null>(null);
  const latest = useRef<DragPlace | null>(null);
  latest.current = dragged;
  const stop = (): void => {
    start.current = null;
    setDragged(null);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && start.current) stop();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const begin = (event: ReactPointerEvent, element: CardElement, handle: Handle | null): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { id, kind, side, x, y, width, height } = element;
    const others = layout.elements.filter((other) => other.side === side && other.id !== id && other.opacity > 0);
    start.current = {
      id,
      handle,
      kind,
      x: event.clientX,
      y: event.clientY,
      box: { x, y, width, height },
      others,
      pointer: event.pointerId,
    };
  };
  const move = (event: ReactPointerEvent): void => {
    const from = start.current;
    if (!from || from.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!latest.current && Math.hypot(dx, dy) < slackPx) return;
    setDragged(follow(from, { layout, scale, dx, dy, is_free: event.altKey }));
  };
  const end = (): void => {
    if (start.current && latest.current) done(latest.current.id, latest.current.box);
    stop();
  };
  return { dragged, begin, move, end, cancel: stop };
}
