import { lazy, Suspense, type ComponentType } from 'react';
import accountWords from 'virtual:words/account';
import { Skeleton } from '../../ui/parts.tsx';

/** The page, rendered once its wording is loaded. */
export function worded(Page: ComponentType): ComponentType {
  const Ready = lazy(async () => {
    await accountWords.load();
    return { default: Page };
  });
  return () => (
    <Suspense fallback={<Skeleton height={320} />}>
      <Ready />
    </Suspense>
  );
}
