import { lazy, Suspense, useState, type ComponentType } from 'react';
import celebrationWords from 'virtual:locale/celebration';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';

/** Where it cannot be loaded, the page is whole without it, and the next visit celebrates. */
const Celebrate = lazy<ComponentType<{ close: () => void }>>(() =>
  Promise.all([loadChunk(() => import('./celebrate.tsx')), celebrationWords.load()]).then(
    ([{ Celebrate: component }]) => ({ default: component }),
    () => ({ default: () => null }),
  ),
);

/** What was reached, until it is closed. It stays when a newer answer no longer has it: this device took it. */
export function LateCelebration({ isDue }: { isDue: boolean }) {
  const [wasDue, setWasDue] = useState(isDue);
  const [isClosed, setIsClosed] = useState(false);
  if (isDue && !wasDue) setWasDue(true);
  if (!wasDue || isClosed) return null;
  return (
    <Suspense>
      <Celebrate close={() => setIsClosed(true)} />
    </Suspense>
  );
}
