import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import firstLoginWords from 'virtual:locale/first_login';
import * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { Support } from '../../../../app/components/support.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { newcomerKey } from '../../../../app/newcomer.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { PasswordField } from '../../../../ui/fields.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { followLogin } from '../after-login.ts';
import css from '../login.module.css';
import { passwordStrength } from '../password-strength.ts';
import { Agree } from './agree.tsx';

/** The password can be made visible, so it is entered only once. */
const { password_confirmation: _typedOnce, ...fields } = firstLogins.completeFirstLogin.body;
type FirstLoginPerson = NonNullable<ResponseOf<typeof firstLogins.getFirstLogin>['person']>;

function FirstPassword({ token, person, school }: { token: string; person: FirstLoginPerson; school: string }) {
  const t = firstLoginWords.useT();
  const form = useForm(fields, {
    initial: { password: '', agree: false },
    label: (key) => t(`auth.fields.${key}`),
    onSubmit: async (values) => {
      const body = { ...values, password_confirmation: values.password };
      const answer = await call(firstLogins.completeFirstLogin, { params: { token }, body, keeps_redirect: true });
      localStorage.setItem(newcomerKey, '1');
      followLogin(answer, '/home/index');
    },
  });
  const { password } = form.values;
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <p className={css['muted']}>{t('first_login.hint', { school, name: person.name, login: person.login })}</p>
      <PasswordField
        {...form.text('password')}
        icon="lock"
        autoComplete="new-password"
        reveal={t('auth.reveal')}
        hint={password === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(password)}`)}
      />
      <Agree form={form} />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('first_login.enter')}
      </Button>
    </form>
  );
}

/** The first login of a learner whom the school has entered: sets the password. */
export function FirstLoginPage() {
  const t = firstLoginWords.useT();
  const { token = '' } = useParams();
  const { data, failed, error, reload } = useLoad(
    useCallback((signal: AbortSignal) => call(firstLogins.getFirstLogin, { params: { token }, signal }), [token]),
  );
  useTitle(t('first_login.title'));
  if (failed) return <LoadFailure error={error} retry={reload} />;
  if (!data) return <Skeleton height={320} />;
  return (
    <div className={css['box']}>
      <h1>{t('first_login.title')}</h1>
      {data.person ? (
        <FirstPassword token={token} person={data.person} school={data.school} />
      ) : (
        <>
          <p role="alert">{t('first_login.over')}</p>
          <Support />
          <Link className={buttonClass('primary', true)} to="/open/login">
            {t('auth.to_login')}
          </Link>
        </>
      )}
    </div>
  );
}
