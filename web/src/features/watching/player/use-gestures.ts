import { useEffect, useRef, useState, type PointerEvent } from 'react';

const doubleMs = 280;
const longMs = 450;
const movedPx = 12;

export type Gesture = {
  /** One touch: shows or hides the controls. */
  tap: () => void;
  /** A click of a mouse; two of them make a double click as well. */
  click: () => void;
  double: (where: 'left' | 'middle' | 'right') => void;
  doubleClick: () => void;
  /** Held down; again with false when let go. */
  hold: (isHeld: boolean) => void;
};

type Press = { x: number; y: number; timer: ReturnType<typeof setTimeout>; is_held: boolean };

function whereOf(event: PointerEvent): 'left' | 'middle' | 'right' {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientX - left) / width;
  return at < 0.35 ? 'left' : at > 0.65 ? 'right' : 'middle';
}

/** Taps, double taps by where they fall, and holding, out of pointer events on the picture. */
export function useGestures(given: Gesture) {
  const latest = useRef(given);
  useEffect(() => { latest.current = given; });
  const gesture = (): Gesture => latest.current;
  const press = useRef<Press | null>(null);
  const lastTap = useRef(-Infinity);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => () => {
    if (press.current) clearTimeout(press.current.timer);
  }, []);

  function letGo(): Press | null {
    const before = press.current;
    press.current = null;
    if (before) clearTimeout(before.timer);
    if (before?.is_held) {
      setIsHeld(false);
      gesture().hold(false);
    }
    return before;
  }

  /** The first touch acts at once; the second one of two makes it a double one. */
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
        const begun: Press = { x: event.clientX, y: event.clientY, is_held: false, timer: setTimeout(() => {
          begun.is_held = true;
          setIsHeld(true);
          gesture().hold(true);
        }, longMs) };
        press.current = begun;
      },
      onPointerMove(event: PointerEvent): void {
        const { current } = press;
        if (current && !current.is_held && Math.hypot(event.clientX - current.x, event.clientY - current.y) > movedPx) letGo();
      },
      onPointerUp(event: PointerEvent): void {
        const before = letGo();
        if (before && !before.is_held) tapped(event);
      },
      onPointerCancel: () => void letGo(),
      onPointerLeave: () => void letGo(),
      onContextMenu: (event: { preventDefault: () => void }): void => event.preventDefault(),
    },
  };
}
