import { Suspense, lazy } from 'react';
import { Link } from 'react-router';
import accountWords from 'virtual:words/personage_admin';
import { PageTitle } from '../../kit/pages/page-title.tsx';
import { PasswordForm } from '../../kit/password-form.tsx';
import { Skeleton } from '../../kit/widgets.ts';
import css from './personage.module.css';
import { StrengthMeter } from './strength-meter.tsx';

/** The page is rendered once its wording is loaded. */
const Sections = lazy(async () => {
  await accountWords.load();
  const [{ ProfileForm }, { DevicesPanel }, { LookPanel }] = await Promise.all([
    import('./profile-form.tsx'),
    import('./devices-panel.tsx'),
    import('./look-panel.tsx'),
  ]);
  return {
    default: () => <AccountSections profile={<ProfileForm />} devices={<DevicesPanel />} look={<LookPanel />} />,
  };
});

function AccountSections({
  profile,
  devices,
  look,
}: {
  profile: React.ReactNode;
  devices: React.ReactNode;
  look: React.ReactNode;
}) {
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
          {section('profile', profile)}
          {section('look', look)}
        </div>
        <div className={css['stack']}>
          {section('devices', devices)}
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
        </div>
      </div>
    </>
  );
}

/** The personal centre of the back office. */
export function MyAccountPage() {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Sections />
    </Suspense>
  );
}
