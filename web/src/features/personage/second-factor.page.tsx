import { Suspense, lazy } from 'react';
import accountWords from 'virtual:words/personage_admin';
import { Skeleton } from '../../kit/widgets.ts';

/** The page is rendered once its wording is loaded. */
const Page = lazy(async () => {
  await accountWords.load();
  return { default: (await import('./second-factor-steps.tsx')).SecondFactorSteps };
});

/** The second factor: set up, change, switch off. */
export function SecondFactorPage() {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Page />
    </Suspense>
  );
}
