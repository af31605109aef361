import { useNavigate } from 'react-router';
import { startOf, useSession } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { PasswordForm } from '../../auth/admin-account/password-form.tsx';
import { StrengthMeter } from '../../auth/admin-account/public.ts';

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
