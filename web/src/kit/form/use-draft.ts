import { useCallback, useEffect, useRef } from 'react';
import type { Fields } from '@kaike/shared/kit/field';
import { draftable, dropDraft, writeDraft } from './draft.ts';

type Values = Record<string, unknown>;
type DraftSource = { key: string; fields: Fields; changes: Values; base: Values };

/** A draft is saved when typing pauses this long, and at once when the page is closed. */
const pauseMs = 300;

/** Saves unsaved changes in this browser; returns a function that discards them. */
export function useDraft(source: DraftSource): () => void {
  const latest = useRef(source);
  latest.current = source;
  const isDropped = useRef(false);
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
    const timer = setTimeout(write, pauseMs);
    return () => clearTimeout(timer);
  }, [source.changes, write]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
  return useCallback(() => {
    isDropped.current = true;
    dropDraft(latest.current.key);
  }, []);
}
