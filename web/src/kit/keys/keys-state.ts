import { useEffect } from 'react';
import { create } from 'zustand';

export const useKeys = create<{ is_open: boolean }>(() => ({ is_open: false }));

export const setKeysOpen = (isOpen: boolean): void => useKeys.setState({ is_open: isOpen });

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]') !== null;

/** ? shows the shortcuts on any page of the back office, also from within a drawer, but never from a field. */
export function useHelpKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '?' ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      setKeysOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
