import { useCallback, useEffect, useState } from 'react';

type LoadState<T> = { data: T | null; failed: boolean; error: unknown };

const nothing = { data: null, failed: false, error: null };

/** Loads something once, and again on `reload`; a response that arrives after the page has closed is dropped. `load` must keep its identity. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): LoadState<T> & { reload: () => void } {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<LoadState<T>>(nothing);
  useEffect(() => {
    const abort = new AbortController();
    setState(nothing);
    load(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setState({ data, failed: false, error: null });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ data: null, failed: true, error });
      },
    );
    return () => abort.abort();
  }, [load, round]);
  return { ...state, reload: useCallback(() => setRound((old) => old + 1), []) };
}
