import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Runs `work` once when the address asks for it by `do`, and takes that out of the address, so that going back does not ask again. */
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
