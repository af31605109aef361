import { Link, useSearchParams } from 'react-router';
import { register, registerSend } from '@kaike/shared/contracts/auth';
import { call } from '../../api/client.ts';
import { useSends } from '../../app/config.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { safeBackUrl } from '../../areas/back-url.ts';
import { useForm } from '../../form/use-form.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/fields.tsx';
import { followLogin } from './after-login.ts';
import css from './auth.module.css';
import { MobileAndCode } from './mobile-and-code.tsx';
import { passwordStrength } from './password-strength.ts';
import { useCaptcha } from './use-captcha.tsx';

const labels: Record<string, string> = { username: 'new_username' };
/** The password can be made visible, so it is entered only once. */
const { password_confirmation: _typedOnce, ...fields } = register.body;

/** Without SMS nobody can prove a mobile number. */
function NoRegister({ login }: { login: string }) {
  const t = useT();
  useTitle(t('auth.register'));
  return (
    <div className={css['box']}>
      <h1>{t('auth.register_title')}</h1>
      <p role="status">{t('auth.unsent.register')}</p>
      <Link className={buttonClass('primary', true)} to={login}>
        {t('auth.to_login')}
      </Link>
    </div>
  );
}

/** A new member: mobile, code, password, agreement. */
export function RegisterPage() {
  const [params] = useSearchParams();
  const backUrl = params.get('back_url') ?? '';
  const login = `/open/login${backUrl ? `?back_url=${encodeURIComponent(backUrl)}` : ''}`;
  return useSends('sms') ? <RegisterForm login={login} backUrl={backUrl} /> : <NoRegister login={login} />;
}

function RegisterForm({ login, backUrl }: { login: string; backUrl: string }) {
  const t = useT();
  const [params] = useSearchParams();
  const captcha = useCaptcha();
  useTitle(t('auth.register'));
  const label = (key: string): string => t(`auth.fields.${labels[key] ?? key}`);
  const form = useForm(fields, {
    label,
    initial: {
      mobile_phone: '',
      message_code: '',
      username: '',
      password: '',
      agree: false,
      agency_code: params.get('agency') ?? '',
    },
    onSubmit: async (values) => {
      const answer = await call(register, {
        body: { ...values, password_confirmation: values.password, back_url: safeBackUrl(backUrl, '') },
        keeps_redirect: true,
      });
      followLogin(answer, '/home/cards/use-card');
    },
  });
  const password = form.values.password;
  return (
    <form className={css['box']} noValidate onSubmit={form.onSubmit}>
      <h1>{t('auth.register_title')}</h1>
      <MobileAndCode
        form={form}
        captcha={captcha}
        storage_key="wait:register"
        requestCode={(body) => call(registerSend, { body })}
      />
      <PasswordField
        {...form.text('password')}
        icon="lock"
        autoComplete="new-password"
        reveal={t('auth.reveal')}
        hint={password === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(password)}`)}
      />
      <TextField
        {...form.text('username')}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {params.get('agency') ? <TextField {...form.text('agency_code')} icon="gift" /> : null}
      <Checkbox
        id="f-agree"
        checked={form.values.agree}
        onChange={(checked) => form.set('agree', checked)}
        error={form.errors['agree'] ? t('auth.agree_needed') : undefined}
      >
        {t('auth.agree_before')}
        <a href="/open/agreement" target="_blank" rel="noreferrer">
          {t('auth.agreement')}
        </a>
        {t('auth.agree_and')}
        <a href="/open/agreement?doc=privacy" target="_blank" rel="noreferrer">
          {t('auth.privacy')}
        </a>
      </Checkbox>
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.register')}
      </Button>
      <p className={css['foot']}>
        {t('auth.has_account')}
        <Link className={css['link']} to={login}>
          {t('auth.to_login')}
        </Link>
      </p>
      {captcha.dialog}
    </form>
  );
}
