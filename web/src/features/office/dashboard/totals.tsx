import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { useT } from '../../../app/wording.ts';
import css from './dashboard.module.css';

/** How many administrators, roles, users and menus there are: a quiet line, each with its list. */
export function Totals({ totals }: { totals: Dashboard['totals'] }) {
  const t = useT();
  return (
    <ul className={css['totals']}>
      {totals.map(({ of, count }) => (
        <li key={of}>
          <Link to={`/admin/${of}`}>{t(`admin.dashboard.totals.${of}`, { count })}</Link>
        </li>
      ))}
    </ul>
  );
}
