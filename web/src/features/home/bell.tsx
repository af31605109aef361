import { Link } from 'react-router';
import { useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './bell.module.css';

/** The way to the notices, with the number of those that are unread. */
export function Bell({ unread }: { unread: number }) {
  const t = useT();
  return (
    <Link to="/home/notices" className={css['bell']} aria-label={t('home.notices', { count: unread })}>
      <Icon name="bell" size={24} />
      {unread > 0 ? <b>{unread > 99 ? '99+' : unread}</b> : null}
    </Link>
  );
}
