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
  return <form className={css['search']} action="/open/courses" role="search"><input type="search" name="text" aria-label={label} placeholder={label} maxLength={50} /><Button type="submit" look="primary">{label}</Button></form>;
}

/** Maintenance is looked after every few seconds. */
function Watch({ tryAgain }: { tryAgain: () => void }) {
  useEffect(() => {
    const timer = setInterval(() => {
      fetch(`${defaultWebUrl}/open/config?json=1`, { cache: 'no-store' }).then(({ status }) => { if (status < 500) tryAgain(); }, () => undefined); // Asked again soon.
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [tryAgain]);
  return null;
}

/** What an error page offers besides its one button: a search, a look at whether it is over, a person to ask. */
export function Further({ kind, tryAgain }: { kind: string; tryAgain: () => void }) {
  return <>{kind === '404' ? <Search /> : null}{kind === '503' ? <Watch tryAgain={tryAgain} /> : null}<Support /></>;
}
