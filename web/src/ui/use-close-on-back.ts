import { useEffect, useRef } from 'react';

let last = 0;
/** Set while the history entry of a closed overlay waits to be left; an overlay opened in that moment reuses it. */
let leaving: ReturnType<typeof setTimeout> | undefined;

const shownOverlay = (): number => (history.state as { overlay?: number } | null)?.overlay ?? 0;

/** Gives an overlay its own history entry: going back closes it, and the page stays. */
export function useCloseOnBack(isOpen: boolean, close: (() => void) | null): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const isActive = isOpen && close !== null;
  useEffect(() => {
    if (!isActive) return undefined;
    const id = (last += 1);
    const entering = setTimeout(() => {
      history[leaving ? 'replaceState' : 'pushState']({ ...(history.state as object), overlay: id }, '');
      clearTimeout(leaving);
      leaving = undefined;
    });
    const onBack = (): void => {
      if (shownOverlay() < id) latest.current?.();
    };
    window.addEventListener('popstate', onBack);
    return () => {
      clearTimeout(entering);
      window.removeEventListener('popstate', onBack);
      if (shownOverlay() !== id) return;
      leaving = setTimeout(() => {
        leaving = undefined;
        history.back();
      });
    };
  }, [isActive]);
}
