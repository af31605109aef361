import { useState } from 'react';
import thirdPartyWords from 'virtual:locale/third_party';
import * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { LoginType } from '@kaike/shared/domain/auth/third-party';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { useSends } from '../../../../app/config.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Agree, ContactAndCode, followLogin, IdleNumber, useCaptcha, whenIdle } from '../../login/public.ts';
import css from '../other-login.module.css';
import { ServiceMark } from './service-mark.tsx';

const { key: _key, new_account: _new, ...fields } = thirdParty.linkIdentity.body;

type Props = { type: LoginType; claim: string; nickname: string };

/** Binds an identity without an account: a mobile number finds the account or creates one. */
export function BindOther({ type, claim, nickname }: Props) {
  const t = thirdPartyWords.useT();
  const captcha = useCaptcha();
  const sendsSms = useSends('bind');
  const name = t(`third_party.types.${type}`);
  const canRegister = useSends('register');
  const [idle, setIdle] = useState(false);
  const send = async (values: Omit<BodyOf<typeof thirdParty.linkIdentity>, 'key'>): Promise<void> => {
    const answer = await call(thirdParty.linkIdentity, { body: { ...values, key: claim }, keeps_redirect: true });
    followLogin(answer, '/home/cards/use-card');
  };
  const form = useForm(fields, {
    label: (key) => t(`auth.fields.${key}`),
    initial: { mobile_phone: '', message_code: '', agree: false },
    onSubmit: (values) => send(values).catch(whenIdle(() => setIdle(true))),
  });
  const login = `/open/login?back_url=${encodeURIComponent(`/open/other-login/${type}?claim=${claim}`)}`;
  if (idle)
    return (
      <div className={css['box']}>
        <IdleNumber
          takesPassword={false}
          mayRegister={canRegister}
          send={() => send({ ...form.latestValues(), new_account: true })}
          back={() => setIdle(false)}
        />
        <a className={buttonClass('ghost', true)} href={login}>
          {t('third_party.by_password')}
        </a>
      </div>
    );
  return (
    <form className={css['box']} noValidate onSubmit={form.onSubmit}>
      <ServiceMark type={type} />
      <h1>{t('third_party.hello', { nickname: nickname || name })}</h1>
      <p className={css['text']}>
        {sendsSms ? t('third_party.bind_text', { name }) : t('third_party.unsent', { name })}
      </p>
      {sendsSms ? (
        <>
          <ContactAndCode
            contact="mobile_phone"
            form={form}
            captcha={captcha}
            storageKey="wait:bind"
            requestCode={(mobile_phone, verify) =>
              call(thirdParty.sendLinkCode, { body: { mobile_phone, verify, key: claim } })
            }
          />
          <Agree form={form} />
        </>
      ) : null}
      <div className={css['buttons']}>
        {sendsSms ? (
          <Button type="submit" look="primary" block busy={form.busy}>
            {t('third_party.bind')}
          </Button>
        ) : null}
        <a className={buttonClass('ghost', true)} href={login}>
          {t('third_party.by_password')}
        </a>
      </div>
      {captcha.dialog}
    </form>
  );
}
