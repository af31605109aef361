import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocale } from '../wording.ts';

type LoadState<T> = { data: T | null; failed: boolean; error: unknown };

const nothing = { data: null, failed: false, error: null };

/** Loads something once, and again on `reload` or in another language, whose words may be in it; a response that arrives after the page has closed is dropped. `load` must keep its identity. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): LoadState<T> & { reload: () => void } {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<LoadState<T>>(nothing);
  const locale = useLocale();
  const current = useRef<unknown[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const [lastLoad, lastRound] = current.current;
    current.current = [load, round];
    // The words of the language before stay until the new ones are there.
    if (lastLoad !== load || lastRound !== round) setState(nothing);
    load(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setState({ data, failed: false, error: null });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ data: null, failed: true, error });
      },
    );
    return () => abort.abort();
  }, [load, round, locale]);
  return { ...state, reload: useCallback(() => setRound((old) => old + 1), []) };
}
