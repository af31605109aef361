import { useCallback, useEffect, useRef, useState } from 'react';
import type { Fields } from '@kaike/shared/kit/field';
import { draftable, deleteDraft, writeDraft } from './draft.ts';

type Values = Record<string, unknown>;
type DraftSource = { key: string; fields: Fields; changes: Values; base: Values };

/** A draft is saved when typing pauses this long, and at once when the page is closed. */
const pauseMs = 300;

/** Saves unsaved changes in this browser: when it last did, and a function that discards them. */
export function useDraft(source: DraftSource): { kept_at: number | null; forget: () => void } {
  const latest = useRef(source);
  latest.current = source;
  const isDropped = useRef(false);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const write = useCallback(() => {
    const { key, fields, changes, base } = latest.current;
    if (isDropped.current) return;
    const storable = draftable(fields, changes);
    writeDraft(key, {
      changes: storable,
      base: Object.fromEntries(Object.keys(storable).map((name) => [name, base[name]])),
      saved_at: Date.now(),
    });
  }, []);
  useEffect(() => {
    isDropped.current = false;
    const timer = setTimeout(() => {
      write();
      setKeptAt(Object.keys(draftable(latest.current.fields, latest.current.changes)).length > 0 ? Date.now() : null);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [source.changes, write]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
  const forget = useCallback(() => {
    isDropped.current = true;
    deleteDraft(latest.current.key);
  }, []);
  return { kept_at: keptAt, forget };
}
