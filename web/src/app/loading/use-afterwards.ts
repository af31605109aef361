import { startTransition, useEffect, useState } from 'react';

/** Whether what is below the first sight may render: once that is on the screen, and then in pauses. */
export function useAfterwards(isShown: boolean): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isShown) startTransition(() => setDue(true));
  }, [isShown]);
  return isDue;
}
