import { useEffect } from 'react';

type Keys = { undo: () => void; redo: () => void; save: () => void };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, and Ctrl+S; a focused text field keeps its own undo. */
export function useDesignKeys({ undo, redo, save }: Keys, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') save();
      else if (isTyping(event.target)) return;
      else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else if (key === 'z') undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
