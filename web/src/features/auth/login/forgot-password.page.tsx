import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { field } from '@kaike/shared/kit/field';
import { call } from '../../../api/client.ts';
import { SupportLater } from '../../../app/components/support-later.tsx';
import { useSends } from '../../../app/config.ts';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import css from './login.module.css';
import { passwordStrength } from './password-strength.ts';
import type { ResetAccount } from './typed-number.ts';
import { useCaptcha } from './use-captcha.tsx';

const whoFields = { username: field.text({ rules: 'required|max:254' }) };
const newFields = {
  message_code: field.text({ rules: 'required|mobile_code' }),
  password: field.password({ rules: 'required|password' }),
};
const steps = ['who', 'code', 'done'] as const;
/** The receiver of the code, stored so that a reload or a switch to the mail app does not lose the step. */
const receiverKey = 'forgot:receiver';

/** Sends a code by mail or SMS; the response is the same whether or not the account exists. */
async function sendCode(receiver: string, verify: string): Promise<{ wait: number; message: string }> {
  const contract = receiver.includes('@') ? forgotPassword.sendResetMail : forgotPassword.sendResetSms;
  return call(contract, { body: { username: receiver, verify } });
}

function Who({ onSent, initial }: { onSent: (receiver: string) => void; initial: string }) {
  const t = useT();
  const captcha = useCaptcha();
  const [sms, mail] = [useSends('reset'), useSends('reset', 'mail')];
  const useful = sms && mail ? 'receiver' : sms ? 'mobile_phone' : 'email';
  const form = useForm(whoFields, {
    initial: { username: initial },
    label: () => t(`auth.fields.${useful}`),
    onSubmit: async ({ username }) => {
      const verify = await captcha.verify();
      if (!verify) return;
      const { wait, message } = await sendCode(username, verify);
      sessionStorage.setItem('wait:forgot', String(Date.now() + wait * 1000));
      toast('success', message);
      onSent(username);
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextField
        {...form.text('username')}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.next')}
      </Button>
      {captcha.dialog}
    </form>
  );
}

function NewPassword({ receiver, back }: { receiver: string; back: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const form = useForm(newFields, {
    initial: { message_code: '', password: '' },
    label: (key) =>
      t(
        key === 'password'
          ? 'auth.fields.new_password'
          : receiver.includes('@')
            ? 'auth.fields.mail_code'
            : 'auth.fields.message_code',
      ),
    onSubmit: async (values) => {
      const { message } = await call(forgotPassword.resetPassword, {
        body: { ...values, username: receiver, password_confirmation: values.password },
        keeps_redirect: true,
      });
      sessionStorage.removeItem(receiverKey);
      toast('success', message);
      void navigate('/open/login', { replace: true, state: { account: receiver } satisfies ResetAccount });
    },
  });
  const again = async (): Promise<number | null> => {
    const verify = await captcha.verify();
    if (!verify) return null;
    try {
      return (await sendCode(receiver, verify)).wait;
    } catch (error) {
      form.refuse(error);
      return null;
    }
  };
  const password = form.values.password;
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <p className={css['muted']}>{t('auth.code_sent_to', { receiver })}</p>
      <CodeField
        {...form.text('message_code')}
        icon="shield"
        placeholder={t('auth.hints.message_code')}
        storageKey="wait:forgot"
        send={again}
        sendLabel={t('auth.send_code')}
        waitLabel={(seconds) => t('auth.wait', { seconds })}
      />
      <PasswordField
        {...form.text('password')}
        icon="lock"
        autoComplete="new-password"
        reveal={t('auth.reveal')}
        hint={password === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(password)}`)}
      />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.reset')}
      </Button>
      <Button look="ghost" block onClick={back}>
        {t('auth.previous')}
      </Button>
      {captcha.dialog}
    </form>
  );
}

/** Password reset in three steps: the account, a new password by code, login. */
export function ForgotPasswordPage() {
  const t = useT();
  const [receiver, setReceiver] = useState(() => sessionStorage.getItem(receiverKey) ?? '');
  const [isSent, setIsSent] = useState(receiver !== '');
  const onSent = (name: string): void => {
    sessionStorage.setItem(receiverKey, name);
    setReceiver(name);
    setIsSent(true);
  };
  useTitle(t('auth.forgot_title'));
  const [sms, mail] = [useSends('reset'), useSends('reset', 'mail')];
  const mayAsk = useSends('update_mobile');
  if (!sms && !mail) {
    return (
      <div className={css['box']}>
        <h1>{t('auth.forgot_title')}</h1>
        <p role="status">{t('auth.unsent.forgot')}</p>
        <SupportLater />
        <Link className={buttonClass('primary', true)} to="/open/login">
          {t('auth.to_login')}
        </Link>
      </div>
    );
  }
  return (
    <div className={css['box']}>
      <h1>{t('auth.forgot_title')}</h1>
      <ol className={css['steps']}>
        {steps.map((step, index) => (
          <li key={step} aria-current={index === (isSent ? 1 : 0) ? 'step' : undefined}>
            {t(`auth.forgot_steps.${step}`)}
          </li>
        ))}
      </ol>
      {isSent ? (
        <NewPassword receiver={receiver} back={() => setIsSent(false)} />
      ) : (
        <Who initial={receiver} onSent={onSent} />
      )}
      <p className={css['foot']}>
        <Link className={css['link']} to="/open/login">
          {t('auth.to_login')}
        </Link>
        {mayAsk ? (
          <Link className={css['link']} to="/open/new-number">
            {t('auth.lost_number')}
          </Link>
        ) : null}
      </p>
    </div>
  );
}
