import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

type Buttons = { labels: readonly string[]; most: number; room: number | null };

/** How many of these buttons stand in a row without being cut: from `most` down to one, found anew when they or the room change. */
export function useFitting({ labels, most, room }: Buttons): { ref: RefObject<HTMLElement | null>; count: number } {
  const ref = useRef<HTMLElement>(null);
  const key = [room, ...labels].join('\n');
  const [fit, setFit] = useState({ key, count: most });
  const count = fit.key === key ? fit.count : most;
  useLayoutEffect(() => {
    const row = ref.current;
    if (row && row.scrollWidth > row.clientWidth && count > 1) setFit({ key, count: count - 1 });
  }, [key, count]);
  return { ref, count };
}
