import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import css from './back-link.module.css';

/** To the page above, named by its title: an installed app has no back button. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css['back']} to={to}>
      <Icon name="left" size={18} />
      {children}
    </Link>
  );
}
