import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { findCookie } from '../../api/cookies.ts';
import { useConfig } from '../../app/config.ts';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useSession } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { useDetachedPlayer } from '../../features/learning/playback/mini/detached-player.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeepPlace } from './keep-place.ts';
import css from './main-tabs.module.css';
import { tabs } from './tabs.ts';

/** Loaded when a sound is carried along. */
const MiniPlayer = lazy(async () => ({
  default: (await loadChunk(() => import('../../features/learning/playback/mini/mini-player.tsx'))).MiniPlayer,
}));

const none: readonly string[] = [];

/** The same four tabs for everybody: at the bottom of a phone, at the top of a desktop. Pages with tabs restore scroll positions. */
export function MainTabs() {
  const t = useT();
  const { pathname } = useLocation();
  const closed = useConfig((state) => state.config?.closed_pages ?? none);
  // The cookie is there before the user is loaded.
  const isVisitor = useSession((state) => state.user === null) && findCookie('Authorization') === null;
  const sound = useDetachedPlayer((state) => state.sound);
  useKeepPlace();
  return (
    <>
      <nav className={css['tabs']} aria-label={t('common.navigation')}>
        {tabs
          .filter(({ to }) => !closed.includes(to))
          .map(({ to, visitor, icon, key, pages }) => (
            <Link
              key={to}
              to={isVisitor && visitor ? visitor : to}
              className={css['tab']}
              aria-current={pages.test(pathname) ? 'page' : undefined}
            >
              <Icon name={icon} size={24} />
              <span>{t(`common.tabs.${key}`)}</span>
            </Link>
          ))}
      </nav>
      {sound ? (
        <Suspense fallback={null}>
          <MiniPlayer sound={sound} />
        </Suspense>
      ) : null}
    </>
  );
}
