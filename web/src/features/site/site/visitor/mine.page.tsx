import { Link, Navigate } from 'react-router';
import siteWords from 'virtual:locale/site';
import visitorWords from 'virtual:locale/visitor';
import { useMayJoin } from '../../../../app/config.ts';
import { useSession } from '../../../../app/session.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { SiteFrame } from '../site-frame.tsx';
import css from './visitor.module.css';

const target = '/home/personage/index';

/** What a visitor finds where members have their account. The foot has documents, contact and language. */
export function MinePage() {
  const t = visitorWords.useT();
  const site = siteWords.useT();
  const mayJoin = useMayJoin();
  const isLoggedIn = useSession((state) => state.user !== null);
  useTitle(t('visitor.mine.title'));
  if (isLoggedIn) return <Navigate to={target} replace />;
  const rows = [
    { to: '/home/cards/use-card', label: site('site.home.activate') },
    { to: '/open/courses', label: site('site.home.all_courses') },
    { to: '/open/help', label: site('site.faqs.title') },
    { to: '/open/password', label: t('visitor.mine.password') },
  ];
  return (
    <SiteFrame>
      <div className={css['page']}>
        <div className={css['words']}>
          <h1>{t('visitor.mine.title')}</h1>
          <p>{t('visitor.mine.text')}</p>
          <div className={css['ways']}>
            <Link className={buttonClass('primary')} to={`/open/login?back_url=${encodeURIComponent(target)}`}>
              {t(mayJoin ? 'visitor.log_in' : 'visitor.log_in_only')}
            </Link>
          </div>
        </div>
        <ul className={css['rows']}>
          {rows.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>
                {label}
                <Icon name="right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </SiteFrame>
  );
}
