import { useEffect, useState } from 'react';
import type { Row } from '../resource-view.ts';

type Given = { rows: readonly Row[]; openRow: (id: number) => void; create: (() => void) | null };

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], .ant-modal, .ant-drawer') !== null;

/** The keyboard of a list: / searches, n makes, j and k walk, Enter opens, ? tells. */
export function useListKeys({ rows, openRow, create }: Given): { active: number | null; help: boolean; closeHelp: () => void } {
  const [active, setActive] = useState<number | null>(null);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const walk = (by: number): void => {
      const at = rows.findIndex((row) => row.id === active);
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
      if (next) setActive(next.id);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Record<string, () => void> = {
        '/': () => document.getElementById('kk-keyword')?.focus(), n: () => create?.(), j: () => walk(1), k: () => walk(-1), '?': () => setHelp(true),
        Enter: () => { if (active !== null && document.activeElement === document.body) openRow(active); },
      };
      const act = acts[event.key];
      if (!act) return;
      if (event.key !== 'Enter') event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [rows, active, openRow, create]);
  return { active, help, closeHelp: () => setHelp(false) };
}
