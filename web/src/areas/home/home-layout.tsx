import { lazy, Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { mediaHook } from '../../app/media-hook.ts';
import { useSession } from '../../app/session.ts';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { MainTabs } from '../shared/main-tabs.tsx';
import { QueryProvider } from '../../app/loading/query-provider.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import { TopBar } from '../shared/top-bar.tsx';
import css from './home-layout.module.css';

/** Whether the bar has room for more than the tabs. */
const useWideBar = mediaHook('(min-width: 1024px)');

/** On phones the pages themselves have what is in it. */
const OwnCorner = lazy(() =>
  loadChunk(() => import('../../features/learning/home/own-corner.tsx')).then(
    ({ OwnCorner: Corner }) => ({ default: Corner }),
    // Without a network the page goes on without it.
    () => ({ default: () => null }),
  ),
);

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
  const t = useT();
  const { pathname } = useLocation();
  const isWide = useWideBar();
  // A lesson or a talk has the whole screen of a phone.
  const isLesson = /^\/home\/(lessons\/|ai-teacher\/talks\/\d+$)/.test(pathname);
  useBackOnline();
  return (
    <QueryProvider>
      <div className={isLesson ? `${css['shell']} ${css['lesson']}` : css['shell']}>
        <div className={css['top']}>
          <TopBar tabs={<MainTabs />} isQuiet>
            <Link to="/open/courses" state={{ search: true }} data-search="" aria-label={t('common.search_courses')}>
              <Icon name="search" />
              <span>{t('common.search_courses')}</span>
            </Link>
            {isWide ? (
              <Suspense fallback={null}>
                <OwnCorner />
              </Suspense>
            ) : null}
          </TopBar>
        </div>
        {/* They report themselves what works offline. */}
        {isLesson ? null : <OfflineBar />}
        <main className={css['main']}>
          <Outlet />
        </main>
      </div>
    </QueryProvider>
  );
}
