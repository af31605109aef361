import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './bell.module.css';

/** Of the number of unread notices. */
export const unreadKey = ['notices', 'unread'];

/** Passes on the number that a page has with its own answer. */
export function useKnownUnread(unread: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (unread !== undefined) client.setQueryData(unreadKey, unread);
  }, [client, unread]);
}

/** How many are unread, in the school's red; nothing when there are none. */
export function UnreadCount({ count }: { count: number }) {
  return count > 0 ? <b className={css['unread']}>{count > 99 ? '99+' : count}</b> : null;
}

/** The way to the notices, with the number of those that are unread. */
export function Bell({ unread }: { unread: number }) {
  const t = useT();
  return (
    <Link to="/home/notices" className={css['bell']} aria-label={t('home.notices', { count: unread })}>
      <Icon name="bell" size={24} />
      <UnreadCount count={unread} />
    </Link>
  );
}
