import { useEffect } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSchoolName } from '../../app/config.ts';
import { useSession } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import css from './home-layout.module.css';
import { tabs } from './tabs.ts';

const beforeActivation = new Set(['activate', 'mine']);

/** Opened without a network, an area knows neither person nor pages; it begins anew as soon as there is one. */
function useBackOnline(): void {
  useEffect(() => {
    const begin = (): void => { if (!useSession.getState().user) location.reload(); };
    window.addEventListener('online', begin);
    return () => window.removeEventListener('online', begin);
  }, []);
}

/** The learner's area: tabs at the bottom of a phone, at the top of a desktop. */
export function HomeLayout() {
  const t = useT();
  const school = useSchoolName();
  const user = useSession((state) => state.user);
  const { pathname } = useLocation();
  const isLesson = pathname.startsWith('/home/lessons/');
  // Without a network nobody can say who this is; the way around stays whole.
  const shown = tabs.filter((tab) => !user || user.member?.is_activated || beforeActivation.has(tab.key));
  useBackOnline();
  return (
    <div className={isLesson ? `${css['shell']} ${css['lesson']}` : css['shell']}>
      <header className={css['top']}>
        <Link to="/home/index" className={css['brand']}><img src="/icon.svg" alt="" width={28} height={28} /><span>{school}</span></Link>
        <nav className={css['tabs']} aria-label={t('common.navigation')}>
          {shown.map(({ to, icon, key, pages }) => <Link key={to} to={to} className={pages.test(pathname) ? `${css['tab']} ${css['active']}` : css['tab']} aria-current={pages.test(pathname)}><Icon name={icon} size={22} /><span>{t(`common.tabs.${key}`)}</span></Link>)}
        </nav>
      </header>
      <OfflineBar />
      <main className={css['main']}><Outlet /></main>
      <ScrollRestoration />
    </div>
  );
}
