import { useEffect, useState } from 'react';

const waitMs = 250;

/** A text once its typing has paused. */
export function useDebounced(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), waitMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
