import { useNavigate } from 'react-router';
import { startOf, useSession } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { PageTitle } from '../../kit/pages/page-title.tsx';
import { PasswordForm } from '../../kit/password-form.tsx';
import { StrengthMeter } from '../personage/public.ts';

export function ChangePasswordPage() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={t('admin.change_password')} />
      <section className="kk-panel kk-padded">
        <PasswordForm
          done={() => void navigate(startOf(useSession.getState().user))}
          meter={(password) => <StrengthMeter password={password} />}
        />
      </section>
    </>
  );
}
