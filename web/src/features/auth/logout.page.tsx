import { useState, useEffect } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { showAppBadge } from '../../ui/app-badge.ts';
import { logout } from '../../app/session.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/parts.tsx';

type State = 'leaving' | 'done' | 'failed';

/** Logs out on arrival. A session that is over already is just as good; a lost network is not. */
export function LogoutPage() {
  const t = useT();
  const [state, setState] = useState<State>('leaving');
  useTitle(t('auth.logout_done'));
  useEffect(() => {
    showAppBadge(0);
    logout().then(() => setState('done'), (error: unknown) => setState(error instanceof ApiError && error.status === 401 ? 'done' : 'failed'));
  }, []);
  if (state === 'leaving') return <Skeleton height={220} />;
  if (state === 'failed') return <ErrorState title={t('auth.logout_failed')} text={t('common.load_failed_hint')} retry_label={t('common.retry')} retry={() => location.reload()} />;
  return <EmptyState icon="log-out" title={t('auth.logout_done')} text={t('auth.logout_hint')} action={<Link className={buttonClass('primary')} to="/open/login">{t('auth.to_login')}</Link>} />;
}
