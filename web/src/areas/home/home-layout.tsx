import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useSchoolName } from '../../app/config.ts';
import { useSession } from '../../app/session.ts';
import { MainTabs } from '../shared/main-tabs.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import css from './home-layout.module.css';

/** Opened without a network, an area knows neither person nor pages; it begins anew as soon as there is one. */
function useBackOnline(): void {
  useEffect(() => {
    const begin = (): void => {
      if (!useSession.getState().user) location.reload();
    };
    window.addEventListener('online', begin);
    return () => window.removeEventListener('online', begin);
  }, []);
}

/** The member's area. */
export function HomeLayout() {
  const school = useSchoolName();
  const { pathname } = useLocation();
  const isLesson = pathname.startsWith('/home/lessons/');
  useBackOnline();
  return (
    <div className={isLesson ? `${css['shell']} ${css['lesson']}` : css['shell']}>
      <header className={css['top']}>
        <Link to="/open/index" className={css['brand']}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          <span>{school}</span>
        </Link>
        <MainTabs />
      </header>
      {/* A lesson says itself what becomes of it without a network. */}
      {isLesson ? null : <OfflineBar />}
      <main className={css['main']}>
        <Outlet />
      </main>
    </div>
  );
}
