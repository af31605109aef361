import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import newNumberWords from 'virtual:locale/new_number';
import * as numberRequests from '@kaike/shared/contracts/people/number-requests';
import { call } from '../../../../api/client.ts';
import { findCookie } from '../../../../api/cookies.ts';
import { Support } from '../../../../app/components/support.tsx';
import { useSends } from '../../../../app/config.ts';
import { loadUser, useSession } from '../../../../app/session.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import css from '../login.module.css';
import { ContactAndCode } from '../contact-and-code.tsx';
import { useCaptcha } from '../use-captcha.tsx';

const label = (key: string): string =>
  ({ mobile_phone: 'mobile', message_code: 'code', old_number: 'old' })[key] ?? key;

function RequestForm({ isLoggedIn, done }: { isLoggedIn: boolean; done: (message: string) => void }) {
  const t = newNumberWords.useT();
  const captcha = useCaptcha();
  const form = useForm(numberRequests.requestNumber.body, {
    initial: { mobile_phone: '', message_code: '', name: '', old_number: '', remark: '' },
    label: (key) => t(`new_number.${label(key)}`),
    onSubmit: async (values) => done((await call(numberRequests.requestNumber, { body: values })).message),
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
            hint={t('new_number.old_hint')}
          />
        </>
      )}
      <ContactAndCode
        contact="mobile_phone"
        form={form}
        captcha={captcha}
        storageKey="wait:new_number"
        requestCode={(mobile_phone, verify) =>
          call(numberRequests.sendNewNumberCode, { body: { mobile_phone, verify } })
        }
      />
      <TextField {...form.text('remark')} icon="edit" hint={t('new_number.remark_hint')} />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('new_number.submit')}
      </Button>
      {captcha.dialog}
    </form>
  );
}

/** Whether a member is logged in; null until it is known, as a public page opens without asking. */
function useIsMember(): boolean | null {
  const { user, loading } = useSession();
  const hasSession = findCookie('Authorization') !== null;
  useEffect(() => {
    if (hasSession) void loadUser();
  }, [hasSession]);
  return hasSession && loading ? null : Boolean(user?.member);
}

/** For a learner who has lost the old number: proves the new one and asks the school to change it. */
export function NewNumberPage() {
  const t = newNumberWords.useT();
  const isLoggedIn = useIsMember();
  const sendsSms = useSends('update_mobile');
  const [message, setMessage] = useState('');
  useTitle(t('new_number.title'));
  if (isLoggedIn === null) return <Skeleton height={420} />;
  return (
    <div className={css['box']}>
      <h1>{t(message ? 'new_number.done' : 'new_number.title')}</h1>
      {message ? (
        <p role="status">{message}</p>
      ) : sendsSms ? (
        <RequestForm isLoggedIn={isLoggedIn} done={setMessage} />
      ) : (
        <p role="status">{t('new_number.unsent')}</p>
      )}
      <Support />
      <Link
        className={buttonClass(sendsSms ? 'ghost' : 'primary', true)}
        to={isLoggedIn ? '/home/personage/index' : '/open/login'}
      >
        {t(isLoggedIn ? 'common.back' : 'auth.to_login')}
      </Link>
    </div>
  );
}
