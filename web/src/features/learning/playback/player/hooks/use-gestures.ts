import { useEffect, useRef, useState, type PointerEvent } from 'react';

const doubleMs = 280;
const longMs = 450;
const movedPx = 12;

export type Gesture = {
  /** Single tap: shows or hides the controls. */
  tap: () => void;
  /** Mouse click; two of them are also a double click. */
  click: () => void;
  double: (where: 'left' | 'middle' | 'right') => void;
  doubleClick: () => void;
  /** Horizontal drag: the distance as a share of the width; the last call is on release, null when cancelled. */
  drag: (share: number | null, isOver: boolean) => void;
  /** Long press: true when it starts, false when released. */
  hold: (isHeld: boolean) => void;
};

type Press = { x: number; y: number; timer: ReturnType<typeof setTimeout>; is_held: boolean; is_dragged: boolean };

function whereOf(event: PointerEvent): 'left' | 'middle' | 'right' {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientX - left) / width;
  return at < 0.35 ? 'left' : at > 0.65 ? 'right' : 'middle';
}

const shareOf = (event: PointerEvent, { x }: Press): number =>
  (event.clientX - x) / Math.max(1, event.currentTarget.getBoundingClientRect().width);

/** Turns pointer events on the video into taps, double taps by position, horizontal drags and long presses. */
export function useGestures(callbacks: Gesture) {
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  const gesture = (): Gesture => latest.current;
  const press = useRef<Press | null>(null);
  const lastTap = useRef(-Infinity);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(
    () => () => {
      if (press.current) clearTimeout(press.current.timer);
    },
    [],
  );

  function endPress(): Press | null {
    const before = press.current;
    press.current = null;
    if (before) clearTimeout(before.timer);
    if (before?.is_held) {
      setIsHeld(false);
      gesture().hold(false);
    }
    return before;
  }

  const cancelDrag = (): void => {
    if (endPress()?.is_dragged) gesture().drag(null, true);
  };

  /** The first tap acts at once; a second one makes it a double tap. */
  const tapped = (event: PointerEvent): void => {
    const isMouse = event.pointerType === 'mouse';
    const isSecond = event.timeStamp - lastTap.current < doubleMs;
    lastTap.current = isSecond ? -Infinity : event.timeStamp;
    if (isMouse) gesture().click();
    if (isSecond && isMouse) gesture().doubleClick();
    if (isSecond && !isMouse) gesture().double(whereOf(event));
    if (!isSecond && !isMouse) gesture().tap();
  };

  return {
    is_held: isHeld,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        if (event.button !== 0) return;
        const started: Press = {
          x: event.clientX,
          y: event.clientY,
          is_held: false,
          is_dragged: false,
          timer: setTimeout(() => {
            started.is_held = true;
            setIsHeld(true);
            gesture().hold(true);
          }, longMs),
        };
        press.current = started;
      },
      onPointerMove(event: PointerEvent): void {
        const { current } = press;
        if (!current || current.is_held) return;
        const [across, down] = [event.clientX - current.x, event.clientY - current.y];
        if (current.is_dragged) return gesture().drag(shareOf(event, current), false);
        if (Math.hypot(across, down) <= movedPx) return;
        if (event.pointerType === 'mouse' || Math.abs(across) < 2 * Math.abs(down)) return void endPress();
        clearTimeout(current.timer);
        current.is_dragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp(event: PointerEvent): void {
        const before = endPress();
        if (before?.is_dragged) gesture().drag(shareOf(event, before), true);
        else if (before && !before.is_held) tapped(event);
      },
      onPointerCancel: cancelDrag,
      onPointerLeave: cancelDrag,
      onContextMenu: (event: { preventDefault: () => void }): void => event.preventDefault(),
    },
  };
}
