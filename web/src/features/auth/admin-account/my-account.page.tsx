import { Link } from 'react-router';
import accountWords from 'virtual:locale/personage_admin';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { PasswordForm } from './password-form.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import css from './admin-account.module.css';
import { ProfileForm } from './profile-form.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/** The personal centre of the back office. */
export function MyAccountPage() {
  const t = accountWords.useT();
  const section = (key: string, children: React.ReactNode) => (
    <section className="kk-panel kk-padded" aria-labelledby={`account-${key}`}>
      <h2 id={`account-${key}`}>{t(`personage_admin.${key}`)}</h2>
      {children}
    </section>
  );
  return (
    <>
      <PageTitle title={t('personage_admin.title')} />
      <div className={css['sections']}>
        <div className={css['stack']}>
          {section('profile', <ProfileForm />)}
          {section('look', <LookPanel />)}
        </div>
        <div className={css['stack']}>
          {section(
            'password',
            <>
              <p className="kk-muted">{t('personage_admin.password_hint')}</p>
              <PasswordForm done={() => undefined} meter={(password) => <StrengthMeter password={password} />} />
            </>,
          )}
          {section(
            'second_factor',
            <>
              <p className="kk-muted">{t('personage_admin.factor.about')}</p>
              <Link to="/admin/personage/second-factor">{t('personage_admin.factor.open')}</Link>
            </>,
          )}
          {section('devices', <DevicesPanel />)}
        </div>
      </div>
    </>
  );
}
