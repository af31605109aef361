import { lazy, Suspense, useEffect } from 'react';
import { defaultWebUrl } from '@kaike/shared/domain/constants';
import { areaOf } from '../../api/area-of.ts';
import { HelpWays } from '../../app/components/help-ways.tsx';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import css from './error-pages.module.css';

const pollMs = 5000;

/** Staff need neither the courses nor the school's contact. */
const ErrorWays = lazy(async () => ({ default: (await import('../admin/error-ways.tsx')).ErrorWays }));

/** A plain form, so that it works wherever a page is missing. */
function Search() {
  const t = useT();
  const label = t('common.search_courses');
  return (
    <form className={css['search']} action="/open/courses" role="search">
      <input type="search" name="text" aria-label={label} placeholder={label} maxLength={50} />
      <Button type="submit" look="primary">
        {label}
      </Button>
    </form>
  );
}

type PollActions = { tryAgain: () => void; notify: (text: string) => void };

async function poll({ tryAgain, notify }: PollActions): Promise<void> {
  const answer = await fetch(`${defaultWebUrl}/open/config?json=1`, { cache: 'no-store' });
  if (answer.status < 500) return tryAgain();
  const { message } = (await answer.json()) as { message?: unknown };
  return typeof message === 'string' ? notify(message) : undefined;
}

const doNothing = (): void => undefined;

/** Polls during maintenance every few seconds. The first poll only fetches the operator's message: reloading at once would loop on a page that is refused again. */
function MaintenancePoll({ tryAgain, notify }: PollActions) {
  useEffect(() => {
    const pollWith = (actions: PollActions): void => void poll(actions).catch(() => undefined); // The next poll retries.
    pollWith({ tryAgain: doNothing, notify });
    const timer = setInterval(() => pollWith({ tryAgain, notify }), pollMs);
    return () => clearInterval(timer);
  }, [tryAgain, notify]);
  return null;
}

/** What learners and visitors turn to: the courses, where a page does not exist, and the school. */
function LearnerWays({ kind }: { kind: string }) {
  return (
    <>
      {kind === '404' ? <Search /> : null}
      <HelpWays />
    </>
  );
}

/** What an error page offers besides its button: the ways of its area, polling for the end of maintenance. */
export function ErrorExtras({ kind, ...actions }: { kind: string } & PollActions) {
  const isMissing = kind === '403' || kind === '404';
  const isAdmin = areaOf(location.pathname) === 'admin';
  return (
    <>
      {kind === '503' ? <MaintenancePoll {...actions} /> : null}
      {isAdmin ? null : <LearnerWays kind={kind} />}
      {isAdmin && isMissing ? (
        <Suspense fallback={null}>
          <ErrorWays />
        </Suspense>
      ) : null}
    </>
  );
}
