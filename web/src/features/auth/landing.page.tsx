import { useEffect } from 'react';
import { Link } from 'react-router';
import { readCookie } from '../../api/cookies.ts';
import { loadUser, useSession } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Card } from '../../ui/parts.tsx';
import css from './auth.module.css';
import { useTitle } from './use-title.ts';

const features: { key: string; icon: IconName }[] = [{ key: 'card', icon: 'ticket' }, { key: 'watch', icon: 'play' }, { key: 'record', icon: 'bar-chart' }];

/** The school's front door. */
export function LandingPage() {
  const t = useT();
  const isLoggedIn = useSession((state) => state.user !== null);
  useTitle(t('pages.open_index'));
  // A visitor without the cookie has no session to ask about.
  useEffect(() => { if (readCookie('Authorization')) void loadUser(); }, []);
  return (
    <>
      <section className={css['hero']}>
        <h1>{t('auth.landing.title')}</h1>
        <p>{t('auth.landing.text')}</p>
        <div className={css['actions']}>
          <Link className={buttonClass('primary')} to={isLoggedIn ? '/home/index' : '/open/register'}>{t('auth.landing.start')}</Link>
          <Link className={buttonClass()} to="/home/cards/use-card">{t('auth.landing.activate')}</Link>
          {isLoggedIn ? null : <Link className={buttonClass('ghost')} to="/open/login">{t('auth.login')}</Link>}
        </div>
      </section>
      <div className={css['features']}>
        {features.map(({ key, icon }) => <Card key={key}><Icon name={icon} size={28} /><h2>{t(`auth.landing.features.${key}.title`)}</h2><p>{t(`auth.landing.features.${key}.text`)}</p></Card>)}
      </div>
    </>
  );
}
