import { Link, useSearchParams } from 'react-router';
import { startOf } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { safeBackUrl } from '../../../areas/back-url.ts';
import { followLogin } from './after-login.ts';
import css from './login.module.css';
import { CodeForm } from './code-form.tsx';

/** Asks for the second-factor code before anything else. */
export function SecondFactorPage() {
  const t = useT();
  const [params] = useSearchParams();
  useTitle(t('auth.factor.title'));
  return (
    <div className={css['box']}>
      <h1>{t('auth.factor.title')}</h1>
      <CodeForm
        backUrl={safeBackUrl(params.get('back_url'), '')}
        done={(answer) => followLogin(answer, startOf(answer.user))}
      />
      <p className={css['foot']}>
        {t('auth.factor.lost')}
        <Link className={css['link']} to="/open/login">
          {t('auth.factor.back')}
        </Link>
      </p>
    </div>
  );
}
