import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as auth from '@kaike/shared/contracts/auth/auth';
import { field } from '@kaike/shared/kit/field';
import { call } from '../../../../api/client.ts';
import { newcomerKey } from '../../../../app/newcomer.ts';
import { useT } from '../../../../app/wording.ts';
import { safeBackUrl } from '../../../../areas/back-url.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../../ui/fields.tsx';
import { Tabs } from '../../../../ui/parts.tsx';
import { followLogin } from '../after-login.ts';
import css from '../login.module.css';
import { ContactAndCode } from '../contact-and-code.tsx';
import { parseTypedNumber } from '../typed-number.ts';
import { passwordStrength } from '../password-strength.ts';
import { useCaptcha } from '../use-captcha.tsx';
import { Agree } from './agree.tsx';

const { username, password, agree, agency_code } = auth.register.body;
/** The password can be made visible, so it is entered only once. */
const common = { username, password, agree, agency_code };
const required = { rules: 'required' } as const;
const proofs = { mobile_phone: field.mobile(required), email: field.email(required) };
type Contact = keyof typeof proofs;

export type RegisterFormProps = {
  /** What the person may prove; without any, a user name is required. */
  contacts: readonly Contact[];
  /** The address of the login page. */
  login: string;
  backUrl: string;
  agency?: string;
  invitation?: string;
};

/** A new member: mobile number or mailbox with its code, password, agreement. */
export function RegisterForm({ contacts, login, backUrl, agency = '', invitation = '' }: RegisterFormProps) {
  const t = useT();
  const captcha = useCaptcha();
  const [ownChoice, choose] = useState<Contact | null>(null);
  const contact = ownChoice && contacts.includes(ownChoice) ? ownChoice : contacts[0];
  const labels: Record<string, string> = {
    username: contact ? 'new_username' : 'user_name',
    message_code: contact === 'email' ? 'mail_code' : 'message_code',
  };
  const proof = contact
    ? { [contact]: proofs[contact], message_code: auth.code }
    : { username: field.text({ rules: 'required|user_name:2,30' }) };
  const form = useForm(
    // In the order they are shown, so that the first wrong one is focused; the rules of `proof` prevail.
    { ...proof, ...common, ...proof },
    {
      label: (key) => t(`auth.fields.${labels[key] ?? key}`),
      initial: {
        mobile_phone: parseTypedNumber(useLocation().state),
        email: '',
        message_code: '',
        username: '',
        password: '',
        agree: false,
        agency_code: agency,
      },
      onSubmit: async ({ mobile_phone, email, ...values }) => {
        const proved = contact ? { [contact]: contact === 'email' ? email : mobile_phone } : {};
        const body = { ...values, ...proved, invitation, password_confirmation: values.password };
        const answer = await call(auth.register, {
          body: { ...body, back_url: safeBackUrl(backUrl, '') },
          keeps_redirect: true,
        });
        localStorage.setItem(newcomerKey, '1');
        followLogin(answer, '/home/cards/use-card');
      },
    },
  );
  const typed = form.values.password;
  return (
    <form className={css['box']} noValidate onSubmit={form.onSubmit}>
      {contacts.length > 1 && contact ? (
        <Tabs
          label={t('auth.ways')}
          active={contact}
          onChange={(next) => {
            form.reset(['message_code']);
            choose(next);
          }}
          tabs={contacts.map((key) => ({ key, label: t(`auth.fields.${key}`) }))}
        />
      ) : null}
      {contact ? (
        <ContactAndCode
          contact={contact}
          form={form}
          captcha={captcha}
          storageKey={`wait:register:${contact}`}
          requestCode={(receiver, verify) =>
            call(auth.sendRegisterCode, { body: { [contact]: receiver, invitation, verify } })
          }
        />
      ) : null}
      <PasswordField
        {...form.text('password')}
        icon="lock"
        autoComplete="new-password"
        reveal={t('auth.reveal')}
        hint={typed === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(typed)}`)}
      />
      <TextField
        {...form.text('username')}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {agency ? <TextField {...form.text('agency_code')} icon="gift" /> : null}
      <Agree form={form} />
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
