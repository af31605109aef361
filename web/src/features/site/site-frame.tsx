import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import css from './site.module.css';
import { siteWords } from './site-words.ts';

const places = [{ to: '/open/courses', key: 'courses' }, { to: '/open/subjects', key: 'subjects' }, { to: '/open/teachers', key: 'teachers' }, { to: '/open/apps', key: 'apps' }];

/** The way through the public site, above and below each of its pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const t = siteWords.useT();
  return (
    <div className={css['frame']}>
      <nav className={css['nav']} aria-label={t('site.nav.label')}>
        {places.map(({ to, key }) => <NavLink key={to} to={to}>{t(`site.nav.${key}`)}</NavLink>)}
      </nav>
      {children}
      <div className={css['foot']}><NavLink to="/open/agreement">{t('site.nav.agreement')}</NavLink></div>
    </div>
  );
}
