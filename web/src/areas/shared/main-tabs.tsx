import { Link, useLocation } from 'react-router';
import { useConfig } from '../../app/config.ts';
import { useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeepPlace } from './keep-place.ts';
import css from './main-tabs.module.css';
import { tabs } from './tabs.ts';

const none: readonly string[] = [];

/** The same four tabs for everybody: at the bottom of a phone, at the top of a desktop. Pages with tabs restore scroll positions. */
export function MainTabs() {
  const t = useT();
  const { pathname } = useLocation();
  const closed = useConfig((state) => state.config?.closed_pages ?? none);
  useKeepPlace();
  return (
    <nav className={css['tabs']} aria-label={t('common.navigation')}>
      {tabs
        .filter(({ to }) => !closed.includes(to))
        .map(({ to, icon, key, pages }) => (
          <Link key={to} to={to} className={css['tab']} aria-current={pages.test(pathname) ? 'page' : undefined}>
            <Icon name={icon} size={24} />
            <span>{t(`common.tabs.${key}`)}</span>
          </Link>
        ))}
    </nav>
  );
}
