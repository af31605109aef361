import { lazy, Suspense, useState, type ComponentType } from 'react';
import welcomeWords from 'virtual:locale/welcome';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { newcomerKey } from '../../../../app/newcomer.ts';
import { Skeleton } from '../../../../ui/parts.tsx';

/** Asked once; where it cannot be loaded, the page is whole without it. */
const Welcome = lazy<ComponentType<{ close: () => void }>>(() =>
  Promise.all([loadChunk(() => import('./welcome.tsx')), welcomeWords.load()]).then(
    ([{ Welcome: component }]) => ({ default: component }),
    () => ({ default: () => null }),
  ),
);

/** Three questions for who has just registered here. */
export function LateWelcome() {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(newcomerKey) !== null);
  if (!isOpen) return null;
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <Welcome
        close={() => {
          localStorage.removeItem(newcomerKey);
          setIsOpen(false);
        }}
      />
    </Suspense>
  );
}
