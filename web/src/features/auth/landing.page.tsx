import { useEffect } from 'react';
import { Link } from 'react-router';
import { readCookie } from '../../api/cookies.ts';
import { useSchoolName } from '../../app/config.ts';
import { loadUser, useSession } from '../../app/session.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Card } from '../../ui/parts.tsx';
import css from './landing.module.css';

const features: { key: string; icon: IconName }[] = [{ key: 'card', icon: 'ticket' }, { key: 'watch', icon: 'play' }, { key: 'record', icon: 'bar-chart' }];

/** A learning card and a lesson under way, drawn without a picture file. */
function Scene() {
  const t = useT();
  const school = useSchoolName();
  return (
    <div className={css['scene']} aria-hidden="true">
      <div className={css['card']}>
        <span className={css['school']}><Logo size={30} />{school}</span>
        <span className={css['kind']}>{t('auth.landing.card')}</span>
        <span className={css['code']}>KAIK ••••</span>
      </div>
      <div className={css['lesson']}>
        <span className={css['play']}><Icon name="play" size={18} /></span>
        <span>{t('auth.landing.go_on')}</span>
        <span className={css['seen']} />
      </div>
    </div>
  );
}

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
        <div className={css['words']}>
          <h1>{t('auth.landing.title')}</h1>
          <p>{t('auth.landing.text')}</p>
          <div className={css['actions']}>
            <Link className={buttonClass('primary')} to={isLoggedIn ? '/home/index' : '/open/register'}>{t('auth.landing.start')}</Link>
            <Link className={buttonClass()} to="/home/cards/use-card">{t('auth.landing.activate')}</Link>
            {isLoggedIn ? null : <Link className={buttonClass('ghost')} to="/open/login">{t('auth.login')}</Link>}
          </div>
        </div>
        <Scene />
      </section>
      <div className={css['features']}>
        {features.map(({ key, icon }) => <Card key={key}><span className={css['icon']}><Icon name={icon} size={24} /></span><h2>{t(`auth.landing.features.${key}.title`)}</h2><p>{t(`auth.landing.features.${key}.text`)}</p></Card>)}
      </div>
      <footer className={css['foot']}><Link to="/open/agreement">{t('auth.agreement_title')}</Link></footer>
    </>
  );
}
