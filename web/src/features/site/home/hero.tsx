import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import { useSchoolName } from '../../../app/config.ts';
import { useSession } from '../../../app/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Card } from '../../../ui/parts.tsx';
import css from './hero.module.css';
import { SearchBox } from './search-box.tsx';

const features: { key: string; icon: IconName }[] = [
  { key: 'card', icon: 'ticket' },
  { key: 'watch', icon: 'play' },
  { key: 'record', icon: 'bar-chart' },
];

/** A learning card and a lesson in progress, drawn without an image file. */
function Scene() {
  const t = siteWords.useT();
  const school = useSchoolName();
  return (
    <div className={css['scene']} aria-hidden="true">
      <div className={css['card']}>
        <span className={css['school']}>
          <Logo size={30} />
          {school}
        </span>
        <span className={css['kind']}>{t('site.home.card')}</span>
        <span className={css['code']}>KAIK ••••</span>
      </div>
      <div className={css['lesson']}>
        <span className={css['play']}>
          <Icon name="play" size={18} />
        </span>
        <span>{t('site.home.go_on')}</span>
        <span className={css['seen']} />
      </div>
    </div>
  );
}

/** Introduces the school, with the entry points: learn, activate, search. */
export function Hero() {
  const t = siteWords.useT();
  const isLoggedIn = useSession((state) => state.user !== null);
  return (
    <section className={css['hero']}>
      <div className={css['words']}>
        <h1>{t('site.home.title')}</h1>
        <p>{t('site.home.text')}</p>
        <SearchBox />
        <div className={css['actions']}>
          <Link className={buttonClass('primary')} to={isLoggedIn ? '/home/index' : '/open/register'}>
            {t('site.home.start')}
          </Link>
          <Link className={buttonClass()} to="/home/cards/use-card">
            {t('site.home.activate')}
          </Link>
        </div>
      </div>
      <Scene />
    </section>
  );
}

/** Three selling points, at the end of the page. */
export function Reasons() {
  const t = siteWords.useT();
  return (
    <div className={css['features']}>
      {features.map(({ key, icon }) => (
        <Card key={key}>
          <span className={css['icon']}>
            <Icon name={icon} size={24} />
          </span>
          <h2>{t(`site.home.features.${key}.title`)}</h2>
          <p>{t(`site.home.features.${key}.text`)}</p>
        </Card>
      ))}
    </div>
  );
}
