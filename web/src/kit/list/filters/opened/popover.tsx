import { Suspense, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../../../form/is-composing.ts';

const edge = 12;

/** Moves the focus into the box, after what loads in it; choices may arrive later than their box. */
function FocusFirst({ box }: { box: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const focusFirst = (): boolean => {
      const first = box.current?.querySelector<HTMLElement>('input:checked, input, button');
      first?.focus();
      return Boolean(first);
    };
    if (!box.current || focusFirst()) return undefined;
    const observer = new MutationObserver(() => {
      if (focusFirst()) observer.disconnect();
    });
    observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
  return null;
}

/** A box under its button. Escape closes it and returns the focus, so does whatever is used outside, which keeps it. */
export function Popover({
  label,
  close,
  children,
}: {
  label: string;
  close: (how: { returns: boolean }) => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  // Lists that open from the box are in it for React, but not in the document.
  const isInside = useRef(true);
  useEffect(() => {
    const forget = (): void => {
      isInside.current = false;
    };
    const leave = (): void => {
      if (!isInside.current) close({ returns: false });
    };
    document.addEventListener('pointerdown', forget, true);
    document.addEventListener('focusin', forget, true);
    document.addEventListener('click', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', forget, true);
      document.removeEventListener('focusin', forget, true);
      document.removeEventListener('click', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [close]);
  useLayoutEffect(() => {
    const over = (box.current?.getBoundingClientRect().right ?? 0) + edge - document.documentElement.clientWidth;
    if (box.current && over > 0) box.current.style.left = `${-over}px`;
  }, []);
  const remember = (): void => {
    isInside.current = true;
  };
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="kk-popover"
      onPointerDownCapture={remember}
      onFocusCapture={remember}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        close({ returns: true });
      }}
      onKeyDown={(event) => {
        // The key has been answered: it must not press the chip to which the focus returns.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <Suspense fallback={<span className="kk-input is-waiting" />}>
        {children}
        <FocusFirst box={box} />
      </Suspense>
    </div>
  );
}
