import { Suspense, lazy } from 'react';
import { Skeleton } from '../../kit/widgets.ts';
import { accountWords } from './account-words.ts';

/** The page is drawn once its words are there. */
const Page = lazy(async () => {
  await accountWords.load();
  return { default: (await import('./second-factor-steps.tsx')).SecondFactorSteps };
});

/** Codes of an authenticator after the password: setting up, changing, switching off. */
export function SecondFactorPage() {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Page />
    </Suspense>
  );
}
