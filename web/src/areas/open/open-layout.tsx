import { lazy, Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { themes, type Theme } from '@kaike/shared/domain/constants';
import { languages, locales } from '@kaike/shared/locales/languages';
import { useSchoolName } from '../../app/config.ts';
import { switchTheme, useTheme } from '../../app/theme.ts';
import { switchLocale, useLocale, useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import css from './open-layout.module.css';
import { TopBar } from '../shared/top-bar.tsx';
import { SiteFoot } from './site-foot.tsx';

/** Not needed for logging in. */
const MainTabs = lazy(async () => ({ default: (await import('../shared/main-tabs.tsx')).MainTabs }));

/** Pages that are a single form or document; all others, unknown ones too, get the site's frame. */
const formPages =
  /^\/open\/(login|register|password|logout|other-login|other-login-callback|second-factor|first-login|new-number|certificates|statements|card-packages)(\/|$)/;

/** On a phone such a page begins with its cover and ends with its actions. */
const detailPages = /^\/open\/(courses|products)\/\d/;

/** Language, colour and mode, below every public page; members find them under their own. */
function Switches() {
  const t = useT();
  const locale = useLocale();
  const { theme, dark } = useTheme();
  return (
    <div className={css['switches']}>
      <select
        className={css['language']}
        value={locale}
        aria-label={t('common.language')}
        onChange={(event) => void switchLocale(event.target.value as (typeof locales)[number])}
      >
        {locales.map((name) => (
          <option key={name} value={name}>
            {languages[name].name}
          </option>
        ))}
      </select>
      <span className={css['mode']}>
        <Icon name="palette" />
        <select
          className={css['colour']}
          value={theme}
          aria-label={t('common.theme')}
          onChange={(event) => switchTheme({ theme: event.target.value as Theme })}
        >
          {themes.map((name) => (
            <option key={name} value={name}>
              {t(`common.themes.${name}`)}
            </option>
          ))}
        </select>
      </span>
      <button
        type="button"
        className={css['mode']}
        aria-label={t(dark ? 'common.to_light' : 'common.to_dark')}
        onClick={() => switchTheme({ mode: dark ? 'light' : 'dark' })}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
    </div>
  );
}

/** The public area: a calm panel beside the form on wide screens, the form alone on phones. */
export function OpenLayout() {
  const t = useT();
  const school = useSchoolName();
  const { pathname } = useLocation();
  const isWide = !formPages.test(pathname);
  const isDetail = detailPages.test(pathname);
  return (
    <div className={isWide ? css['wide'] : css['split']} data-detail={isDetail}>
      {isWide ? null : (
        <aside className={css['brand']}>
          <Link to="/open/index" className={css['logo']}>
            <Logo size={44} name={school} />
            <span>{school}</span>
          </Link>
          <p className={css['slogan']}>{t('auth.slogan')}</p>
          <ul className={css['points']}>
            {['card', 'video', 'record'].map((key) => (
              <li key={key}>
                <Icon name="check" />
                {t(`auth.points.${key}`)}
              </li>
            ))}
          </ul>
        </aside>
      )}
      <div className={css['content']}>
        <TopBar
          isQuiet={isDetail}
          tabs={
            isWide ? (
              <Suspense fallback={null}>
                <MainTabs />
              </Suspense>
            ) : null
          }
        >
          {/* Filled by the pages of the site, whose wording is loaded with them. */}
          <div id="site-nav" className={css['nav']} />
        </TopBar>
        <OfflineBar />
        <main className={isWide ? css['page'] : css['form']}>
          <Outlet />
        </main>
        <footer>
          <div className={css['foot']}>
            <Switches />
          </div>
          <SiteFoot />
        </footer>
      </div>
    </div>
  );
}
