import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useSends } from '../../../../app/config.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useT } from '../../../../app/wording.ts';
import css from '../login.module.css';
import { RegisterForm } from './register-form.tsx';

const OtherWays = lazy(async () => ({ default: (await import('./other-ways.tsx')).OtherWays }));

/** Registration by mobile number or mailbox, or by the link of an invitation; closed where neither can be proved, or by the school. */
export function RegisterPage() {
  const t = useT();
  const { code } = useParams();
  const [params] = useSearchParams();
  const backUrl = params.get('back_url') ?? '';
  const login = `/open/login${backUrl ? `?back_url=${encodeURIComponent(backUrl)}` : ''}`;
  const [sms, mail] = [useSends('register'), useSends('register', 'mail')];
  useTitle(t('auth.register'));
  return (
    <div className={css['box']}>
      {code || !(sms || mail) ? (
        <Suspense>
          <OtherWays code={code} login={login} Form={RegisterForm} />
        </Suspense>
      ) : (
        <>
          <h1>{t('auth.register_title')}</h1>
          <RegisterForm
            contacts={[...(sms ? ['mobile_phone' as const] : []), ...(mail ? ['email' as const] : [])]}
            login={login}
            backUrl={backUrl}
            agency={params.get('agency') ?? ''}
          />
        </>
      )}
    </div>
  );
}
