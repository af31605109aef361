import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSchoolName } from '../../app/config.ts';
import { useSession } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { OfflineBar } from '../shared/offline-bar.tsx';
import css from './home-layout.module.css';

const tabs: { to: string; icon: IconName; key: string }[] = [
  { to: '/home/index', icon: 'home', key: 'home' }, { to: '/home/courses', icon: 'book-open', key: 'courses' }, { to: '/home/cards/use-card', icon: 'ticket', key: 'activate' },
  { to: '/home/learning-records', icon: 'bar-chart', key: 'records' }, { to: '/home/personage/index', icon: 'user', key: 'mine' },
];
const beforeActivation = new Set(['activate', 'mine']);

/** The learner's area: tabs at the bottom of a phone, at the top of a desktop. */
export function HomeLayout() {
  const t = useT();
  const school = useSchoolName();
  const user = useSession((state) => state.user);
  const { pathname } = useLocation();
  const isLesson = pathname.startsWith('/home/lessons/');
  const shown = tabs.filter((tab) => user?.member?.is_activated || beforeActivation.has(tab.key));
  return (
    <div className={isLesson ? `${css['shell']} ${css['lesson']}` : css['shell']}>
      <header className={css['top']}>
        <Link to="/home/index" className={css['brand']}><img src="/icon.svg" alt="" width={28} height={28} /><span>{school}</span></Link>
        <nav className={css['tabs']} aria-label={t('common.navigation')}>
          {shown.map((tab) => <NavLink key={tab.to} to={tab.to} className={({ isActive }) => (isActive ? `${css['tab']} ${css['active']}` : (css['tab'] ?? ''))}><Icon name={tab.icon} size={22} /><span>{t(`common.tabs.${tab.key}`)}</span></NavLink>)}
        </nav>
      </header>
      <OfflineBar />
      <main className={css['main']}><Outlet /></main>
      <ScrollRestoration />
    </div>
  );
}
