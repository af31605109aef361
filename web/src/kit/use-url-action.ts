import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Runs `work` once for the URL's `do` parameter, and removes it from the URL, so that going back does not run it again. */
export function useUrlAction(work: (name: string) => boolean): void {
  const [params, setParams] = useSearchParams();
  const action = params.get('do');
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (action === null || !latest.current(action)) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        return next;
      },
      { replace: true },
    );
  }, [action, setParams]);
}
