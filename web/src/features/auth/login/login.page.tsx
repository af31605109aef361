import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import * as auth from '@kaike/shared/contracts/auth/auth';
import { field } from '@kaike/shared/kit/field';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { startOf } from '../../../app/session.ts';
import { useSends } from '../../../app/config.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { safeBackUrl } from '../../../areas/back-url.ts';
import { useForm, type Form } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../../ui/fields.tsx';
import { Tabs } from '../../../ui/parts.tsx';
import { followLogin, whenIdle } from './after-login.ts';
import css from './login.module.css';
import { ContactAndCode } from './contact-and-code.tsx';
import { IdleNumber } from './idle-number.tsx';
import { parseResetAccount, type TypedNumber } from './typed-number.ts';
import { useCaptcha } from './use-captcha.tsx';

/** Third-party sign-in, if configured; the form does not wait for it. */
const OtherLogins = lazy(async () => (await import('../../../areas/deferred.ts')).loadOtherLogins());

type LoginMethod = 'sms' | 'password';
type Enter = (body: Record<string, unknown>) => Promise<void>;
const smsFields = {
  mobile_phone: field.mobile({ rules: 'required' }),
  message_code: field.text({ rules: 'required|mobile_code' }),
};
const passwordFields = {
  username: field.text({ rules: 'required|max:100' }),
  password: field.password({ rules: 'required|max:72' }),
};

/** The way used last on this device; at first the password on the way to the back office, whose first administrator has nothing else. */
function firstWay(backUrl: string): LoginMethod {
  const used = localStorage.getItem('login-way') ?? (/^\/admin(\/|$)/.test(backUrl) ? 'password' : 'sms');
  return used === 'password' ? 'password' : 'sms';
}

/** For a visitor who was led here and does not want to log in yet; in the line that is there, so that nothing below moves. */
function LookAround() {
  const t = useT();
  return (
    <Link className={css['link']} to="/open/index">
      {t('auth.look_around')}
    </Link>
  );
}

function PasswordInputs({ form }: { form: Form<{ username: string; password: string }> }) {
  const t = useT();
  return (
    <>
      <TextField
        {...form.text('username')}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...form.text('password')} icon="lock" autoComplete="current-password" reveal={t('auth.reveal')} />
    </>
  );
}

/** Login by SMS code or password. */
export function LoginPage() {
  const t = useT();
  const [params] = useSearchParams();
  const backUrl = params.get('back_url') ?? '';
  const account = parseResetAccount(useLocation().state);
  const [preferredWay, setWay] = useState<LoginMethod>(() => (account ? 'password' : firstWay(backUrl)));
  const sendsSms = useSends('login');
  const canRegister = [useSends('register'), useSends('register', 'mail')].includes(true);
  const way = sendsSms ? preferredWay : 'password';
  const [remember, setRemember] = useState(false);
  const captcha = useCaptcha();
  useTitle(t('auth.login'));
  const enter: Enter = async (body) => {
    const send = (verify?: string) =>
      call(auth.logIn, {
        body: { ...body, remember, back_url: safeBackUrl(backUrl, ''), ...(verify ? { verify } : {}) },
        keeps_redirect: true,
      });
    const answer = await send().catch(async (error: unknown) => {
      // After several failures the server requires the captcha first.
      if (!(error instanceof ApiError) || (error.code !== 'auth.captcha_required' && !error.errors['verify']))
        throw error;
      const verify = await captcha.verify('login');
      if (!verify) throw error;
      return send(verify);
    });
    localStorage.setItem('login-way', way);
    followLogin(answer, startOf(answer.user));
  };
  const label = (key: string): string => t(`auth.fields.${key}`);
  // Both are kept here, so that switching the method loses no input.
  const [idle, setIdle] = useState(false);
  const sms = useForm(smsFields, {
    initial: { mobile_phone: '', message_code: '' },
    label,
    onSubmit: (values) => enter(values).catch(whenIdle(() => setIdle(true))),
  });
  const password = useForm(passwordFields, { initial: { username: account, password: '' }, label, onSubmit: enter });
  const form = way === 'sms' ? sms : password;
  return (
    <div className={css['box']}>
      <h1>{t('auth.login')}</h1>
      {safeBackUrl(backUrl, '') ? <p className={css['why']}>{t('auth.back_hint')}</p> : null}
      {sendsSms ? (
        <Tabs
          label={t('auth.ways')}
          active={way}
          onChange={setWay}
          tabs={[
            { key: 'sms', label: t('auth.by_sms') },
            { key: 'password', label: t('auth.by_password') },
          ]}
        />
      ) : null}
      {idle && way === 'sms' ? (
        <IdleNumber
          takesPassword
          mayRegister={canRegister}
          send={(proof) => enter({ ...sms.latestValues(), ...proof })}
          back={() => setIdle(false)}
        />
      ) : null}
      <form key={way} noValidate hidden={idle && way === 'sms'} onSubmit={form.onSubmit}>
        {way === 'sms' ? (
          <ContactAndCode
            contact="mobile_phone"
            form={sms}
            captcha={captcha}
            storageKey="wait:login"
            requestCode={(mobile_phone, verify) => call(auth.sendLoginCode, { body: { mobile_phone, verify } })}
          />
        ) : (
          <PasswordInputs form={password} />
        )}
        <div className={css['row']}>
          <Checkbox checked={remember} onChange={setRemember}>
            {t('auth.remember')}
          </Checkbox>
          <Link className={css['link']} to="/open/password">
            {t('auth.forgot')}
          </Link>
        </div>
        <Button type="submit" look="primary" block busy={form.busy}>
          {t('auth.login')}
        </Button>
      </form>
      {idle && way === 'sms' ? null : canRegister ? (
        <p className={css['foot']}>
          {t('auth.no_account')}
          <Link
            className={css['link']}
            to={`/open/register${backUrl ? `?back_url=${encodeURIComponent(backUrl)}` : ''}`}
            state={{ mobile_phone: sms.values.mobile_phone } satisfies TypedNumber}
          >
            {t('auth.to_register')}
          </Link>
          <LookAround />
        </p>
      ) : (
        <p className={css['foot']}>
          {t('auth.unsent.join')}
          <LookAround />
        </p>
      )}
      <Suspense>
        <OtherLogins backUrl={backUrl} />
      </Suspense>
      {captcha.dialog}
    </div>
  );
}
