import { useEffect } from 'react';
import { defaultWebUrl } from '@kaike/shared/domain/constants';
import { Support } from '../../app/support.tsx';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import css from './error-pages.module.css';

const lookAgainMs = 5000;

/** Without the app's help, so that it works wherever a page is missing. */
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

type Watching = { tryAgain: () => void; tell: (text: string) => void };

async function look({ tryAgain, tell }: Watching): Promise<void> {
  const answer = await fetch(`${defaultWebUrl}/open/config?json=1`, { cache: 'no-store' });
  if (answer.status < 500) return tryAgain();
  const { message } = (await answer.json()) as { message?: unknown };
  return typeof message === 'string' ? tell(message) : undefined;
}

const stay = (): void => undefined;

/** Maintenance is looked after every few seconds. What the operator has to say is asked for at once; that look leads nowhere, as a page that is refused again would come back in a circle. */
function Watch({ tryAgain, tell }: Watching) {
  useEffect(() => {
    const lookFor = (watching: Watching): void => void look(watching).catch(() => undefined); // Asked again soon.
    lookFor({ tryAgain: stay, tell });
    const timer = setInterval(() => lookFor({ tryAgain, tell }), lookAgainMs);
    return () => clearInterval(timer);
  }, [tryAgain, tell]);
  return null;
}

/** What an error page offers besides its one button: a search, a look at whether it is over, a person to ask. */
export function ErrorExtras({ kind, ...watching }: { kind: string } & Watching) {
  return (
    <>
      {kind === '404' ? <Search /> : null}
      {kind === '503' ? <Watch {...watching} /> : null}
      <Support />
    </>
  );
}
