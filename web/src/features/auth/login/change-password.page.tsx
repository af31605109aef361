import { useNavigate } from 'react-router';
import * as changePassword from '@kaike/shared/contracts/auth/change-password';
import { call } from '../../../api/client.ts';
import { BackLink } from '../../../app/components/back-link.tsx';
import { loadUser, useSession } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields.tsx';
import { Card, PageHeader } from '../../../ui/parts.tsx';
import css from './login.module.css';
import { passwordStrength } from './password-strength.ts';

const { password_confirmation: _typedOnce, ...fields } = changePassword.changePassword.body;

/** A new password for a member; other devices are logged out. */
export function ChangePasswordPage() {
  const t = useT();
  const navigate = useNavigate();
  // After a forced change there is no page to go back to.
  const mustChange = useSession((state) => state.user?.must_change_password === true);
  useTitle(t('auth.change_password'));
  const form = useForm(fields, {
    initial: { old_password: '', password: '' },
    label: (key) => t(`auth.fields.${key === 'password' ? 'new_password' : key}`),
    onSubmit: async (values) => {
      await call(changePassword.changePassword, { body: { ...values, password_confirmation: values.password } });
      toast('success', t('auth.password_changed'));
      await loadUser(true);
      void navigate('/home/personage/index');
    },
  });
  const password = form.values.password;
  return (
    <div className={css['stack']}>
      {mustChange ? null : <BackLink to="/home/personage/index">{t('pages.personage')}</BackLink>}
      <PageHeader title={t('auth.change_password')} />
      <Card>
        <form noValidate onSubmit={form.onSubmit}>
          <PasswordField
            {...form.text('old_password')}
            icon="lock"
            autoComplete="current-password"
            reveal={t('auth.reveal')}
          />
          <PasswordField
            {...form.text('password')}
            icon="key"
            autoComplete="new-password"
            reveal={t('auth.reveal')}
            hint={password === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(password)}`)}
          />
          <Button type="submit" look="primary" block busy={form.busy}>
            {t('common.save')}
          </Button>
        </form>
      </Card>
    </div>
  );
}
