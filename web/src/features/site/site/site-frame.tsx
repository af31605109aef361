import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link, NavLink } from 'react-router';
import siteWords from 'virtual:locale/site';
import { findCookie } from '../../../api/cookies.ts';
import { SupportLater } from '../../../app/components/support-later.tsx';
import { useConfig } from '../../../app/config.ts';
import { loadUser, useSession } from '../../../app/session.ts';
import { useT as useAreaT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './site.module.css';

const none: readonly string[] = [];
const places = [
  { to: '/open/subjects', key: 'subjects' },
  { to: '/open/teachers', key: 'teachers' },
  { to: '/open/ai-peoples', key: 'ai' },
  { to: '/open/messages', key: 'messages' },
  { to: '/open/help', key: 'faqs' },
  { to: '/open/apps', key: 'apps' },
];

/** Rendered into a slot of the layout's bar, because its wording is loaded with the pages. */
function SiteNav() {
  const t = siteWords.useT();
  const area = useAreaT();
  const isLoggedIn = useSession((state) => state.user !== null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // Someone with a session needs no login link.
  useEffect(() => {
    if (findCookie('Authorization')) void loadUser();
  }, []);
  useLayoutEffect(() => setPlace(document.getElementById('site-nav')), []);
  if (!place) return null;
  return createPortal(
    <>
      <Link to="/open/courses" state={{ search: true }} data-search="" aria-label={t('site.courses.search')}>
        <Icon name="search" size={22} />
        <span>{t('site.courses.search')}</span>
      </Link>
      {isLoggedIn ? null : (
        <Link className={css['enter'] ?? ''} to="/open/login">
          {area('auth.login')}
        </Link>
      )}
    </>,
    place,
  );
}

/** What the pages of the public site add to bar and foot. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = siteWords.useT();
  const closed = useConfig((state) => state.config?.closed_pages ?? none);
  return (
    <>
      <SiteNav />
      <div className={css['frame']}>{children}</div>
      <nav className={css['foot']} aria-label={t('site.nav.label')}>
        {places
          .filter(({ to }) => !closed.includes(to))
          .map(({ to, key }) => (
            <NavLink key={to} to={to}>
              {t(`site.nav.${key}`)}
            </NavLink>
          ))}
        <NavLink to="/open/agreement">{t('site.nav.agreement')}</NavLink>
        <NavLink to="/open/agreement?doc=privacy">{t('site.nav.privacy')}</NavLink>
        <SupportLater />
      </nav>
    </>
  );
}
