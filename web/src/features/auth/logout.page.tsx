import { useEffect } from 'react';
import { Link } from 'react-router';
import { logout } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/parts.tsx';
import { useTitle } from './use-title.ts';

/** Logs out on arrival. */
export function LogoutPage() {
  const t = useT();
  useTitle(t('auth.logout_done'));
  useEffect(() => void logout().catch(() => undefined), []); // A session that is over already is just as good.
  return <EmptyState icon="log-out" title={t('auth.logout_done')} text={t('auth.logout_hint')} action={<Link className={buttonClass('primary')} to="/open/login">{t('auth.to_login')}</Link>} />;
}
