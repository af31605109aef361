import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';
import css from './orders.module.css';

/** A link back to the list; an installed app has no back button. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link className={css['back']} to={to}>
      <Icon name="left" size={18} />
      {label}
    </Link>
  );
}
