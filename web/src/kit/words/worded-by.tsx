import { lazy, Suspense, type ComponentType } from 'react';
import { Skeleton } from '../../ui/parts.tsx';
import type { PartWords } from '../../app/part-words.ts';

/** Renders the component once its part's wording has loaded. */
export function wordedBy<P extends object>(words: PartWords, Component: ComponentType<P>): ComponentType<P> {
  const Ready = lazy(async () => {
    await words.load();
    return { default: Component as ComponentType<object> };
  });
  return (props) => (
    <Suspense fallback={<Skeleton height={160} />}>
      <Ready {...props} />
    </Suspense>
  );
}
