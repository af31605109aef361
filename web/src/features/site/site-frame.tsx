import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { NavLink, useLocation } from 'react-router';
import siteWords from 'virtual:words/site';
import { readCookie } from '../../api/cookies.ts';
import { useConfig } from '../../app/config.ts';
import { loadUser, useSession } from '../../app/session.ts';
import { useT as useAreaT } from '../../app/wording.ts';
import css from './site.module.css';

const none: readonly string[] = [];
const places = [
  { to: '/open/subjects', key: 'subjects' },
  { to: '/open/teachers', key: 'teachers' },
  { to: '/open/ai-peoples', key: 'ai' },
  { to: '/open/messages', key: 'messages' },
  { to: '/open/apps', key: 'apps' },
];

const Support = lazy(async () => ({ default: (await import('../../app/components/support.tsx')).Support }));

/** Rendered into a slot of the layout's header, because its wording is loaded with the pages. */
function SiteNav() {
  const t = siteWords.useT();
  const area = useAreaT();
  const isLoggedIn = useSession((state) => state.user !== null);
  const closed = useConfig((state) => state.config?.closed_pages ?? none);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Someone with a session needs no login link.
  useEffect(() => {
    if (readCookie('Authorization')) void loadUser();
  }, []);
  useLayoutEffect(() => setPlace(document.getElementById('site-nav')), []);
  // On a phone the links overflow; keep the current one in view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [place, pathname]);
  if (!place) return null;
  return createPortal(
    <nav ref={nav} className={css['nav']} aria-label={t('site.nav.label')}>
      {places
        .filter(({ to }) => !closed.includes(to))
        .map(({ to, key }) => (
          <NavLink key={to} to={to}>
            {t(`site.nav.${key}`)}
          </NavLink>
        ))}
      {isLoggedIn ? null : (
        <NavLink className={css['enter'] ?? ''} to="/open/login">
          {area('auth.login')}
        </NavLink>
      )}
    </nav>,
    place,
  );
}

/** Header and footer navigation of the public site. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = siteWords.useT();
  return (
    <div className={css['frame']}>
      <SiteNav />
      {children}
      <div className={css['foot']}>
        <NavLink to="/open/agreement">{t('site.nav.agreement')}</NavLink>
        <NavLink to="/open/agreement?doc=privacy">{t('site.nav.privacy')}</NavLink>
        <Suspense fallback={null}>
          <Support />
        </Suspense>
      </div>
    </div>
  );
}
