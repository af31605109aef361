import { lazy, Suspense } from 'react';
import { loadChunk } from '../loading/load-chunk.ts';

const Support = lazy(async () => ({ default: (await loadChunk(() => import('./support.tsx'))).Support }));

/** `Support` beside a sentence that few read: its code loads when the sentence is shown. */
export function SupportLater() {
  return (
    <Suspense fallback={null}>
      <Support />
    </Suspense>
  );
}
