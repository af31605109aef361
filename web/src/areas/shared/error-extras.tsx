import { useEffect } from 'react';
import { defaultWebUrl } from '@kaike/shared/domain/constants';
import { HelpWays } from '../../app/components/help-ways.tsx';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import css from './error-pages.module.css';

const pollMs = 5000;

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

/** What an error page offers besides its button: a search, polling for the end of maintenance, a contact. */
export function ErrorExtras({ kind, ...actions }: { kind: string } & PollActions) {
  return (
    <>
      {kind === '404' ? <Search /> : null}
      {kind === '503' ? <MaintenancePoll {...actions} /> : null}
      <HelpWays />
    </>
  );
}
