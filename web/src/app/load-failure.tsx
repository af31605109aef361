import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/parts.tsx';
import { useT } from './wording.ts';

const Support = lazy(async () => ({ default: (await import('./support.tsx')).Support }));

/** The ways on for somebody whose pages have nothing in them yet. */
function NotActivated() {
  const t = useT();
  return (
    <EmptyState
      icon="ticket"
      title={t('home.not_activated.title')}
      text={t('home.not_activated.text')}
      action={
        <>
          <Link className={buttonClass('primary')} to="/home/cards/use-card">
            {t('home.not_activated.activate')}
          </Link>
          <Link className={buttonClass()} to="/open/courses">
            {t('home.not_activated.look')}
          </Link>
        </>
      }
    />
  );
}

const firstRefusal = 400;
const firstFault = 500;

/** What became of a request, in words: nobody is sent to check the network for what the server refused. */
export function describeLoadFailure(
  t: (key: string, params?: Record<string, string>) => string,
  error: unknown,
): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('common.load_failed_hint');
  if (error.status >= firstFault)
    return [
      t('common.server_failed'),
      error.body.request_id ? t('common.request_id', { id: error.body.request_id }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return error.status >= firstRefusal && error.message ? error.message : t('common.load_failed_hint');
}

/** Stands for what could not be loaded: says why and what to do. With the network back it tries by itself. */
export function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT();
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  if (error instanceof ApiError && error.code === 'access.not_activated') return <NotActivated />;
  return (
    <ErrorState
      title={t('common.load_failed')}
      text={describeLoadFailure(t, error)}
      retry_label={t('common.retry')}
      retry={retry}
      extra={
        <Suspense fallback={null}>
          <Support />
        </Suspense>
      }
    />
  );
}
