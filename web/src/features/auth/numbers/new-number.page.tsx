import { useState } from 'react';
import { Link } from 'react-router';
import newNumberWords from 'virtual:words/new_number';
import { requestNumber, sendNewNumberCode } from '@kaike/shared/contracts/number-requests';
import { call } from '../../../api/client.ts';
import { Support } from '../../../app/components/support.tsx';
import { useSends } from '../../../app/config.ts';
import { useSession } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import css from '../auth.module.css';
import { ContactAndCode } from '../contact-and-code.tsx';
import { useCaptcha } from '../use-captcha.tsx';

const label = (key: string): string =>
  ({ mobile_phone: 'mobile', message_code: 'code', old_number: 'old' })[key] ?? key;

function RequestForm({ is_logged_in: isLoggedIn, done }: { is_logged_in: boolean; done: (message: string) => void }) {
  const t = newNumberWords.useT();
  const captcha = useCaptcha();
  const form = useForm(requestNumber.body, {
    initial: { mobile_phone: '', message_code: '', name: '', old_number: '', remark: '' },
    label: (key) => t(`new_number.${label(key)}`),
    onSubmit: async (values) => done((await call(requestNumber, { body: values })).message),
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <p className={css['muted']}>{t(isLoggedIn ? 'new_number.own' : 'new_number.text')}</p>
      {isLoggedIn ? null : (
        <>
          <TextField {...form.text('name')} icon="user" autoComplete="name" />
          <TextField
            {...form.text('old_number')}
            icon="phone"
            type="tel"
            inputMode="tel"
            placeholder={t('new_number.old_hint')}
          />
        </>
      )}
      <ContactAndCode
        contact="mobile_phone"
        form={form}
        captcha={captcha}
        storage_key="wait:new_number"
        requestCode={(mobile_phone, verify) => call(sendNewNumberCode, { body: { mobile_phone, verify } })}
      />
      <TextField {...form.text('remark')} icon="edit" placeholder={t('new_number.remark_hint')} />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('new_number.submit')}
      </Button>
      {captcha.dialog}
    </form>
  );
}

/** For a learner who has lost the old number: proves the new one and asks the school to change it. */
export function NewNumberPage() {
  const t = newNumberWords.useT();
  const isLoggedIn = useSession((state) => Boolean(state.user?.member));
  const sendsSms = useSends('update_mobile');
  const [message, setMessage] = useState('');
  useTitle(t('new_number.title'));
  return (
    <div className={css['box']}>
      <h1>{t(message ? 'new_number.done' : 'new_number.title')}</h1>
      {message ? (
        <p role="status">{message}</p>
      ) : sendsSms ? (
        <RequestForm is_logged_in={isLoggedIn} done={setMessage} />
      ) : (
        <p role="status">{t('new_number.unsent')}</p>
      )}
      <Support />
      <Link className={buttonClass('ghost', true)} to={isLoggedIn ? '/home/personage/index' : '/open/login'}>
        {t(isLoggedIn ? 'common.back' : 'auth.to_login')}
      </Link>
    </div>
  );
}
