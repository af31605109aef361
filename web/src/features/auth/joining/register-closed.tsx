import { Link } from 'react-router';
import invitationWords from 'virtual:words/invitation';
import { Support } from '../../../app/components/support.tsx';
import { buttonClass } from '../../../ui/button.tsx';

/** Why nobody can register here, and whom to ask. */
export function RegisterClosed({ login }: { login: string }) {
  const t = invitationWords.useT();
  return (
    <>
      <p role="status">{t('invitation.none')}</p>
      <Support />
      <Link className={buttonClass('primary', true)} to={login}>
        {t('auth.to_login')}
      </Link>
    </>
  );
}
