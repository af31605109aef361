import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useSends } from '../../../app/config.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import css from '../auth.module.css';
import { RegisterForm } from './register-form.tsx';

const Invitation = lazy(async () => ({ default: (await import('./invitation.tsx')).Invitation }));
const RegisterClosed = lazy(async () => ({ default: (await import('./register-closed.tsx')).RegisterClosed }));

/** Registration, by the link of an invitation or without. */
export function RegisterPage() {
  const { code } = useParams();
  return (
    <div className={css['box']}>
      {code ? (
        <Suspense>
          <Invitation code={code} Form={RegisterForm} />
        </Suspense>
      ) : (
        <Register />
      )}
    </div>
  );
}

/** Registration by mobile number or mailbox; closed where neither can be proved, or by the school. */
function Register() {
  const t = useT();
  const [params] = useSearchParams();
  const backUrl = params.get('back_url') ?? '';
  const login = `/open/login${backUrl ? `?back_url=${encodeURIComponent(backUrl)}` : ''}`;
  const [sms, mail] = [useSends('register'), useSends('register', 'mail')];
  useTitle(t('auth.register'));
  return (
    <>
      <h1>{t('auth.register_title')}</h1>
      {sms || mail ? (
        <RegisterForm
          contacts={[...(sms ? ['mobile_phone' as const] : []), ...(mail ? ['email' as const] : [])]}
          login={login}
          back_url={backUrl}
          agency={params.get('agency') ?? ''}
        />
      ) : (
        <Suspense>
          <RegisterClosed login={login} />
        </Suspense>
      )}
    </>
  );
}
