import thirdPartyWords from 'virtual:words/third_party';
import { bindOther, bindSend } from '@kaike/shared/contracts/third-party';
import type { LoginType } from '@kaike/shared/domain/people/third-party';
import { call } from '../../../api/client.ts';
import { useSends } from '../../../app/config.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Agree, ContactAndCode, followLogin, useCaptcha } from '../../auth/public.ts';
import css from '../other-login.module.css';
import { ServiceMark } from './service-mark.tsx';

const { key: _key, ...fields } = bindOther.body;

type Props = { type: LoginType; claim: string; nickname: string };

/** Binds an identity without an account: a mobile number finds the account or creates one. */
export function BindOther({ type, claim, nickname }: Props) {
  const t = thirdPartyWords.useT();
  const captcha = useCaptcha();
  const sendsSms = useSends('bind');
  const name = t(`third_party.types.${type}`);
  const form = useForm(fields, {
    label: (key) => t(`auth.fields.${key}`),
    initial: { mobile_phone: '', message_code: '', agree: false },
    onSubmit: async (values) => {
      const answer = await call(bindOther, { body: { ...values, key: claim }, keeps_redirect: true });
      followLogin(answer, '/home/cards/use-card');
    },
  });
  const login = `/open/login?back_url=${encodeURIComponent(`/open/other-login/${type}?claim=${claim}`)}`;
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
            storage_key="wait:bind"
            requestCode={(mobile_phone, verify) => call(bindSend, { body: { mobile_phone, verify, key: claim } })}
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
