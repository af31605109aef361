import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useSchoolName } from '../../app/config.ts';
import { useSession } from '../../app/session.ts';
import { MainTabs } from '../shared/main-tabs.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import css from './home-layout.module.css';

/** Opened offline, an area has neither user nor pages; it reloads as soon as there is a network. */
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
  // A lesson or a talk has the whole screen of a phone.
  const isLesson = /^\/home\/(lessons\/|ai-teacher\/talks\/\d+$)/.test(pathname);
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
      {/* They report themselves what works offline. */}
      {isLesson ? null : <OfflineBar />}
      <main className={css['main']}>
        <Outlet />
      </main>
    </div>
  );
}
