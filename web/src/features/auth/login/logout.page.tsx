import { useState, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import logoutWords from 'virtual:locale/logout';
import { ApiError } from '../../../api/api-error.ts';
import { setAppBadge } from '../../../ui/app-badge.ts';
import { logout } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/parts.tsx';

type State = 'asking' | 'leaving' | 'done' | 'failed';

/** Logs out after a click in the app; a visit by an external link is confirmed first. An expired session counts as logged out; a network failure does not. */
export function LogoutPage() {
  const t = logoutWords.useT();
  // The first page of a visit has no location key.
  const isFirst = useLocation().key === 'default';
  const [state, setState] = useState<State>(isFirst ? 'asking' : 'leaving');
  useTitle(t(state === 'asking' ? 'logout.title' : 'logout.done'));
  useEffect(() => {
    if (state !== 'leaving') return;
    setAppBadge(0);
    logout().then(
      () => setState('done'),
      (error: unknown) => setState(error instanceof ApiError && error.status === 401 ? 'done' : 'failed'),
    );
  }, [state]);
  if (state === 'asking')
    return (
      <EmptyState
        icon="log-out"
        title={t('logout.ask')}
        action={
          <>
            <Button look="primary" onClick={() => setState('leaving')}>
              {t('logout.title')}
            </Button>
            <Link className={buttonClass('ghost')} to="/open/index">
              {t('logout.stay')}
            </Link>
          </>
        }
      />
    );
  if (state === 'leaving') return <Skeleton height={220} />;
  if (state === 'failed')
    return (
      <ErrorState
        title={t('logout.failed')}
        text={t('common.load_failed_hint')}
        retryLabel={t('common.retry')}
        retry={() => setState('leaving')}
      />
    );
  return (
    <EmptyState
      icon="log-out"
      title={t('logout.done')}
      text={t('logout.hint')}
      action={
        <Link className={buttonClass('primary')} to="/open/login">
          {t('auth.to_login')}
        </Link>
      }
    />
  );
}
