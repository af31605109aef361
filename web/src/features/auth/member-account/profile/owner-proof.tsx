import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { maskValue } from '@kaike/shared/domain/people/mask';
import { field } from '@kaike/shared/kit/field';
import { call } from '../../../../api/client.ts';
import { useSends } from '../../../../app/config.ts';
import { toast } from '../../../../app/toasts.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { CodeField } from '../../../../ui/code-field.tsx';
import { PasswordField } from '../../../../ui/fields.tsx';
import { Tabs } from '../../../../ui/parts.tsx';
import { useCaptcha } from '../../login/public.ts';
import css from '../member-account.module.css';
import { toastError } from '../member-account.queries.ts';

const codeFields = { message_code: field.text({ rules: 'required|mobile_code' }) };
const passwordFields = { password: field.password({ rules: 'required|max:72' }) };

type ProofMethod = 'code' | 'password';
type CodeRequest = { purpose: 'verify' | 'update_mobile'; mobile_phone?: string };

/** Requests a code after the captcha; null when nothing was sent. */
export function useSendCode(): { send: (body: CodeRequest) => Promise<number | null>; dialog: ReactNode } {
  const captcha = useCaptcha();
  const send = async (body: CodeRequest): Promise<number | null> => {
    const verify = await captcha.verify();
    if (!verify) return null;
    try {
      const { wait, message } = await call(accountApi.sendOwnCode, { body: { ...body, verify } });
      toast('success', message);
      return wait;
    } catch (error) {
      toastError(error);
      return null;
    }
  };
  return { send, dialog: captcha.dialog };
}

function ProofForm({
  way,
  mobile,
  onProved,
}: {
  way: ProofMethod;
  mobile: string;
  onProved: (pass: string) => Promise<void> | void;
}) {
  const t = accountWords.useT();
  const code = useSendCode();
  const form = useForm(way === 'code' ? codeFields : passwordFields, {
    initial: way === 'code' ? { message_code: '' } : { password: '' },
    label: (key) => t(`account.fields.${key}`),
    onSubmit: async (values) => onProved((await call(accountApi.reauthenticate, { body: values })).pass),
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      {way === 'code' ? (
        <>
          <p className={css['muted']}>{t('account.mobile.to_old', { mobile: maskValue('mobile', mobile) })}</p>
          <CodeField
            {...form.text('message_code')}
            icon="shield"
            storageKey="wait:owner"
            send={() => code.send({ purpose: 'verify' })}
            sendLabel={t('auth.send_code')}
            waitLabel={(seconds) => t('auth.wait', { seconds })}
          />
        </>
      ) : (
        <PasswordField
          {...form.text('password')}
          icon="lock"
          autoComplete="current-password"
          reveal={t('auth.reveal')}
        />
      )}
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('account.mobile.next')}
      </Button>
      {code.dialog}
    </form>
  );
}

/** Proof of ownership, by a code to the account's number or by the password. */
export function OwnerProof({
  account,
  onProved,
}: {
  account: Account;
  onProved: (pass: string) => Promise<void> | void;
}) {
  const t = accountWords.useT();
  const sendsSms = useSends('verify');
  const ways: ProofMethod[] = [
    ...(account.mobile_phone && sendsSms ? ['code' as const] : []),
    ...(account.has_password ? ['password' as const] : []),
  ];
  const [ownChoice, choose] = useState<ProofMethod | null>(null);
  const way = ownChoice ?? ways[0];
  const askSchool = (
    <p className={css['ask']}>
      <Link to="/open/new-number">{t('account.mobile.ask_school')}</Link>
    </p>
  );
  if (!way)
    return (
      <>
        <p role="alert">{t('account.mobile.no_way')}</p>
        {askSchool}
      </>
    );
  return (
    <>
      {ways.length > 1 ? (
        <Tabs
          label={t('account.mobile.step_owner')}
          active={way}
          onChange={choose}
          tabs={ways.map((key) => ({ key, label: t(`account.mobile.by_${key}`) }))}
        />
      ) : null}
      <ProofForm key={way} way={way} mobile={account.mobile_phone ?? ''} onProved={onProved} />
      {sendsSms ? askSchool : null}
    </>
  );
}
